import { Badge, EmptyState, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount } from '../../components/values.tsx'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/table.tsx'
import type { Outcome, RowResult } from './import-rows.ts'
import { countOf, outcomeColours, outcomes, outcomeWords } from './outcome-words.ts'
import { RowDetails } from './row-details.tsx'

/** Rows on a page. */
const pageSize = 50

type ResultRowsProps = {
  results: readonly RowResult[]
  /** What will become of them, not what became of them. */
  isPreview?: boolean
}

/** The rows of the file with what becomes of each, by what becomes of them. */
export function ResultRows({ results, isPreview = false }: ResultRowsProps) {
  const [chosen, setChosen] = useState<Outcome>()
  const [page, setPage] = useState(1)
  const shown = outcomes.filter((outcome) => countOf(results, outcome) > 0)
  const outcome = chosen !== undefined && shown.includes(chosen) ? chosen : shown[0]
  const rows = results.filter((row) => row.outcome === outcome)
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="Which rows"
        style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
        value={outcome ?? 'created'}
        data={shown.map((one) => ({
          value: one,
          label: `${outcomeWords[one]} (${formatCount(countOf(results, one))})`,
        }))}
        onChange={(value) => {
          setChosen(outcomes.find((one) => one === value))
          setPage(1)
        }}
      />
      <DataTable
        label={isPreview ? 'What will happen' : 'What happened'}
        columns={columns}
        rows={rows.slice((page - 1) * pageSize, page * pageSize)}
        idOf={({ row }) => String(row)}
        onRetry={() => setPage(1)}
        empty={<EmptyState icon={<IconSearchOff aria-hidden />} title="No rows" />}
        paging={{ page, size: pageSize, total: rows.length, onChange: setPage }}
      />
    </Stack>
  )
}

const columns: Column<RowResult>[] = [
  { key: 'row', title: 'Row', align: 'right', width: '5rem', cell: ({ row }) => formatCount(row) },
  {
    key: 'product',
    title: 'Product',
    isMain: true,
    width: '34%',
    cell: ({ name, sku }) => (
      <Stack gap={2}>
        <Text size="sm" fw={600} lineClamp={2}>
          {name || 'no name'}
        </Text>
        <Text size="xs" c="dimmed">
          {sku || 'no SKU'}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'outcome',
    title: 'Becomes',
    width: '7rem',
    cell: ({ outcome }) => (
      <Badge variant="light" color={outcomeColours[outcome]} c="var(--mantine-color-text)">
        {outcomeWords[outcome]}
      </Badge>
    ),
  },
  { key: 'details', title: 'Details', cell: (row) => <RowDetails shown={row} /> },
]
