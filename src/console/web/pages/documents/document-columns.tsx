import { Stack, Text } from '@mantine/core'
import { formatCount, Money } from '../../parts/money.tsx'
import type { Column } from '../../parts/table-props.ts'
import { When } from '../../parts/when.tsx'
import { DocumentLink } from './document-link.tsx'
import type { ListedDocument } from './documents-query.ts'
import { StateBadge } from './state-badge.tsx'
import { categoryNames, formatDay } from './words.ts'

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
    { key: 'content', title: 'What it says', cell: (shown) => <Content shown={shown} /> },
    {
      key: 'total',
      title: 'Total',
      align: 'right',
      cell: ({ totalPaise }) => (totalPaise === null ? '–' : <Money paise={totalPaise} />),
    },
    { key: 'state', title: 'State', cell: (shown) => <State shown={shown} /> },
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
  const { seller, invoiceNo, invoiceDate, category, lines } = shown
  if (shown.state === 'pending' || shown.state === 'failed') return '–'
  const day = invoiceDate === null ? null : formatDay(invoiceDate)
  const number = [invoiceNo, day].filter((part) => part !== null).join(', ')
  const rows = `${formatCount(lines)} ${lines === 1 ? 'line' : 'lines'}`
  return (
    <Stack gap={2}>
      <Text size="sm">{seller ?? (category === 'bank_entry' ? rows : 'no name')}</Text>
      <Text size="xs" c="dimmed">
        {number === '' ? (category === 'bank_entry' ? '' : 'no number') : number}
      </Text>
    </Stack>
  )
}

function State({ shown }: Shown) {
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
