import { Badge, EmptyState, Stack, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../../parts/data-table.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import type { Column } from '../../parts/table-props.ts'
import { When } from '../../parts/when.tsx'
import { useSignedIn } from '../../state.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { activityQuery, type ActivitySearch, type Entry } from './activity-query.ts'
import { entryWords } from './entry-words.ts'
import { kindNames } from './kinds.ts'

const route = getRouteApi('/shell/activity')

/** What was done in this shop, by whom and when. Nothing of it is ever changed or deleted. */
export function ActivityPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { user } = useSignedIn()
  const activity = useQuery(activityQuery(search))
  const isOwner = user.role === 'owner'
  const choose = (chosen: ActivitySearch) => void navigate({ search: chosen })
  return (
    <>
      <PageHeader title="Activity">
        {isOwner
          ? 'What was done in this shop, by whom and when. It is kept for good: nothing in it can be changed or deleted.'
          : 'What you and your programs did here, and when.'}
      </PageHeader>
      <ActivityFilters search={search} onChange={choose} offersPeople={isOwner} />
      <DataTable
        label="Activity"
        columns={columns}
        rows={activity.data?.items}
        idOf={(entry) => entry.id}
        error={activity.error}
        onRetry={() => void activity.refetch()}
        empty={<NothingDone isFiltered={hasFilters(search)} />}
        {...(activity.data === undefined
          ? {}
          : {
              paging: {
                page: search.page ?? 1,
                size: activity.data.size,
                total: activity.data.total,
                onChange: (page: number) => choose({ ...search, page }),
              },
            })}
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
    cell: ({ kind }) =>
      kind !== null && (
        <Badge variant="default" tt="none" fw={500}>
          {kindNames[kind]}
        </Badge>
      ),
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

function hasFilters(search: ActivitySearch): boolean {
  return Object.keys(search).some((key) => key !== 'page')
}

function NothingDone({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      py="xl"
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
