import { Button, EmptyState, SegmentedControl } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { DataTable } from '../../components/data-table.tsx'
import { listed } from '../../components/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { CreateKey } from './create-key.tsx'
import { keyColumns } from './key-columns.tsx'
import { keysQuery, type Key, type NewKey } from './keys-query.ts'
import { RotateKey } from './rotate-key.tsx'
import { ShownKey } from './shown-key.tsx'

const route = getRouteApi('/shell/keys')

const states = [
  { value: 'active', label: 'Working' },
  { value: 'ended', label: 'Ended' },
] as const

export function KeysPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const keys = useQuery(keysQuery(search))
  const [isCreating, creating] = useDisclosure()
  const [rotated, setRotated] = useState<Key | null>(null)
  const [made, setMade] = useState<NewKey | null>(null)
  const { page = 1, state = 'active' } = search
  return (
    <>
      <PageHeader title="API keys" actions={<NewKeyButton onClick={creating.open} />}>
        A key lets a program, such as your accounting software or your web shop, fetch from Daybook
        and report back. Give each program a key of its own.
      </PageHeader>
      <SegmentedControl
        data={[...states]}
        value={state}
        aria-label="Which keys"
        mb="md"
        onChange={(chosen) =>
          void navigate({ search: chosen === 'ended' ? { state: 'ended' } : {} })
        }
      />
      <DataTable
        label="API keys"
        columns={keyColumns({ onRotate: setRotated })}
        idOf={(key) => key.id}
        empty={<NoKeys state={state} onCreate={creating.open} />}
        {...listed(
          keys,
          page,
          (next) => void navigate({ search: (before) => ({ ...before, page: next }) }),
        )}
      />
      <CreateKey isOpen={isCreating} onClose={creating.close} onMade={setMade} />
      <RotateKey rotated={rotated} onClose={() => setRotated(null)} onMade={setMade} />
      <ShownKey made={made} onClose={() => setMade(null)} />
    </>
  )
}

function NewKeyButton({ onClick }: { onClick: () => void }) {
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      New key
    </Button>
  )
}

function NoKeys({ state, onCreate }: { state: 'active' | 'ended'; onCreate: () => void }) {
  return state === 'ended' ? (
    <EmptyState
      icon={<IconKey aria-hidden />}
      title="No key has ended"
      description="Keys that were revoked or have expired are listed here."
    />
  ) : (
    <EmptyState
      icon={<IconKey aria-hidden />}
      title="No keys yet"
      description="Make a key, and paste it into the program that is to reach Daybook."
    >
      <EmptyState.Actions>
        <NewKeyButton onClick={onCreate} />
      </EmptyState.Actions>
    </EmptyState>
  )
}
