import { Badge, Code, EmptyState, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../../components/data-table.tsx'
import { listed } from '../../components/list-page.tsx'
import type { Column } from '../../components/table.tsx'
import { formatCount, When } from '../../components/values.tsx'
import { callsQuery, type Call } from './data.ts'
import {
  callWords,
  outcomeOf,
  resultWords,
  shortPath,
  type CallResult,
  type Outcome,
} from './words.ts'

const callRoute = getRouteApi('/shell/integrations/$id')

const results = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
]

/** The last calls of a key, the newest first. */
export function Calls({ id }: { id: string }) {
  const { page = 1, result } = callRoute.useSearch()
  const navigate = callRoute.useNavigate()
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

const signs: Readonly<Record<Outcome, { sign: string; color: string }>> = {
  good: { sign: '✓', color: 'inherit' },
  partly: { sign: '!', color: 'orange' },
  failed: { sign: '✕', color: 'var(--mantine-color-error)' },
}

/** How a call ended: its HTTP status, what that means, and how many of its rows were refused. */
export function StatusBadge({ result }: { result: CallResult }) {
  const { sign, color } = signs[outcomeOf(result)]
  return (
    <Badge
      variant="default"
      leftSection={sign}
      c={color}
      h="auto"
      mih="1.25rem"
      maw="100%"
      styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
    >
      {resultWords(result)}
    </Badge>
  )
}
