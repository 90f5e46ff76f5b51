import { Alert, Radio, Stack, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { Copyable } from '../../components/copy.tsx'
import { Dialog, DialogForm, useSentForm } from '../../components/form.tsx'
import { ShownOnce } from '../../components/shown-once.tsx'
import { When } from '../../components/values.tsx'
import { inviteUser, type HandedLink, type User } from './data.ts'

type InviteUserProps = {
  isOpen: boolean
  onClose: () => void
  onInvited: (handed: HandedLink) => void
}

export function InviteUser({ isOpen, ...props }: InviteUserProps) {
  return (
    <Dialog of={isOpen || null} title="Invite somebody" onClose={props.onClose}>
      {() => <InviteForm {...props} />}
    </Dialog>
  )
}

type Values = { name: string; email: string; role: User['role'] | '' }

function InviteForm({ onClose, onInvited }: Omit<InviteUserProps, 'isOpen'>) {
  const form = useForm<Values>({
    initialValues: { name: '', email: '', role: '' },
    validate: {
      name: isNotEmpty('Enter the name.'),
      email: isNotEmpty('Enter the e-mail address.'),
      role: isNotEmpty('Choose one of the two.'),
    },
  })
  const sent = useSentForm({
    form,
    onClose,
    send({ role, ...values }) {
      if (role === '') throw new Error('The form lets nobody through who did not choose.')
      return inviteUser({ ...values, role })
    },
    onDone: (link, { name }) => onInvited({ link, name: name.trim(), isNew: true }),
    done: () => null,
  })
  return (
    <DialogForm sent={sent} action="Invite" onCancel={onClose}>
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
            description="Uploads documents, sees only their own, makes keys for themselves."
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

/** A link by which a password is chosen, to be handed over. */
export function HandOver({ handed, onClose }: { handed: HandedLink | null; onClose: () => void }) {
  return (
    <ShownOnce
      of={handed}
      title={({ name }) => `A link for ${name}`}
      warning="Whoever has it can sign in as this user. When it is lost, make a new one."
      done="I have handed it over"
      onClose={onClose}
      lead={({ name, isNew, link }) => (
        <Text size="sm">
          Hand this to {name} yourself, by message or on paper: Daybook sends no mail. By it {name}{' '}
          chooses {isNew ? 'a password' : 'a new password'} and is signed in. It works once, until{' '}
          <When at={link.expiresAt} />.
        </Text>
      )}
    >
      {({ link }) => (
        <>
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
              Daybook is not open to other computers. Open it to the network in the settings first,
              or let them choose the password here.
            </Alert>
          )}
        </>
      )}
    </ShownOnce>
  )
}
