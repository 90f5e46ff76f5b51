import { Code, EmptyState, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatCount, When } from '../../components/values.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { listed } from '../../components/list-page.tsx'
import type { Column } from '../../components/table.tsx'
import { callWords, shortPath } from './call-words.ts'
import { callsQuery, type Call } from './integrations-query.ts'
import { StatusBadge } from './status-badge.tsx'

const route = getRouteApi('/shell/integrations/$id')

const results = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
]

/** The last calls of a key, the newest first. */
export function Calls({ id }: { id: string }) {
  const { page = 1, result } = route.useSearch()
  const navigate = route.useNavigate()
  const calls = useQuery(callsQuery(id, { page, ...(result === undefined ? {} : { result }) }))
  return (
    <>
      <Group justify="space-between" mb="sm">
        <SegmentedControl
          data={results}
          value={result ?? 'all'}
          aria-label="Which calls"
          onChange={(chosen) =>
            void navigate({ search: chosen === 'failed' ? { result: 'failed' } : {} })
          }
        />
        <Text size="sm" c="dimmed">
          Daybook keeps the last 200 calls of each key.
        </Text>
      </Group>
      <DataTable
        label="Calls"
        columns={columns}
        idOf={(call) => String(call.id)}
        empty={<NoCalls isFailed={result === 'failed'} />}
        {...listed(
          calls,
          page,
          (next) => void navigate({ search: (before) => ({ ...before, page: next }) }),
        )}
      />
    </>
  )
}

const columns: readonly Column<Call>[] = [
  {
    key: 'what',
    title: 'Call',
    isMain: true,
    cell: (call) => (
      <Stack gap={2} align="flex-start">
        <Text size="sm">{callWords(call)}</Text>
        <Code>
          {call.method} {shortPath(call.path)}
        </Code>
      </Stack>
    ),
  },
  { key: 'at', title: 'When', width: '13rem', cell: ({ at }) => <When at={at} /> },
  {
    key: 'status',
    title: 'Result',
    cell: ({ error, ...result }) => (
      <Stack gap={4} align="flex-start">
        <StatusBadge result={result} />
        {error !== null && (
          <Text size="xs" c="dimmed" maw="28rem">
            {error}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'rows',
    title: 'Rows',
    align: 'right',
    width: '6rem',
    cell: ({ rows }) => formatCount(rows),
  },
  {
    key: 'duration',
    title: 'Took',
    align: 'right',
    width: '7rem',
    cell: ({ durationMs }) => `${formatCount(durationMs)} ms`,
  },
]

function NoCalls({ isFailed }: { isFailed: boolean }) {
  return (
    <EmptyState
      icon={<IconPlugConnectedX aria-hidden />}
      title={isFailed ? 'No call has failed' : 'No program has used this key yet'}
      description={
        isFailed
          ? 'Calls that went wrong or were refused, as a whole or in some rows, are listed here, with the reason.'
          : '“Code to begin with” has lines to copy; a call appears here within seconds.'
      }
    />
  )
}
