import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { DayInput } from '../../parts/day-input.tsx'
import { formatCount } from '../../parts/money.tsx'
import { FormRefusal, useSentForm } from '../../parts/use-sent-form.tsx'
import { messageOf } from '../../refusal.ts'
import { allDocuments, syncedCountQuery, wholeDays } from './documents-query.ts'

type PutBackRangeProps = { isOpen: boolean; onClose: () => void }

/** What was delivered on some days waits again, as after a restore of the accounting software. */
export function PutBackRange({ isOpen, onClose }: PutBackRangeProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Deliver some days again" size="lg">
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
  const { from, until } = form.values
  const count = useQuery(syncedCountQuery(from, until))
  const { submit, isSending, refusal } = useSentForm<Values, { documents: number }>({
    form,
    send: putBack,
    async onDone({ documents }) {
      onClose()
      notifications.show({ message: `${documentsOf(documents)} again.` })
      await client.invalidateQueries({ queryKey: allDocuments })
    },
  })
  const found = count.data?.documents ?? 0
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormRefusal>{refusal ?? (count.isError ? messageOf(count.error) : null)}</FormRefusal>
        <Text size="sm">
          When your accounting software was set back to an earlier state, it lacks what it took
          since. Choose the days on which it took the documents: they wait for it again.
        </Text>
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <DayInput label="First day" data-autofocus {...form.getInputProps('from')} />
          <DayInput label="Last day" {...form.getInputProps('until')} />
        </Group>
        {count.data !== undefined && (
          <Alert
            color={found === 0 ? 'gray' : 'yellow'}
            icon={<IconAlertTriangle aria-hidden />}
            role="status"
          >
            {found === 0
              ? 'Nothing was delivered on these days.'
              : `${documentsOf(found)} again. What your accounting software still has of them may be booked twice, and Daybook forgets when they were delivered.`}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            color="red"
            loading={isSending}
            disabled={count.data !== undefined && found === 0}
          >
            Deliver them again
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function putBack({ from, until }: Values): Promise<{ documents: number }> {
  if (from === null || until === null) throw new Error('The form lets no missing day through.')
  return ask(api.documents['put-back'].post(wholeDays(from, until)))
}

function documentsOf(count: number): string {
  return count === 1 ? '1 document waits' : `${formatCount(count)} documents wait`
}
