import { Anchor, Button, EmptyState, Paper, SegmentedControl, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCoins, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { DataTable } from '../../components/data-table.tsx'
import { listed } from '../../components/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import type { Column } from '../../components/table.tsx'
import { formatCount, When } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import { creditsQuery, withMinus, type CreditEntry } from './data.ts'
import { GiveCredits } from './form.tsx'

const route = getRouteApi('/shell/credits')

const shows = [
  { value: 'all', label: 'Everything' },
  { value: 'given', label: 'Entered by owners' },
] as const

export function CreditsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isOwner = useSignedIn().user.role === 'owner'
  const credits = useQuery(creditsQuery(search))
  const [isGiving, giving] = useDisclosure()
  const { page = 1, show } = search
  return (
    <>
      <PageHeader title="Credits" actions={isOwner && <GiveButton onClick={giving.open} />}>
        Each document that is read uses one credit. Nothing stops when there are none left: the
        balance then falls below zero.
      </PageHeader>
      <Balance balance={credits.data?.balance} />
      {isOwner && (
        <SegmentedControl
          data={[...shows]}
          value={show ?? 'all'}
          aria-label="Which entries"
          mb="md"
          onChange={(chosen) =>
            void navigate({ search: chosen === 'given' ? { show: 'given' } : {} })
          }
        />
      )}
      <DataTable
        label={isOwner ? 'Credits that came and went' : 'Credits that your documents used'}
        columns={creditColumns(isOwner)}
        idOf={(entry) => entry.id}
        empty={<NoEntries isOwner={isOwner} onGive={giving.open} />}
        {...listed(
          credits,
          page,
          (next) => void navigate({ search: (before) => ({ ...before, page: next }) }),
        )}
      />
      <GiveCredits isOpen={isGiving} onClose={giving.close} />
    </>
  )
}

function Balance({ balance }: { balance: number | undefined }) {
  return (
    <Paper withBorder p="md" mb="lg" w="fit-content" miw={200}>
      <Text size="sm" c="dimmed">
        Balance
      </Text>
      {balance === undefined ? (
        <Skeleton height={30} width={120} my={4} />
      ) : (
        <Text
          fz={30}
          fw={600}
          lh={1.3}
          c={balance < 0 ? 'var(--mantine-color-error)' : 'var(--mantine-color-text)'}
          style={{ fontVariantNumeric: 'tabular-nums' }}
        >
          {withMinus(balance)}
        </Text>
      )}
    </Paper>
  )
}

function GiveButton({ onClick }: { onClick: () => void }) {
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      Enter credits
    </Button>
  )
}

function NoEntries({ isOwner, onGive }: { isOwner: boolean; onGive: () => void }) {
  return isOwner ? (
    <EmptyState
      icon={<IconCoins aria-hidden />}
      title="No entries yet"
      description="Enter the credits that you have bought. Each document that is read then takes one."
    >
      <EmptyState.Actions>
        <GiveButton onClick={onGive} />
      </EmptyState.Actions>
    </EmptyState>
  ) : (
    <EmptyState
      icon={<IconCoins aria-hidden />}
      title="You have used none yet"
      description="The credits that your documents use are listed here."
    />
  )
}

const documentKeptMs = 30 * 24 * 60 * 60 * 1000

const kinds = { use: 'Document read', grant: 'Granted', adjustment: 'Corrected' } as const

/** Members see only their own documents: whose they are needs no column. */
export function creditColumns(isOwner: boolean): Column<CreditEntry>[] {
  const user: Column<CreditEntry> = {
    key: 'user',
    title: 'By',
    cell: (entry) => entry.user ?? '–',
  }
  return [
    { key: 'kind', title: 'What', isMain: true, cell: (entry) => <What entry={entry} /> },
    { key: 'at', title: 'When', cell: ({ at }) => <When at={at} /> },
    ...(isOwner ? [user, noteColumn] : []),
    { key: 'amount', title: 'Credits', align: 'right', cell: ({ amount }) => signed(amount) },
  ]
}

/** A document is kept for 30 days, and its credit for good: after them there is nothing to go to. */
function What({ entry: { kind, scanId, at } }: { entry: CreditEntry }) {
  if (scanId === null || Date.now() - Date.parse(at) > documentKeptMs) return kinds[kind]
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => <Link {...props} to="/documents/$id" params={{ id: scanId }} />}
    >
      {kinds[kind]}
    </Anchor>
  )
}

const noteColumn: Column<CreditEntry> = {
  key: 'note',
  title: 'Note',
  cell: ({ kind, note }) =>
    kind === 'use' ? (
      '–'
    ) : (
      <Text size="sm" maw="28rem" style={{ overflowWrap: 'anywhere' }}>
        {note}
      </Text>
    ),
}

/** +5,000 or −1 */
function signed(amount: number): string {
  return amount < 0 ? withMinus(amount) : `+${formatCount(amount)}`
}
