import { Alert, Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconDeviceDesktop, IconEyeOff } from '@tabler/icons-react'
import { Copyable } from '../../components/copy.tsx'
import { DialogForm, useSentForm } from '../../components/form.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { When } from '../../components/values.tsx'
import { inviteUser, type HandedLink, type NewLink, type User } from './data.ts'

type InviteUserProps = {
  isOpen: boolean
  onClose: () => void
  onInvited: (handed: HandedLink) => void
}

export function InviteUser({ isOpen, onClose, onInvited }: InviteUserProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Invite somebody">
      <InviteForm
        onCancel={onClose}
        onInvited={(handed) => {
          onClose()
          onInvited(handed)
        }}
      />
    </Modal>
  )
}

type Values = { name: string; email: string; role: User['role'] | '' }

type InviteFormProps = { onCancel: () => void; onInvited: (handed: HandedLink) => void }

function InviteForm({ onCancel, onInvited }: InviteFormProps) {
  const refresh = useRefresh()
  const form = useForm<Values>({
    initialValues: { name: '', email: '', role: '' },
    validate: {
      name: (text) => (text.trim() === '' ? 'Enter the name.' : null),
      email: (text) => (text.trim() === '' ? 'Enter the e-mail address.' : null),
      role: (role) => (role === '' ? 'Choose one of the two.' : null),
    },
  })
  const sent = useSentForm({
    form,
    send({ role, ...values }) {
      if (role === '') throw new Error('The form lets nobody through who did not choose.')
      return inviteUser({ ...values, role })
    },
    async onDone(link, { name }) {
      onInvited({ link, name: name.trim(), isNew: true })
      await refresh()
    },
  })
  return (
    <DialogForm sent={sent} action="Invite" onCancel={onCancel}>
      <TextInput
        label="Name"
        autoComplete="off"
        data-autofocus
        autoFocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label="E-mail"
        description="They sign in with it. Daybook sends no mail: you hand the link over."
        type="email"
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <Radio.Group label="What they may do" {...form.getInputProps('role')}>
        <Stack gap="sm" mt={6}>
          <Radio
            value="member"
            label="Member"
            description="Uploads documents, sees only their own scans, makes keys for themselves."
          />
          <Radio
            value="owner"
            label="Owner"
            description="Everything: all documents, orders, prices, users, settings."
          />
        </Stack>
      </Radio.Group>
    </DialogForm>
  )
}

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
