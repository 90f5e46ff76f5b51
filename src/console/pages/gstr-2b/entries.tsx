import { Badge, Text } from '@mantine/core'
import { IconFileCheck } from '@tabler/icons-react'
import { Noted } from '../../components/cells.tsx'
import { choiceFilter, type Filter } from '../../components/filters.tsx'
import { List } from '../../components/list.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { useListAt, type Address } from '../../components/use-list.ts'
import { When } from '../../components/values.tsx'
import { EntryMenu } from './entry-menu.tsx'
import { entriesQuery, states, type Entry, type Gstr2bSearch, type State } from './data.ts'
import { TextLink } from '../../components/buttons.tsx'

/** The names and meanings of the states in the filter. */
export const stateWords: Readonly<Record<State, { name: string; lead: string }>> = {
  matched: { name: 'In both', lead: 'Nothing to do.' },
  look: { name: 'To look at', lead: 'They differ, or are only likely to be one.' },
  no_bill: { name: 'No bill', lead: 'Ask for the bill: without it no credit may be taken.' },
  not_in_2b: { name: 'Not in 2B', lead: 'Credit at risk: the seller has not filed it.' },
  none_needed: { name: 'None needed', lead: 'From customs, or rejected by you.' },
  replaced: { name: 'Replaced', lead: 'A later month has it.' },
}

/** The states of a line. */
const entryWords: Readonly<Record<Entry['state'], { name: string; color: string }>> = {
  matched: { name: 'In both', color: 'teal' },
  differs: { name: 'Differs', color: 'orange' },
  suggested: { name: 'Likely', color: 'yellow' },
  no_bill: { name: 'No bill', color: 'red' },
  not_in_2b: { name: 'Not in 2B', color: 'red' },
  none_needed: { name: 'None needed', color: 'gray' },
  replaced: { name: 'Replaced', color: 'gray' },
}

const kindWords: Readonly<Record<Entry['kind'], string>> = {
  invoice: '',
  credit_note: 'Credit note',
  debit_note: 'Debit note',
  bill_of_entry: 'Bill of entry',
}

/** Whether the portal grants the credit, and why not. */
function creditWords({ itc, reason, isRejected }: Entry): string {
  if (isRejected) return 'Rejected by you'
  switch (itc) {
    case null:
      return 'At risk'
    case 'yes':
      return 'Yes'
    case 'later':
      return 'For a time'
    case 'no':
      return reason === '' ? 'No' : `No: ${reasonWords[reason] ?? reason}`
    default:
      return itc satisfies never
  }
}

/** The portal's letters (source: the advisory on GSTR-2B). */
const reasonWords: Readonly<Record<string, string | undefined>> = {
  P: 'supplied in another state than yours',
  C: 'filed too late',
}

/** The kind of a line's document. '' for an invoice. */
function kindOf({ kind, section, isReverse }: Entry): string {
  const amended = section?.endsWith('a') === true ? 'amended' : ''
  return [kindWords[kind], amended, isReverse ? 'reverse charge' : '']
    .filter((text) => text !== '')
    .join(', ')
}

/** The lines of a month, each with the reason for its match. */
export function EntryList(page: Address<Gstr2bSearch>) {
  return (
    <List
      name="gstr-2b"
      label="Bills"
      list={useListAt(page, entriesQuery)}
      filters={filters}
      columns={columns}
      empty={{
        icon: IconFileCheck,
        title: 'Nothing is filed in this month',
        description:
          'The GSTR-2B of this month has no documents, and no bill of the shop is dated in it.',
      }}
      noMatch={{ title: 'Nothing fits', description: 'Look for something else.' }}
    />
  )
}

const filters: readonly Filter[] = [
  { by: 'text', label: 'Seller, number or GSTIN' },
  {
    by: 'choice',
    key: 'state',
    label: 'Where',
    choices: states.map((value) => ({ value, label: stateWords[value].name })),
  },
  choiceFilter('itc', 'Credit', { yes: 'Available', no: 'Not available' }),
  choiceFilter('mark', 'Marked', { asked: 'Asked for', ignored: 'Needs nothing' }),
]

const columns: readonly Column<Entry>[] = [
  {
    key: 'seller',
    title: 'Seller',
    isMain: true,
    canSort: true,
    cell: ({ seller, gstin }) => <Noted note={gstin}>{seller === '' ? '–' : seller}</Noted>,
    value: ({ seller }) => seller,
  },
  {
    key: 'gstin',
    title: 'GSTIN',
    isExtra: true,
    value: ({ gstin }) => gstin,
  },
  {
    key: 'number',
    title: 'Number',
    cell: (entry) => <Noted note={kindOf(entry)}>{entry.number === '' ? '–' : entry.number}</Noted>,
    value: ({ number }) => number,
  },
  {
    key: 'day',
    title: 'Date',
    kind: 'day',
    canSort: true,
    cell: ({ day }) => (day === '' ? '–' : <When at={day} dateOnly />),
    value: ({ day }) => day,
  },
  {
    key: 'state',
    title: 'Where',
    width: '8rem',
    onPhone: 'corner',
    cell: ({ state, mark }) => (
      <Noted note={mark === 'asked' ? 'Asked for' : mark === 'ignored' ? 'Needs nothing' : null}>
        <Badge variant="light" color={entryWords[state].color} miw="max-content">
          {entryWords[state].name}
        </Badge>
      </Noted>
    ),
    value: ({ state }) => entryWords[state].name,
  },
  {
    key: 'why',
    title: 'How it was matched',
    width: '24rem',
    cell: (entry) => <Why entry={entry} />,
    value: ({ why }) => why,
  },
  {
    key: 'total',
    title: 'Total',
    kind: 'amount',
    canSort: true,
    value: ({ totalPaise }) => totalPaise,
  },
  {
    key: 'tax',
    title: 'GST',
    kind: 'amount',
    canSort: true,
    isSummed: true,
    value: ({ taxPaise }) => taxPaise,
  },
  {
    key: 'credit',
    title: 'Credit',
    cell: (entry) => creditWords(entry),
    value: (entry) => creditWords(entry),
  },
  {
    key: 'note',
    title: 'Note',
    isExtra: true,
    value: ({ note }) => note,
  },
  menuColumn((entry) => <EntryMenu entry={entry} />),
]

/** The reason, and a link to the shop's bill while its document exists. */
function Why({ entry: { why, bill, isBillThere, note } }: { entry: Entry }) {
  return (
    <Noted note={note === '' ? null : note}>
      <Text span inherit size="sm">
        {why}{' '}
        {bill !== null && isBillThere && (
          <TextLink to="/documents/$id" params={{ id: bill.id }} inherit underline="always">
            {`Open bill ${bill.number}`}
          </TextLink>
        )}
        {bill !== null && !isBillThere && `Bill ${bill.number}: its document is deleted.`}
      </Text>
    </Noted>
  )
}
