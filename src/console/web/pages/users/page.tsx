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
import { IconButton, MenuAction } from '../../components/buttons.tsx'
import { DotsMenu, Noted } from '../../components/cells.tsx'
import { useConfirm } from '../../components/commands.tsx'
import { ListPage, useList } from '../../components/list-page.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { formatCount, When } from '../../components/values.tsx'
import { useFreshStart } from '../../state.ts'
import {
  changeRole,
  reactivateUser,
  resetUser,
  userSearch,
  usersQuery,
  type HandedLink,
  type User,
} from './data.ts'
import { HandOver, InviteUser } from './form.tsx'

export function UsersPage() {
  const list = useList(userSearch, usersQuery)
  const [isInviting, inviting] = useDisclosure()
  const [handed, setHanded] = useState<HandedLink | null>(null)
  const invite = (
    <IconButton icon={IconUserPlus} onClick={inviting.open}>
      Invite somebody
    </IconButton>
  )
  return (
    <ListPage
      title="Users"
      lead="Owners may do everything. Members upload documents, see their own, and make keys for themselves."
      actions={invite}
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
      columns={columnsOf(setHanded)}
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
              action: invite,
            }
      }
    >
      <InviteUser isOpen={isInviting} onClose={inviting.close} onInvited={setHanded} />
      <HandOver handed={handed} onClose={() => setHanded(null)} />
    </ListPage>
  )
}

const roleNames = { owner: 'Owner', member: 'Member' } as const

function columnsOf(onLink: (handed: HandedLink) => void): Column<User>[] {
  return [
    { key: 'name', title: 'Name', isMain: true, cell: (user) => <UserName user={user} /> },
    { key: 'role', title: 'Role', cell: ({ role }) => roleNames[role] },
    { key: 'state', title: 'Sign-in', cell: (user) => <SignIn user={user} /> },
    {
      key: 'seen',
      title: 'Last seen',
      width: '13rem',
      cell: ({ lastSeenAt }) => <When at={lastSeenAt} never="never" />,
    },
    {
      key: 'keys',
      title: 'Keys',
      align: 'right',
      cell: ({ state, keys }) => (state === 'deactivated' ? '–' : formatCount(keys)),
    },
    { key: 'added', title: 'Added', cell: ({ createdAt }) => <When at={createdAt} dateOnly /> },
    menuColumn((user) => <UserActions user={user} onLink={onLink} />),
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

type UserActionsProps = { user: User; onLink: (handed: HandedLink) => void }

/** What an owner may do with a user. */
export function UserActions({ user, onLink }: UserActionsProps) {
  const commands = useUserCommands({ user, onLink })
  const { name, state, role, isYou } = user
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
          <MenuAction icon={IconUserCog} onClick={commands.changeRole}>
            {role === 'owner' ? 'Make a member…' : 'Make an owner…'}
          </MenuAction>
          <MenuAction icon={IconUserOff} isRed onClick={commands.deactivate}>
            Deactivate…
          </MenuAction>
        </>
      )}
    </DotsMenu>
  )
}

function useUserCommands({ user, onLink }: UserActionsProps) {
  const confirm = useConfirm()
  const startAfresh = useFreshStart()
  const { name, id, isYou, state, role } = user
  // Whoever changes itself may see less from now on, or nothing.
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
    changeRole: () =>
      confirm({
        ...roleQuestion(user),
        done: `${name} is ${role === 'owner' ? 'a member' : 'an owner'} now.`,
        run: () => changeRole(id, role === 'owner' ? 'member' : 'owner').then(afresh),
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

function roleQuestion({ name, role, isYou, ownersKeys }: User) {
  if (role === 'member') {
    return {
      title: `Make ${name} an owner?`,
      children: `${name} may then do everything that you may: see all documents and orders, change prices and rules, invite and deactivate users, delete backups.`,
      action: 'Make an owner',
    }
  }
  const who = isYou ? 'You' : name
  const ending =
    ownersKeys === 0
      ? ''
      : ` ${ownersKeys === 1 ? 'One key' : `${ownersKeys} keys`} that only an owner may have (of the storefront, or for the documents of all users) ${ownersKeys === 1 ? 'ends' : 'end'} at once.`
  return {
    title: isYou ? 'Make yourself a member?' : `Make ${name} a member?`,
    children: `${who} will see only what ${isYou ? 'you' : name} uploaded.${ending}`,
    action: 'Make a member',
  }
}

function keysOf(count: number): string {
  if (count === 0) return 'there are no keys that stop'
  return count === 1 ? '1 key stops' : `${count} keys stop`
}
