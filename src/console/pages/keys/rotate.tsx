import { Select, Text } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { api, ask } from '../../client.ts'
import { DayInput, endOfTyped, type TypedDay } from '../../components/day-inputs.tsx'
import { Dialog, DialogForm, useSentForm } from '../../components/form.tsx'
import { withPassword } from '../../components/with-password.tsx'
import type { Key, NewKey } from './data.ts'

/** Hours, in the server's form. */
const overlaps = [
  { value: '0', label: 'At once' },
  { value: '1', label: 'In an hour' },
  { value: '24', label: 'In a day' },
  { value: '168', label: 'In a week' },
  { value: '720', label: 'In 30 days' },
]

type RotateKeyProps = { rotated: Key | null; onClose: () => void; onMade: (made: NewKey) => void }

/** Creates a new key with the same rights. The old key works for a while, so that nothing stops. */
export function RotateKey({ rotated, ...props }: RotateKeyProps) {
  return (
    <Dialog of={rotated} title={({ name }) => `Replace the key “${name}”`} onClose={props.onClose}>
      {(key) => <RotateForm rotated={key} {...props} />}
    </Dialog>
  )
}

type RotateValues = { oldEndsAfterHours: string | null; expiresAt: TypedDay }

function RotateForm({ rotated, onClose, onMade }: RotateKeyProps & { rotated: Key }) {
  const form = useForm<RotateValues>({
    initialValues: { oldEndsAfterHours: '24', expiresAt: null },
    validate: { oldEndsAfterHours: isNotEmpty('Choose when the old key ends.') },
  })
  const sent = useSentForm<RotateValues, NewKey>({
    form,
    onClose,
    send: ({ oldEndsAfterHours, expiresAt }) =>
      withPassword(() =>
        ask(
          api.keys({ id: rotated.id }).rotate.post({
            oldEndsAfterHours: Number(oldEndsAfterHours),
            expiresAt: endOfTyped(expiresAt),
          }),
        ),
      ),
    onDone: onMade,
    done: () => null,
  })
  return (
    <DialogForm sent={sent} action="Make the new key" onCancel={onClose}>
      <Text size="sm">
        The new key may do the same as the old one. Until the old one ends both work: change the
        program meanwhile, and nothing stops.
      </Text>
      <Select
        label="The old key ends"
        data={overlaps}
        allowDeselect={false}
        data-autofocus
        {...form.getInputProps('oldEndsAfterHours')}
      />
      <DayInput label="Last day of the new key (optional)" {...form.getInputProps('expiresAt')} />
    </DialogForm>
  )
}
