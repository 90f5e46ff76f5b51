import { Anchor, Badge, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Noted } from '../../components/cells.tsx'
import type { Filter } from '../../components/filters.tsx'
import { ListPage } from '../../components/list.tsx'
import { useList } from '../../components/use-list.ts'
import type { Column } from '../../components/table.tsx'
import { When } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import {
  activityKinds,
  activityQuery,
  activitySearch,
  kindNames,
  peopleQuery,
  type Entry,
} from './data.ts'
import { entryWords } from './entry-words.ts'
import { foldRuns, runWords, type Run } from './runs.ts'

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
        {
          by: 'choice',
          key: 'kind',
          label: 'About',
          placeholder: 'About everything',
          choices: activityKinds.map((kind) => ({ value: kind, label: kindNames[kind] })),
        },
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
