import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { Copyable } from '../../parts/copyable.tsx'
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
          <Copyable title="Base address" value={made.baseAddress} label="Copy the address" />
          {made.curl !== null && (
            <Copyable
              title="A line that tries it, for a terminal"
              value={made.curl}
              label="Copy the line"
            />
          )}
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
