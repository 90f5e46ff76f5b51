import { Anchor, Badge, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Noted } from '../../components/cells.tsx'
import { choiceFilter, type Filter } from '../../components/filters.tsx'
import { ListPage } from '../../components/list.tsx'
import { useList } from '../../components/use-list.ts'
import type { Column } from '../../components/table.tsx'
import { When, counted } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import { activityQuery, activitySearch, kindNames, peopleQuery, type Entry } from './data.ts'
import { entryWords } from './entry-words.ts'
import type { HistoryAction } from '../../api/history.ts'

/** Account history: what was done, by whom and when. Entries are never changed or deleted. */
export function ActivityPage() {
  const isOwner = useSignedIn().user.role === 'owner'
  const all = useList(activitySearch, activityQuery)
  const { data } = all.query
  const shown = data && { ...data, items: foldRuns(data.items) }
  // An exported file has every entry separately.
  const list = { ...all, query: { ...all.query, data: shown } }
  const people = useQuery({ ...peopleQuery, enabled: isOwner })
  const person: Filter = {
    by: 'choice',
    key: 'person',
    label: 'Person',
    placeholder: 'By everybody',
    choices: people.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? [],
  }
  return (
    <ListPage
      name="activity"
      title="Activity"
      lead={
        isOwner
          ? 'Who signed in, and what was done with keys, users, rules, names, documents, deliveries, the catalogue and orders. It is kept for good: nothing in it can be changed or deleted.'
          : 'What you and your programs did here, and when.'
      }
      list={list}
      filters={[
        choiceFilter('kind', 'About', kindNames, 'About everything'),
        // Members see only their own entries.
        ...(isOwner ? [person] : []),
        { by: 'day', key: 'from', label: 'From' },
        { by: 'day', key: 'to', label: 'To' },
      ]}
      order={{ by: 'at', isDescending: true }}
      columns={columns}
      empty={{
        icon: IconHistory,
        title: 'Nothing was done yet',
        description: 'What you do here, and what your programs fetch, is listed here.',
      }}
      noMatch={{
        title: 'Nothing like that was done',
        description: 'Choose other days, another person or another kind.',
      }}
    />
  )
}

const columns: readonly Column<Run>[] = [
  { key: 'what', title: 'What', isMain: true, cell: (run) => <What run={run} />, value: runWords },
  {
    key: 'by',
    title: 'By',
    width: '16rem',
    cell: (entry) => <Doer entry={entry} />,
    value: doerName,
  },
  {
    key: 'kind',
    title: 'About',
    width: '12rem',
    cell: ({ kind }) => kind !== null && <Badge variant="default">{kindNames[kind]}</Badge>,
    value: ({ kind }) => (kind === null ? null : kindNames[kind]),
  },
  {
    key: 'at',
    title: 'When',
    canSort: true,
    kind: 'time',
    width: '13rem',
    cell: ({ at, more }) => <RunTime at={at} since={more?.at(-1)?.at} />,
    value: ({ at }) => at,
  },
]

/** The sentence of an entry. A run of similar entries unfolds. */
function What({ run }: { run: Run }) {
  const [isOpen, { toggle }] = useDisclosure()
  const { more = [], ...first } = run
  if (more.length === 0) return entryWords(first)
  return (
    <Stack gap={4} align="flex-start">
      {runWords(run)}
      <Anchor component="button" size="xs" aria-expanded={isOpen} onClick={toggle}>
        {isOpen ? 'Fold them' : `Show all ${more.length + 1}`}
      </Anchor>
      {isOpen &&
        [first, ...more].map((entry) => (
          <Text key={entry.id} size="xs" c="dimmed">
            {entryWords(entry)}, <When at={entry.at} />
          </Text>
        ))}
    </Stack>
  )
}

const timeRange = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})

/** From the oldest to the newest entry of a run: "20 Nov 2026, 10:02–10:05 am". */
function RunTime({ at, since }: { at: string; since: string | undefined }) {
  if (since === undefined) return <When at={at} />
  const [first = at, last = at] = [at, since].toSorted()
  return timeRange.formatRange(new Date(first), new Date(last))
}

function Doer({ entry }: { entry: Entry }) {
  const { by, keyName } = entry
  if (by === null) return doerName(entry)
  return <Noted note={keyName !== null && `key “${keyName}”`}>{by.name}</Noted>
}

/** Actions that strangers can do. */
const bySomebody: readonly string[] = ['sign-in refused', 'code refused']

function doerName({ by, action }: Entry): string {
  return by?.name ?? (bySomebody.includes(action) ? 'somebody' : 'Daybook')
}

/** An entry and the earlier similar entries, newest first. */
type Run = Entry & { more?: readonly Entry[] }

/** Shorter runs are as quick to read one by one. */
const runMin = 3

/** Combines consecutive entries of the same kind, by the same person or key, on the same day. */
export function foldRuns(entries: readonly Entry[]): Run[] {
  const runs: [Entry, ...Entry[]][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    if (run !== undefined && isAlike(run[0], entry)) run.push(entry)
    else runs.push([entry])
  }
  return runs.flatMap(([first, ...more]) =>
    more.length + 1 >= runMin ? { ...first, more } : [first, ...more],
  )
}

function isAlike(one: Entry, other: Entry): boolean {
  return sortOf(one) === sortOf(other)
}

function sortOf({ action, kind, by, keyName, details, at }: Entry): string {
  // For actions on keys, the key is the subject, not the actor.
  const key = kind === 'keys' ? null : keyName
  return JSON.stringify([action, by?.id, key, details['source'], new Date(at).toDateString()])
}

/** "12 products changed" */
export function runWords({ more = [], ...first }: Run): string {
  if (more.length === 0) return entryWords(first)
  const words = new Map<string, Words>(Object.entries(known)).get(first.action)
  if (words === undefined) return `${entryWords(first)}, and ${more.length} more of the kind`
  return words(sumsOf([first, ...more]))
}

type Sums = {
  /** The number of entries. */
  count: number
  /** The sum of a number in their details. */
  sum(field: string): number
  /** The number of different subjects, by a text in their details. */
  distinct(field: string): number
  source: string
}

type Words = (sums: Sums) => string

const known: Partial<Record<HistoryAction, Words>> = {
  'product added': ({ count }) => `${counted(count, 'product')} added`,
  'product changed': ({ distinct }) => `${counted(distinct('id'), 'product')} changed`,
  'products changed': ({ sum }) => `${counted(sum('products'), 'product')} changed`,
  'products deleted': ({ sum }) => `${counted(sum('products'), 'product')} deleted`,
  'products imported': ({ sum }) => `Products imported: ${addedAndChanged(sum)}`,
  'products sent': ({ sum, count }) =>
    `Products sent ${counted(count, 'time')}: ${addedAndChanged(sum)}`,
  'stock sent': ({ sum, count }) =>
    `Stock or prices sent ${counted(count, 'time')}: ${counted(sum('changed'), 'change')}`,
  'scans acknowledged': ({ sum, source, count }) =>
    `${counted(sum('updated'), 'document')} delivered${source === '' ? '' : ` to ${source}`} in ${count} calls`,
  'orders acknowledged': ({ sum, count }) =>
    `${counted(sum('orders'), 'order')} delivered in ${count} calls`,
  'scan corrected': ({ count }) => `${counted(count, 'document')} corrected or confirmed by hand`,
  'scan removed': ({ count }) => `${counted(count, 'document')} removed before their 30 days`,
  'scan moved': ({ count }) => `${counted(count, 'document')} made another kind`,
  'order placed': ({ count }) => `${counted(count, 'order')} placed by hand`,
  'order moved': ({ count }) => `The status of orders was changed ${count} times`,
  'user added': ({ count }) => `${counted(count, 'user')} added`,
  'key created': ({ count }) => `${counted(count, 'API key')} made`,
  'key revoked': ({ count }) => `${counted(count, 'API key')} revoked`,
  'signed in': ({ count }) => `Signed in ${count} times`,
  'sign-in refused': ({ count }) => `Signing in was refused ${count} times`,
  'code refused': ({ count }) => `Wrong codes of a second step were entered ${count} times`,
}

function addedAndChanged(sum: Sums['sum']): string {
  return `${sum('added')} added, ${sum('changed')} changed`
}

function sumsOf(entries: readonly Entry[]): Sums {
  const source = entries[0]?.details['source']
  return {
    count: entries.length,
    sum: (field) =>
      entries.reduce((sum, { details }) => {
        const value = details[field]
        return sum + (typeof value === 'number' ? value : 0)
      }, 0),
    distinct: (field) => new Set(entries.map(({ details }) => details[field])).size,
    source: typeof source === 'string' ? source : '',
  }
}
