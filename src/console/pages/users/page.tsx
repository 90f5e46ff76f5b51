import { Badge, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconKey,
  IconUserCheck,
  IconUserCog,
  IconUserOff,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { MenuAction } from '../../components/buttons.tsx'
import { DotsMenu, Noted } from '../../components/cells.tsx'
import { useConfirm } from '../../components/commands.tsx'
import { ListPage } from '../../components/list.tsx'
import { useList } from '../../components/use-list.ts'
import { menuColumn, type Column } from '../../components/table.tsx'
import { formatCount, When } from '../../components/values.tsx'
import { rolesOf } from '../../words.ts'
import { useFreshStart } from '../../state.ts'
import {
  reactivateUser,
  resetUser,
  userSearch,
  usersQuery,
  type HandedLink,
  type User,
} from './data.ts'
import { ChangeRoles, HandOver, InviteUser } from './form.tsx'

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
