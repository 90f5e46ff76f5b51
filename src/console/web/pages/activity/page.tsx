import { Badge, Button, EmptyState, Group, Select, Stack, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../../components/data-table.tsx'
import { DayInput } from '../../components/day-inputs.tsx'
import { listed } from '../../components/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import type { Column } from '../../components/table.tsx'
import { When } from '../../components/values.tsx'
import { isNarrowed, type SearchChange } from '../../search.ts'
import { useSignedIn } from '../../state.ts'
import {
  activityKinds,
  activityQuery,
  activitySearch,
  kindNames,
  peopleQuery,
  type ActivitySearch,
  type Entry,
} from './data.ts'
import { entryWords } from './entry-words.ts'

const route = getRouteApi('/shell/activity')

/** The account history: what was done, by whom and when. Nothing of it is ever changed or deleted. */
export function ActivityPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { user } = useSignedIn()
  const activity = useQuery(activityQuery(search))
  const isOwner = user.role === 'owner'
  const change = (changed: SearchChange<ActivitySearch>) =>
    void navigate({
      search: (before) => activitySearch({ ...before, page: undefined, ...changed }),
    })
  return (
    <>
      <PageHeader title="Activity">
        {isOwner
          ? 'Who signed in, and what was done with keys, users, rules, names, documents, deliveries and orders. It is kept for good: nothing in it can be changed or deleted.'
          : 'What you and your programs did here, and when.'}
      </PageHeader>
      <ActivityFilters
        search={search}
        onChange={change}
        onClear={() => void navigate({ search: {} })}
        offersPeople={isOwner}
      />
      <DataTable
        label="Activity"
        columns={columns}
        idOf={(entry) => entry.id}
        empty={<NothingDone isFiltered={isNarrowed(search)} />}
        {...listed(activity, search.page, (page) => change({ page }))}
      />
    </>
  )
}

const columns: readonly Column<Entry>[] = [
  {
    key: 'what',
    title: 'What',
    isMain: true,
    cell: (entry) => <Text size="sm">{entryWords(entry)}</Text>,
  },
  { key: 'by', title: 'By', width: '16rem', cell: (entry) => <Doer entry={entry} /> },
  {
    key: 'kind',
    title: 'About',
    width: '12rem',
    cell: ({ kind }) => kind !== null && <Badge variant="default">{kindNames[kind]}</Badge>,
  },
  { key: 'at', title: 'When', width: '13rem', cell: ({ at }) => <When at={at} /> },
]

function Doer({ entry: { by, keyName, action } }: { entry: Entry }) {
  if (by === null) return action === 'sign-in refused' ? 'somebody' : 'Daybook'
  return (
    <Stack gap={2}>
      <Text size="sm">{by.name}</Text>
      {keyName !== null && (
        <Text size="xs" c="dimmed">
          key “{keyName}”
        </Text>
      )}
    </Stack>
  )
}

function NothingDone({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      icon={<IconHistory aria-hidden />}
      title={isFiltered ? 'Nothing like that was done' : 'Nothing was done yet'}
      description={
        isFiltered
          ? 'Choose other days, another person or another kind.'
          : 'What you do here, and what your programs fetch, is listed here.'
      }
    />
  )
}

type ActivityFiltersProps = {
  search: ActivitySearch
  onChange: (change: SearchChange<ActivitySearch>) => void
  onClear: () => void
  /** Members see only what they did themselves. */
  offersPeople: boolean
}

const kinds = activityKinds.map((kind) => ({ value: kind, label: kindNames[kind] }))

/** What of the activity is shown. */
export function ActivityFilters({ search, onChange, onClear, offersPeople }: ActivityFiltersProps) {
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <Select
        label="About"
        placeholder="Everything"
        data={kinds}
        value={search.kind ?? null}
        onChange={(kind) => onChange({ kind })}
        clearable
        clearButtonProps={{ 'aria-label': 'Everything' }}
        flex={{ base: '1 1 8rem', xs: '0 0 200px' }}
      />
      {offersPeople && (
        <People value={search.person ?? null} onChange={(person) => onChange({ person })} />
      )}
      <DayInput
        label="From"
        placeholder="First day"
        value={search.from ?? null}
        onChange={(day) => onChange({ from: day })}
        flex={{ base: '1 1 8rem', xs: '0 0 170px' }}
      />
      <DayInput
        label="To"
        placeholder="Last day"
        value={search.to ?? null}
        onChange={(day) => onChange({ to: day })}
        flex={{ base: '1 1 8rem', xs: '0 0 170px' }}
      />
      {isNarrowed(search) && (
        <Button variant="subtle" onClick={onClear}>
          Show everything
        </Button>
      )}
    </Group>
  )
}

function People({
  value,
  onChange,
}: {
  value: string | null
  onChange: (person: string | null) => void
}) {
  const people = useQuery(peopleQuery)
  return (
    <Select
      label="Person"
      placeholder="Everybody"
      data={people.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      value={value}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Everybody' }}
      nothingFoundMessage="Nobody is called that"
      flex={{ base: '1 1 8rem', xs: '0 0 220px' }}
    />
  )
}
