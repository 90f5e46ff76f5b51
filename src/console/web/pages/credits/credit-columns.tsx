import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatCount, When } from '../../components/values.tsx'
import type { Column } from '../../components/table.tsx'
import type { CreditEntry } from './credits-query.ts'

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

/** With a minus sign and not a hyphen. */
export function withMinus(amount: number): string {
  return amount < 0 ? `−${formatCount(-amount)}` : formatCount(amount)
}
