import { Radio, Stack, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { api, ask } from '../../client.ts'
import { Dialog, DialogForm, useSentForm } from '../../components/form.tsx'
import { CountInput } from '../../components/inputs.tsx'
import { withMinus } from './data.ts'

type GiveCreditsProps = { isOpen: boolean; onClose: () => void }

export function GiveCredits({ isOpen, onClose }: GiveCreditsProps) {
  return (
    <Dialog of={isOpen || null} title="Enter credits" onClose={onClose}>
      {() => <GiveForm onClose={onClose} />}
    </Dialog>
  )
}

type Values = { kind: 'grant' | 'adjustment'; amount: number | string; note: string }

function GiveForm({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({
    initialValues: { kind: 'grant', amount: '', note: '' },
    validate: {
      amount: (amount) => (typeof amount === 'number' ? null : 'Enter how many credits.'),
      note: isNotEmpty('Say what they are for.'),
    },
  })
  const sent = useSentForm({
    form,
    onClose,
    send: ({ amount, ...values }) => ask(api.credits.post({ ...values, amount: Number(amount) })),
    done: ({ balance }) => `The balance is ${withMinus(balance)} now.`,
  })
  const isGrant = form.values.kind === 'grant'
  return (
    <DialogForm sent={sent} action={isGrant ? 'Grant' : 'Correct'} onCancel={onClose}>
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
      <CountInput
        label="Credits"
        description={isGrant ? 'Are added to the balance.' : 'Such as 20, or -20 to take them.'}
        allowNegative={!isGrant}
        data-autofocus
        {...form.getInputProps('amount')}
      />
      <TextInput
        label="Note"
        description="Owners see it in the list."
        placeholder={isGrant ? 'Plan of November, bill 118' : 'Granted twice by mistake'}
        {...form.getInputProps('note')}
      />
    </DialogForm>
  )
}
