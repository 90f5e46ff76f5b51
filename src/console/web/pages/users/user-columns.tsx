import { Badge, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount, When } from '../../components/values.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { UserActions } from './user-actions.tsx'
import type { HandedLink, User } from './users-query.ts'

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
