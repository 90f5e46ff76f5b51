import { Alert, Badge, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconDeviceDesktop,
  IconKey,
  IconUserCheck,
  IconUserCog,
  IconUserOff,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { isNotEmpty, useForm } from '@mantine/form'
import { api, ask } from '../../client.ts'
import { MenuAction } from '../../components/buttons.tsx'
import { DotsMenu, Noted } from '../../components/cells.tsx'
import { useConfirm } from '../../components/commands.tsx'
import { ListPage } from '../../components/list.tsx'
import { useList } from '../../components/use-list.ts'
import { type Column, menuColumn } from '../../components/table.tsx'
import { formatCount, When } from '../../components/values.tsx'
import { roleMeanings, type RoleName, roleNames, rolesOf } from '../../words.ts'
import { useFreshStart } from '../../state.ts'
import { Copyable, ShownOnce } from '../../components/copy.tsx'
import { Dialog, DialogForm, useSentForm } from '../../components/form.tsx'
import {
  changeRole,
  type HandedLink,
  inviteUser,
  reactivateUser,
  resetUser,
  type Standing,
  type User,
  userSearch,
  usersQuery,
} from './data.ts'

export function UsersPage() {
  const list = useList(userSearch, usersQuery)
  const [isInviting, inviting] = useDisclosure()
  const [handed, setHanded] = useState<HandedLink | null>(null)
  const [changed, setChanged] = useState<User | null>(null)
  return (
    <ListPage
      name="users"
      add={{ label: 'Invite somebody', icon: IconUserPlus, onClick: inviting.open }}
      title="Users"
      lead="Owners may do everything. The counter works with products, stock and orders; clerks upload documents and see their own."
      list={list}
      filters={[
        {
          by: 'view',
          key: 'state',
          label: 'Which users',
          choices: [
            { value: 'active', label: 'May sign in' },
            { value: 'ended', label: 'Deactivated' },
          ],
        },
      ]}
      order={{ by: 'name', isDescending: false }}
      columns={columnsOf({ onLink: setHanded, onRoles: setChanged })}
      empty={
        list.search.state === 'ended'
          ? {
              icon: IconUsers,
              title: 'Nobody is deactivated',
              description:
                'Users who may not sign in any more are listed here. Their documents and what they did stay.',
            }
          : {
              icon: IconUsers,
              title: 'Nobody here',
              description: 'Invite those who work with you: each gets a sign-in of their own.',
            }
      }
    >
      <InviteUser isOpen={isInviting} onClose={inviting.close} onInvited={setHanded} />
      <ChangeRoles user={changed} onClose={() => setChanged(null)} />
      <HandOver handed={handed} onClose={() => setHanded(null)} />
    </ListPage>
  )
}

function columnsOf(on: Omit<UserActionsProps, 'user'>): Column<User>[] {
  return [
    {
      key: 'name',
      title: 'Name',
      canSort: true,
      isMain: true,
      cell: (user) => <UserName user={user} />,
      value: ({ name }) => name,
    },
    {
      key: 'email',
      title: 'E-mail',
      canSort: true,
      isExtra: true,
      value: ({ email }) => email,
    },
    { key: 'role', title: 'Roles', canSort: true, cell: rolesOf, value: rolesOf },
    { key: 'state', title: 'Sign-in', cell: (user) => <SignIn user={user} /> },
    {
      key: 'seen',
      title: 'Last seen',
      canSort: true,
      kind: 'time',
      value: ({ lastSeenAt }) => lastSeenAt,
      width: '13rem',
      cell: ({ lastSeenAt }) => <When at={lastSeenAt} never="never" />,
    },
    {
      key: 'keys',
      title: 'Keys',
      canSort: true,
      kind: 'count',
      onPhone: 'hidden',
      value: ({ keys }) => keys,
      cell: ({ state, keys }) => (state === 'deactivated' ? '–' : formatCount(keys)),
    },
    {
      key: 'added',
      title: 'Added',
      canSort: true,
      kind: 'time',
      onPhone: 'hidden',
      value: ({ createdAt }) => createdAt,
    },
    menuColumn((user) => <UserActions user={user} {...on} />),
  ]
}

function UserName({ user: { name, email, isYou } }: { user: User }) {
  return (
    <Noted note={email} fw={600}>
      <Group gap="xs">
        {name}
        {isYou && (
          <Badge size="sm" variant="light">
            you
          </Badge>
        )}
      </Group>
    </Noted>
  )
}

function SignIn({ user }: { user: User }) {
  switch (user.state) {
    case 'active':
      return 'Works'
    case 'deactivated':
      return <Noted note={<When at={user.deactivatedAt} dateOnly />}>Deactivated</Noted>
    case 'invited':
      return (
        <Noted
          note={
            <>
              The link works until <When at={user.linkExpiresAt} dateOnly />
            </>
          }
        >
          Has not chosen a password yet
        </Noted>
      )
    case 'link expired':
      return <Noted note="The link has expired: make a new one.">Has no password</Noted>
    default:
      return null
  }
}

type UserActionsProps = {
  user: User
  onLink: (handed: HandedLink) => void
  onRoles: (user: User) => void
}

/** The actions of an owner on a user. */
export function UserActions({ user, onLink, onRoles }: UserActionsProps) {
  const commands = useUserCommands({ user, onLink })
  const { name, state, isYou } = user
  return (
    <DotsMenu label={`Actions for ${name}`} width={240}>
      {state === 'deactivated' ? (
        <MenuAction icon={IconUserCheck} onClick={commands.reactivate}>
          Let in again…
        </MenuAction>
      ) : (
        <>
          {!isYou && (
            <MenuAction icon={IconKey} onClick={commands.reset}>
              {state === 'active' ? 'Reset the password…' : 'New link…'}
            </MenuAction>
          )}
          <MenuAction icon={IconUserCog} onClick={() => onRoles(user)}>
            Roles…
          </MenuAction>
          <MenuAction icon={IconUserOff} isRed onClick={commands.deactivate}>
            Deactivate…
          </MenuAction>
        </>
      )}
    </DotsMenu>
  )
}

function useUserCommands({ user, onLink }: Omit<UserActionsProps, 'onRoles'>) {
  const confirm = useConfirm()
  const startAfresh = useFreshStart()
  const { name, id, isYou, state } = user
  // Users who change themselves may see less from now on, or nothing.
  const afresh = () => (isYou ? startAfresh() : undefined)
  return {
    reset: () =>
      confirm({
        ...resetQuestion(user),
        done: `There is a new link for ${name}.`,
        run: async () => onLink({ link: await resetUser(id), name, isNew: state !== 'active' }),
      }),
    reactivate: () =>
      confirm({
        title: `Let ${name} in again?`,
        children: `${name} gets a link to choose a new password. The keys that ended with the deactivation stay ended: make new ones.`,
        action: 'Let in again',
        done: `${name} may sign in again.`,
        run: async () => onLink({ link: await reactivateUser(id), name, isNew: true }),
      }),
    deactivate: () =>
      confirm({
        title: isYou ? 'Deactivate yourself?' : `Deactivate ${name}?`,
        children: `${isYou ? 'You are' : `${name} is`} signed out everywhere at once, and ${keysOf(user.keys)} working. Documents and everything that was done stay.`,
        action: 'Deactivate',
        done: `${name} is deactivated.`,
        run: () => ask(api.users({ id }).deactivate.post()).then(afresh),
      }),
  }
}

function resetQuestion({ name, state }: User) {
  if (state !== 'active') {
    return {
      title: `Make a new link for ${name}?`,
      children: 'The link and the code that were made before stop working.',
      action: 'Make a new link',
    }
  }
  return {
    title: `Reset the password of ${name}?`,
    children: `The password of ${name} stops working now, and ${name} is signed out everywhere. You get a link to hand over, by which ${name} chooses a new one. Keys go on working.`,
    action: 'Reset the password',
  }
}

function keysOf(count: number): string {
  if (count === 0) return 'there are no keys that stop'
  return count === 1 ? '1 key stops' : `${count} keys stop`
}

type InviteUserProps = {
  isOpen: boolean
  onClose: () => void
  onInvited: (handed: HandedLink) => void
}

function InviteUser({ isOpen, ...props }: InviteUserProps) {
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
function ChangeRoles({ user, onClose }: ChangeRolesProps) {
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
  const warnings = [
    isOwnerNoMore ? `${user.isYou ? 'You' : user.name} will not be an owner any more.` : '',
    endingOf(user, roles),
  ].filter((sentence) => sentence !== '')
  return (
    <DialogForm sent={sent} action="Change" onCancel={onClose}>
      <RolesField {...form.getInputProps('roles')} />
      {warnings.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {warnings.join(' ')}
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
function HandOver({ handed, onClose }: { handed: HandedLink | null; onClose: () => void }) {
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
