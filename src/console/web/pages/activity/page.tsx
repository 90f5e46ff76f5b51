import { Badge } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Noted } from '../../components/cells.tsx'
import type { Filter } from '../../components/filters.tsx'
import { ListPage } from '../../components/list-page.tsx'
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

/** The account history: what was done, by whom and when. Nothing of it is ever changed or deleted. */
export function ActivityPage() {
  const isOwner = useSignedIn().user.role === 'owner'
  const list = useList(activitySearch, activityQuery)
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
          ? 'Who signed in, and what was done with keys, users, rules, names, documents, deliveries and orders. It is kept for good: nothing in it can be changed or deleted.'
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
        // Members see only what they did themselves.
        ...(isOwner ? [person] : []),
        { by: 'day', key: 'from', label: 'From' },
        { by: 'day', key: 'to', label: 'To' },
      ]}
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

const columns: readonly Column<Entry>[] = [
  { key: 'what', title: 'What', isMain: true, cell: entryWords, value: entryWords },
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
    kind: 'time',
    width: '13rem',
    cell: ({ at }) => <When at={at} />,
    value: ({ at }) => at,
  },
]

function Doer({ entry }: { entry: Entry }) {
  const { by, keyName } = entry
  if (by === null) return doerName(entry)
  return <Noted note={keyName !== null && `key “${keyName}”`}>{by.name}</Noted>
}

function doerName({ by, action }: Entry): string {
  return by?.name ?? (action === 'sign-in refused' ? 'somebody' : 'Daybook')
}
