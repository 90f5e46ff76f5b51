import { Button, Group, Modal, NumberInput, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { FormRefusal, useSentForm } from '../../parts/use-sent-form.tsx'
import { withMinus } from './credit-columns.tsx'
import { allCredits } from './credits-query.ts'

type GiveCreditsProps = { isOpen: boolean; onClose: () => void }

export function GiveCredits({ isOpen, onClose }: GiveCreditsProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Enter credits">
      <GiveForm onClose={onClose} />
    </Modal>
  )
}

type Values = { kind: 'grant' | 'adjustment'; amount: number | string; note: string }

function GiveForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm<Values>({
    initialValues: { kind: 'grant', amount: '', note: '' },
    validate: {
      amount: (amount) => (typeof amount === 'number' ? null : 'Enter how many credits.'),
      note: (text) => (text.trim() === '' ? 'Say what they are for.' : null),
    },
  })
  const { submit, isSending, refusal } = useSentForm({
    form,
    send: ({ amount, ...values }) => ask(api.credits.post({ ...values, amount: Number(amount) })),
    async onDone({ balance }) {
      onClose()
      notifications.show({ message: `The balance is ${withMinus(balance)} now.` })
      await client.invalidateQueries({ queryKey: allCredits })
    },
  })
  const isGrant = form.values.kind === 'grant'
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormRefusal>{refusal}</FormRefusal>
        <Radio.Group label="What it is" {...form.getInputProps('kind')}>
          <Stack gap="sm" mt={6}>
            <Radio value="grant" label="A grant" description="Credits that were bought or given." />
            <Radio
              value="adjustment"
              label="A correction"
              description="Credits added, or taken with a minus. An entry is never changed or deleted."
            />
          </Stack>
        </Radio.Group>
        <NumberInput
          label="Credits"
          description={isGrant ? 'Are added to the balance.' : 'Such as 20, or -20 to take them.'}
          allowDecimal={false}
          allowNegative={!isGrant}
          thousandSeparator=","
          thousandsGroupStyle="lakh"
          data-autofocus
          {...form.getInputProps('amount')}
        />
        <TextInput
          label="Note"
          description="Owners see it in the list."
          placeholder={isGrant ? 'Plan of November, bill 118' : 'Granted twice by mistake'}
          {...form.getInputProps('note')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending}>
            {isGrant ? 'Grant' : 'Correct'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
