import { Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DialogForm, useSentForm } from '../../components/form.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { inviteUser, type HandedLink, type User } from './users-query.ts'

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
