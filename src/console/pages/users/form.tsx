import { Alert, Stack, Text, TextInput, Checkbox } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { IconAlertTriangle, IconDeviceDesktop } from '@tabler/icons-react'
import { Copyable, ShownOnce } from '../../components/copy.tsx'
import { Dialog, DialogForm, useSentForm } from '../../components/form.tsx'
import { When } from '../../components/values.tsx'
import { type RoleName, roleMeanings, roleNames } from '../../words.ts'
import { useFreshStart } from '../../state.ts'
import { changeRole, inviteUser, type HandedLink, type User, type Standing } from './data.ts'
import type { ReactNode } from 'react'

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

type Values = { name: string; email: string; roles: RoleName[] }

function InviteForm({ onClose, onInvited }: Omit<InviteUserProps, 'isOpen'>) {
  const form = useForm<Values>({
    initialValues: { name: '', email: '', roles: [] },
    validate: {
      name: isNotEmpty('Enter the name.'),
      email: isNotEmpty('Enter the e-mail address.'),
      roles: fewestRoles,
    },
  })
  const sent = useSentForm({
    form,
    onClose,
    send: ({ name, email, roles }) => inviteUser({ name, email, ...standingOf(roles) }),
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
      <RolesField {...form.getInputProps('roles')} />
    </DialogForm>
  )
}

type ChangeRolesProps = { user: User | null; onClose: () => void }

/** A dialogue that changes the roles of a user. */
export function ChangeRoles({ user, onClose }: ChangeRolesProps) {
  return (
    <Dialog of={user} title={({ name }) => `Roles of ${name}`} onClose={onClose}>
      {(shown) => <RolesForm user={shown} onClose={onClose} />}
    </Dialog>
  )
}

function RolesForm({ user, onClose }: { user: User; onClose: () => void }) {
  const startAfresh = useFreshStart()
  const form = useForm<{ roles: RoleName[] }>({
    initialValues: { roles: user.role === 'owner' ? ['owner'] : user.duties },
    validate: { roles: fewestRoles },
  })
  const sent = useSentForm({
    form,
    onClose,
    send: ({ roles }) => changeRole(user.id, standingOf(roles)),
    // Users who change their own roles may see less from now on.
    onDone: () => (user.isYou ? startAfresh() : undefined),
    done: () => `What ${user.name} may do was changed.`,
  })
  const { roles } = form.getValues()
  const isOwnerNoMore = user.role === 'owner' && !roles.includes('owner')
  const ending = endingOf(user, roles)
  return (
    <DialogForm sent={sent} action="Change" onCancel={onClose}>
      <RolesField {...form.getInputProps('roles')} />
      {isOwnerNoMore && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {user.isYou ? 'You' : user.name} will not be an owner any more. {ending}
        </Alert>
      )}
      {!isOwnerNoMore && ending !== '' && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {ending}
        </Alert>
      )}
    </DialogForm>
  )
}

/** A sentence about the keys that end because the user loses a role. Empty if no key ends. */
function endingOf({ keys, ownersKeys }: User, roles: readonly RoleName[]): string {
  if (roles.includes('owner')) return ''
  const [count, whose] = roles.includes('clerk')
    ? [
        ownersKeys,
        'that only an owner may have (of the storefront, or for the documents of all users)',
      ]
    : [keys, 'of this user, who has nothing to do with documents any more,']
  if (count === 0) return ''
  return `${count === 1 ? 'One key' : `${count} keys`} ${whose} ${count === 1 ? 'ends' : 'end'} at once.`
}

/** A link for choosing a password, to hand over to the user. */
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

const choices = ['counter', 'clerk', 'owner'] as const

type RolesFieldProps = {
  value?: RoleName[]
  onChange(roles: RoleName[]): void
  error?: ReactNode
}

/** One or more roles. An owner may do everything, so no other role needs a tick beside it. */
function RolesField({ value = [], ...props }: RolesFieldProps) {
  const isOwner = value.includes('owner')
  return (
    <Checkbox.Group label="What they may do" value={value} {...props}>
      <Stack gap="sm" mt={6} mb={4}>
        {choices.map((role) => (
          <Checkbox
            key={role}
            value={role}
            label={roleNames[role]}
            description={roleMeanings[role]}
            disabled={isOwner && role !== 'owner'}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** The chosen roles in the form that the server takes. */
function standingOf(roles: readonly RoleName[]): Standing {
  if (roles.includes('owner')) return { role: 'owner' }
  return { role: 'member', duties: roles.filter((role) => role !== 'owner') }
}

function fewestRoles(roles: readonly RoleName[]): string | null {
  return roles.length === 0 ? 'Choose at least one.' : null
}
