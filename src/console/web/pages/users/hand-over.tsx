import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconDeviceDesktop, IconEyeOff } from '@tabler/icons-react'
import { Copyable } from '../../components/copy.tsx'
import { When } from '../../components/values.tsx'
import type { HandedLink, NewLink } from './users-query.ts'

/** The only time that a link is shown. A click beside it must not close it. */
export function HandOver({ handed, onClose }: { handed: HandedLink | null; onClose: () => void }) {
  return (
    <Modal
      opened={handed !== null}
      onClose={onClose}
      title={handed === null ? '' : `A link for ${handed.name}`}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {handed !== null && (
        <Stack>
          <Text size="sm">
            Hand this to {handed.name} yourself, by message or on paper: Daybook sends no mail. By
            it {handed.name} chooses {handed.isNew ? 'a password' : 'a new password'} and is signed
            in. It works once, until <When at={handed.link.expiresAt} />.
          </Text>
          <Secrets link={handed.link} />
          <Group justify="flex-end">
            <Button onClick={onClose} data-autofocus>
              I have handed it over
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

function Secrets({ link }: { link: NewLink }) {
  return (
    <>
      <Alert color="yellow" icon={<IconEyeOff aria-hidden />} title="It is shown only this once">
        Whoever has it can sign in as this user. When it is lost, make a new one.
      </Alert>
      <Copyable title="Link" value={link.url} label="Copy the link" />
      <Stack gap={4}>
        <Copyable title="Or this code" value={link.code} label="Copy the code" />
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          It is typed at {link.page}
        </Text>
      </Stack>
      {link.onlyHere && (
        <Alert
          color="cyan"
          icon={<IconDeviceDesktop aria-hidden />}
          title="The link works on this computer only"
        >
          Daybook is not open to other computers. Open it to the network in the settings first, or
          let them choose the password here.
        </Alert>
      )}
    </>
  )
}
