import { Badge, Button, EmptyState, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { DataTable } from '../../components/data-table.tsx'
import { listed } from '../../components/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { formatCount, When } from '../../components/values.tsx'
import { UserActions } from './actions.tsx'
import { usersQuery, type HandedLink, type User } from './data.ts'
import { HandOver, InviteUser } from './form.tsx'

const route = getRouteApi('/shell/users')

const states = [
  { value: 'active', label: 'May sign in' },
  { value: 'ended', label: 'Deactivated' },
] as const

export function UsersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const users = useQuery(usersQuery(search))
  const [isInviting, inviting] = useDisclosure()
  const [handed, setHanded] = useState<HandedLink | null>(null)
  const { page = 1, state = 'active' } = search
  return (
    <>
      <PageHeader title="Users" actions={<InviteButton onClick={inviting.open} />}>
        Owners may do everything. Members upload documents, see their own scans, and make keys for
        themselves.
      </PageHeader>
      <SegmentedControl
        data={[...states]}
        value={state}
        aria-label="Which users"
        mb="md"
        onChange={(chosen) =>
          void navigate({ search: chosen === 'ended' ? { state: 'ended' } : {} })
        }
      />
      <DataTable
        label="Users"
        columns={userColumns({ onLink: setHanded })}
        idOf={(user) => user.id}
        empty={<NoUsers state={state} onInvite={inviting.open} />}
        {...listed(
          users,
          page,
          (next) => void navigate({ search: (before) => ({ ...before, page: next }) }),
        )}
      />
      <InviteUser isOpen={isInviting} onClose={inviting.close} onInvited={setHanded} />
      <HandOver handed={handed} onClose={() => setHanded(null)} />
    </>
  )
}

function InviteButton({ onClick }: { onClick: () => void }) {
  return (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={onClick}>
      Invite somebody
    </Button>
  )
}

function NoUsers({ state, onInvite }: { state: 'active' | 'ended'; onInvite: () => void }) {
  return state === 'ended' ? (
    <EmptyState
      icon={<IconUsers aria-hidden />}
      title="Nobody is deactivated"
      description="Users who may not sign in any more are listed here. Their scans and what they did stay."
    />
  ) : (
    <EmptyState
      icon={<IconUsers aria-hidden />}
      title="Nobody here"
      description="Invite those who work with you: each gets a sign-in of their own."
    >
      <EmptyState.Actions>
        <InviteButton onClick={onInvite} />
      </EmptyState.Actions>
    </EmptyState>
  )
}

const roleNames = { owner: 'Owner', member: 'Member' } as const

export function userColumns({ onLink }: { onLink: (handed: HandedLink) => void }): Column<User>[] {
  return [
    { key: 'name', title: 'Name', isMain: true, cell: (user) => <UserName user={user} /> },
    { key: 'role', title: 'Role', cell: (user) => roleNames[user.role] },
    { key: 'state', title: 'Sign-in', cell: (user) => <SignIn user={user} /> },
    {
      key: 'seen',
      title: 'Last seen',
      width: '13rem',
      cell: (user) => <When at={user.lastSeenAt} never="never" />,
    },
    {
      key: 'keys',
      title: 'Keys',
      align: 'right',
      cell: (user) => (user.state === 'deactivated' ? '–' : formatCount(user.keys)),
    },
    {
      key: 'added',
      title: 'Added',
      cell: (user) => <When at={user.createdAt} dateOnly />,
    },
    menuColumn((user) => <UserActions user={user} onLink={onLink} />),
  ]
}

function UserName({ user }: { user: User }) {
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {user.name}
        </Text>
        {user.isYou && (
          <Badge size="sm" variant="light">
            you
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {user.email}
      </Text>
    </Stack>
  )
}

function SignIn({ user }: { user: User }) {
  switch (user.state) {
    case 'active':
      return 'Works'
    case 'deactivated':
      return (
        <Noted title="Deactivated">
          <When at={user.deactivatedAt} dateOnly />
        </Noted>
      )
    case 'invited':
      return (
        <Noted title="Has not chosen a password yet">
          The link works until <When at={user.linkExpiresAt} dateOnly />
        </Noted>
      )
    case 'link expired':
      return <Noted title="Has no password">The link has expired: make a new one.</Noted>
    default:
      return null
  }
}

function Noted({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap={2}>
      <Text size="sm">{title}</Text>
      <Text size="xs" c="dimmed">
        {children}
      </Text>
    </Stack>
  )
}
