import { Badge, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { IconButton } from '../../components/buttons.tsx'
import { Noted } from '../../components/cells.tsx'
import { ListPage, useList } from '../../components/list-page.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { formatCount, When } from '../../components/values.tsx'
import { UserActions } from './actions.tsx'
import { userSearch, usersQuery, type HandedLink, type User } from './data.ts'
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
