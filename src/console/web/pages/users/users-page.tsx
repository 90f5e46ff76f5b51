import { Button, EmptyState, SegmentedControl } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { DataTable } from '../../components/data-table.tsx'
import { listed } from '../../components/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { HandOver } from './hand-over.tsx'
import { InviteUser } from './invite-user.tsx'
import { userColumns } from './user-columns.tsx'
import { usersQuery, type HandedLink } from './users-query.ts'

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
