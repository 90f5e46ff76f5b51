import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { DocumentLink, Noted } from '../../components/cells.tsx'
import { InBooksText } from '../../components/books-note.tsx'
import { formatDay } from '../../components/days.ts'
import type { Column } from '../../components/table.tsx'
import { formatCount, Money, When } from '../../components/values.tsx'
import { categoryNames } from '../../words.ts'
import type { ListedDocument } from './data.ts'
import { periodText, StateBadge, stateName } from './words.tsx'
import { inEnglish, t } from '../../language/language.ts'

/** A document is named by its content, because scanners invent file names. */
export const documentColumns: readonly Column<ListedDocument>[] = [
  {
    key: 'seller',
    title: t('Seller'),
    isMain: true,
    canSort: true,
    width: '32%',
    cell: (shown) => <Title shown={shown} />,
    value: sellerOf,
  },
  {
    key: 'number',
    title: t('Number'),
    canSort: true,
    cell: (shown) => numberOf(shown) ?? '–',
    value: numberOf,
  },
  { key: 'date', title: t('Date'), kind: 'day', canSort: true, cell: dateText, value: dateOf },
  {
    key: 'total',
    title: t('Total'),
    kind: 'amount',
    align: 'right',
    canSort: true,
    isSummed: true,
    onPhone: 'corner',
    cell: ({ totalPaise }) => (totalPaise === null ? '–' : <Money paise={totalPaise} />),
    value: ({ totalPaise }) => totalPaise,
  },
  {
    key: 'state',
    title: t('State'),
    canSort: true,
    onPhone: 'bare',
    cell: (shown) => <State shown={shown} />,
    value: ({ state }) => inEnglish(stateName(state)),
  },
  {
    key: 'added',
    title: t('Came in'),
    kind: 'time',
    canSort: true,
    cell: ({ createdAt }) => <When at={createdAt} dateOnly />,
    value: ({ createdAt }) => createdAt,
  },
  {
    key: 'kind',
    title: t('Kind'),
    isExtra: true,
    cell: ({ category }) => categoryNames[category],
    value: ({ category }) => inEnglish(categoryNames[category]),
  },
  {
    key: 'file',
    title: t('File'),
    isExtra: true,
    cell: ({ filename }) => filename,
    value: ({ filename }) => filename,
  },
  {
    key: 'by',
    title: t('Added by'),
    isExtra: true,
    cell: ({ uploadedBy }) => (uploadedBy === '' ? '–' : uploadedBy),
    value: ({ uploadedBy }) => uploadedBy,
  },
  {
    key: 'lines',
    title: t('Lines'),
    kind: 'count',
    align: 'right',
    isExtra: true,
    cell: ({ lines }) => formatCount(lines),
    value: ({ lines }) => lines,
  },
  {
    key: 'delivered',
    title: t('Delivered on'),
    kind: 'time',
    isExtra: true,
    cell: ({ syncedAt }) => <When at={syncedAt} dateOnly />,
    value: ({ syncedAt }) => syncedAt,
  },
  {
    key: 'expires',
    title: t('Deleted on'),
    kind: 'time',
    isExtra: true,
    cell: ({ expiresAt }) => <When at={expiresAt} dateOnly />,
    value: ({ expiresAt }) => expiresAt,
  },
]

/** The seller of a bank statement is its bank. */
function sellerOf({ seller, account }: ListedDocument): string | null {
  return seller ?? account?.bank ?? null
}

function numberOf({ invoiceNo, account }: ListedDocument): string | null {
  if (account === null || account.number === null) return invoiceNo
  return `A/c ${account.number}`
}

/** The date of a bank statement is its last day. */
function dateOf({ invoiceDate, account }: ListedDocument): string | null {
  return invoiceDate ?? account?.to ?? null
}

function dateText({ invoiceDate, account }: ListedDocument): string {
  if (account !== null) return periodText(account) ?? '–'
  return invoiceDate === null ? '–' : formatDay(invoiceDate)
}

type Shown = { shown: ListedDocument }

function Title({ shown }: Shown) {
  const { id, category, uploadedBy } = shown
  // Most documents are bills, so only other kinds are named.
  const kind = category === 'vendor_invoice' ? '' : categoryNames[category]
  const about = [kind, uploadedBy].filter((part) => part !== '').join(', ')
  const seller = sellerOf(shown)
  if (seller === null) {
    return (
      <Noted note={about}>
        <DocumentLink to={shown} inherit fw={600} />
      </Noted>
    )
  }
  return (
    <Noted
      note={
        <>
          <DocumentLink to={shown} inherit c="dimmed" />
          {about !== '' && ` · ${about}`}
        </>
      }
    >
      <Anchor
        inherit
        fw={600}
        renderRoot={(props) => <Link to="/documents/$id" params={{ id }} {...props} />}
      >
        {seller}
      </Anchor>
    </Noted>
  )
}

function State({ shown }: Shown) {
  const { state, syncedAt, failureReason, isCorrected, isConfirmed, inBooks } = shown
  return (
    <div>
      <Noted note={syncedAt !== null && <When at={syncedAt} />}>
        <StateBadge state={state} />
      </Noted>
      {(state === 'failed' || state === 'check') && failureReason !== null && (
        <Text size="xs" c="dimmed" lineClamp={2} maw="16rem">
          {failureReason}
        </Text>
      )}
      <InBooksText inBooks={inBooks} />
      {(isCorrected || isConfirmed) && (
        <Text size="xs" c="dimmed">
          {isConfirmed ? t('confirmed by hand') : t('corrected by hand')}
        </Text>
      )}
    </div>
  )
}
