import { Badge, Stack, Text } from '@mantine/core'
import { DocumentLink } from '../../components/cells.tsx'
import { formatDay } from '../../components/days.ts'
import type { Column } from '../../components/table.tsx'
import { counted, Money, When } from '../../components/values.tsx'
import { categoryNames } from '../../words.ts'
import type { ListedDocument } from './data.ts'
import { accountText, periodText, type Account } from './statement.ts'

type Shown = { shown: ListedDocument }

/** `withUploader`: an owner sees whose a document is. */
export function documentColumns({
  withUploader,
}: {
  withUploader: boolean
}): Column<ListedDocument>[] {
  return [
    {
      key: 'file',
      title: 'Document',
      isMain: true,
      width: '26%',
      cell: (shown) => <Name shown={shown} withUploader={withUploader} />,
    },
    {
      key: 'content',
      title: 'What it says',
      width: '25%',
      cell: (shown) => <Content shown={shown} />,
    },
    {
      key: 'total',
      title: 'Total',
      align: 'right',
      cell: ({ totalPaise }) => (totalPaise === null ? '–' : <Money paise={totalPaise} />),
    },
    { key: 'state', title: 'State', cell: (shown) => <StateCell shown={shown} /> },
    { key: 'added', title: 'Added', cell: ({ createdAt }) => <When at={createdAt} dateOnly /> },
    {
      key: 'expires',
      title: 'Deleted on',
      cell: ({ expiresAt }) => <When at={expiresAt} dateOnly />,
    },
  ]
}

function Name({ shown, withUploader }: Shown & { withUploader: boolean }) {
  return (
    <Stack gap={2}>
      <DocumentLink to={shown} fz="sm" fw={600} />
      <Text size="xs" c="dimmed">
        {categoryNames[shown.category]}
        {withUploader && shown.uploadedBy !== '' && `, ${shown.uploadedBy}`}
      </Text>
    </Stack>
  )
}

function Content({ shown }: Shown) {
  const { seller, invoiceNo, invoiceDate, account } = shown
  if (shown.state === 'pending' || shown.state === 'failed') return '–'
  if (account !== null) return <Statement account={account} lines={shown.lines} />
  const day = invoiceDate === null ? null : formatDay(invoiceDate)
  const number = [invoiceNo, day].filter((part) => part !== null).join(', ')
  return (
    <Stack gap={2}>
      <Text size="sm">{seller ?? 'no name'}</Text>
      <Text size="xs" c="dimmed">
        {number === '' ? 'no number' : number}
      </Text>
    </Stack>
  )
}

type StatementProps = { account: Account; lines: number }

function Statement({ account, lines }: StatementProps) {
  return (
    <Stack gap={2}>
      <Text size="sm">{accountText(account) ?? 'no account number'}</Text>
      <Text size="xs" c="dimmed">
        {[periodText(account), counted(lines, 'line')].filter((part) => part !== null).join(', ')}
      </Text>
    </Stack>
  )
}

function StateCell({ shown }: Shown) {
  const { state, syncedAt, failureReason, isCorrected } = shown
  return (
    <Stack gap={2} align="flex-start">
      <StateBadge state={state} />
      {syncedAt !== null && (
        <Text size="xs" c="dimmed">
          <When at={syncedAt} />
        </Text>
      )}
      {state === 'failed' && failureReason !== null && (
        <Text size="xs" c="dimmed" lineClamp={2} maw="16rem">
          {failureReason}
        </Text>
      )}
      {isCorrected && (
        <Text size="xs" c="dimmed">
          corrected by hand
        </Text>
      )}
    </Stack>
  )
}

export function StateBadge({ state }: { state: ListedDocument['state'] }) {
  const { name, color } = stateNames[state]
  return (
    <Badge variant="dot" color={color}>
      {name}
    </Badge>
  )
}

type State = ListedDocument['state']

const stateNames: Record<State, { name: string; color: string }> = {
  pending: { name: 'To be typed in', color: 'gray' },
  failed: { name: 'Could not be read', color: 'red' },
  waiting: { name: 'Waiting', color: 'cyan' },
  duplicate: { name: 'Hidden duplicate', color: 'yellow' },
  synced: { name: 'Delivered', color: 'green' },
  'synced duplicate': { name: 'Delivered as a duplicate', color: 'green' },
}
