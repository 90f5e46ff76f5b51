import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { Copyable } from '../../components/copy.tsx'
import type { NewKey } from './keys-query.ts'

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
