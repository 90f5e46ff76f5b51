import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { DayInput } from '../../parts/day-input.tsx'
import { endOfDay, startOfDay } from '../../parts/days.ts'
import { FormRefusal, useSentForm } from '../../parts/use-sent-form.tsx'
import { messageOf } from '../../refusal.ts'
import { counted } from './order-words.ts'
import { allOrders, syncedCountQuery } from './orders-query.ts'

type PutBackRangeProps = { isOpen: boolean; onClose: () => void }

/** After a restore of the accounting software: what it was told meanwhile is delivered once more. */
export function PutBackRange({ isOpen, onClose }: PutBackRangeProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Mark orders as not synced again" size="lg">
      <RangeForm onClose={onClose} />
    </Modal>
  )
}

type Values = { from: string | null; until: string | null }

function RangeForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm<Values>({
    initialValues: { from: null, until: null },
    validate: {
      from: (day) => (day === null ? 'Choose the first day.' : null),
      until: (day) => (day === null ? 'Choose the last day.' : null),
    },
  })
  const { submit, isSending, refusal } = useSentForm({
    form,
    send: putBack,
    async onDone({ orders, items }) {
      notifications.show({
        message: `${counted(orders, 'order')} with ${counted(items, 'line')} will be delivered again.`,
      })
      onClose()
      await client.invalidateQueries({ queryKey: allOrders })
    },
  })
  const { from, until } = form.values
  const counting = useQuery({
    ...syncedCountQuery(from ?? '', until ?? ''),
    enabled: from !== null && until !== null && from <= until,
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormRefusal>{refusal}</FormRefusal>
        <Text size="sm">
          When your accounting software was set back to an older state, choose the days on which it
          fetched the orders that it lost. They are delivered once more.
        </Text>
        <Group grow align="flex-start">
          <DayInput
            label="Synced from"
            data-autofocus
            maxDate={new Date()}
            {...form.getInputProps('from')}
          />
          <DayInput
            label="Synced until"
            maxDate={new Date()}
            {...(from === null ? {} : { minDate: from })}
            {...form.getInputProps('until')}
          />
        </Group>
        {counting.isError && <FormRefusal>{messageOf(counting.error)}</FormRefusal>}
        {counting.data !== undefined && <WhatHappens {...counting.data} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            color="red"
            loading={isSending}
            disabled={counting.data?.orders === 0}
          >
            Mark unsynced again
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function WhatHappens({ orders, items }: { orders: number; items: number }) {
  return orders === 0 ? (
    <Text size="sm" role="status">
      Nothing was synced on these days.
    </Text>
  ) : (
    <Alert
      color="yellow"
      role="status"
      title={`${counted(orders, 'order')}, ${counted(items, 'line')}`}
    >
      They wait again from now on. What your accounting software still has of them, it will book a
      second time.
    </Alert>
  )
}

function putBack({ from, until }: Values) {
  if (from === null || until === null)
    throw new Error('The form lets no range without days through.')
  return ask(api.orders['put-back'].post({ from: startOfDay(from), until: endOfDay(until) }))
}
