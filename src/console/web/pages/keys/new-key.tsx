import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconEyeOff } from '@tabler/icons-react'
import { api, ask } from '../../client.ts'
import { Copyable } from '../../components/copy.tsx'
import { DayInput } from '../../components/day-inputs.tsx'
import { endOfDay } from '../../components/days.ts'
import { DialogForm, useSentForm } from '../../components/form.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { withPassword } from '../../components/with-password.tsx'
import type { Key, NewKey } from './data.ts'

/** Hours, as the server takes them. */
const overlaps = [
  { value: '0', label: 'At once' },
  { value: '1', label: 'In an hour' },
  { value: '24', label: 'In a day' },
  { value: '168', label: 'In a week' },
  { value: '720', label: 'In 30 days' },
]

type RotateKeyProps = { rotated: Key | null; onClose: () => void; onMade: (made: NewKey) => void }

/** A new key that may do the same; the old one goes on for a while, so that nothing stops in between. */
export function RotateKey({ rotated, onClose, onMade }: RotateKeyProps) {
  return (
    <Modal
      opened={rotated !== null}
      onClose={onClose}
      title={rotated === null ? '' : `Replace the key “${rotated.name}”`}
    >
      {rotated !== null && (
        <RotateForm
          rotated={rotated}
          onClose={onClose}
          onMade={(made) => {
            onClose()
            onMade(made)
          }}
        />
      )}
    </Modal>
  )
}

type RotateValues = { oldEndsAfterHours: string | null; expiresAt: string | null }

function RotateForm({ rotated, onClose, onMade }: RotateKeyProps & { rotated: Key }) {
  const refresh = useRefresh()
  const form = useForm<RotateValues>({
    initialValues: { oldEndsAfterHours: '24', expiresAt: null },
    validate: {
      oldEndsAfterHours: (hours) => (hours === null ? 'Choose when the old key ends.' : null),
    },
  })
  const sent = useSentForm<RotateValues, NewKey>({
    form,
    send: ({ oldEndsAfterHours, expiresAt }) =>
      withPassword(() =>
        ask(
          api.keys({ id: rotated.id }).rotate.post({
            oldEndsAfterHours: Number(oldEndsAfterHours),
            expiresAt: expiresAt === null ? null : endOfDay(expiresAt),
          }),
        ),
      ),
    async onDone(made) {
      onMade(made)
      await refresh()
    },
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

/** The only time that a key is shown. A click beside it must not close it. */
export function ShownKey({ made, onClose }: { made: NewKey | null; onClose: () => void }) {
  return (
    <Modal
      opened={made !== null}
      onClose={onClose}
      title={made === null ? '' : `The key “${made.name}”`}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {made !== null && (
        <Stack>
          <Alert
            color="yellow"
            icon={<IconEyeOff aria-hidden />}
            title="It is shown only this once"
          >
            Daybook keeps no copy of it. Paste it into the program now; when it is lost, replace it
            by a new one.
          </Alert>
          <Copyable title="Key" value={made.key} label="Copy the key" />
          <BaseAddress made={made} />
          <TryLine curl={made.curl} />
          <Group justify="flex-end">
            <Button onClick={onClose} data-autofocus>
              I have stored the key
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

function BaseAddress({ made: { baseAddress, networkAddress } }: { made: NewKey }) {
  if (networkAddress === null) {
    return <Copyable title="Base address" value={baseAddress} label="Copy the address" />
  }
  return (
    <>
      <Copyable
        title="Base address on this computer"
        value={baseAddress}
        label="Copy the address"
      />
      <Copyable
        title="Base address on other computers"
        value={networkAddress}
        label="Copy the other address"
      />
    </>
  )
}

/** `curl` is another command in Windows PowerShell 5.1; `curl.exe` is the real one in every shell of Windows. */
function TryLine({ curl }: { curl: string | null }) {
  if (curl === null) {
    return (
      <Text size="sm">
        This key can only place orders: there is nothing harmless to try it with.
      </Text>
    )
  }
  const isWindows = navigator.userAgent.includes('Windows')
  return (
    <Copyable
      title={`A line that tries it, for ${isWindows ? 'the Command Prompt' : 'a terminal'}`}
      value={isWindows ? curl.replace(/^curl /, 'curl.exe ') : curl}
      label="Copy the line"
    />
  )
}
