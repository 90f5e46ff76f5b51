import { EmptyState, Group, SegmentedControl, Text } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { DataTable } from '../../parts/data-table.tsx'
import { formatCount } from '../../parts/money.tsx'
import { DocumentsFilter, RuleSearchInput } from './list-filters.tsx'
import { pagingOf, type RuleListProps } from './list-props.ts'
import { unknownQuery } from './rules-query.ts'
import { unknownLabelColumns, unknownValueColumns } from './unknown-columns.tsx'

/** Labels and values in the newest scans that no rule knows. */
export function UnknownNames(list: RuleListProps) {
  const { search, onDraft } = list
  const unknown = useQuery(unknownQuery(search))
  const { data } = unknown
  const { kind = 'labels', category, search: text } = search
  const common = {
    error: unknown.error,
    onRetry: () => void unknown.refetch(),
    empty: <NothingUnknown kind={kind} isFiltered={text !== undefined || category !== undefined} />,
    ...pagingOf(data, list),
  }
  return (
    <>
      <Filters {...list} counts={data} />
      {kind === 'labels' ? (
        <DataTable
          label="Labels that no rule knows"
          columns={unknownLabelColumns(onDraft)}
          rows={data?.kind === 'labels' ? data.items : undefined}
          idOf={(row) => JSON.stringify([row.category, row.label])}
          {...common}
        />
      ) : (
        <DataTable
          label="Values that no rule knows"
          columns={unknownValueColumns(onDraft)}
          rows={data?.kind === 'values' ? data.items : undefined}
          idOf={(row) => JSON.stringify([row.category, row.key, row.value])}
          {...common}
        />
      )}
      {data !== undefined && data.scans > 0 && (
        <Text size="xs" c="dimmed" mt="sm">
          Looked for in the newest {data.scans === 1 ? 'scan' : `${formatCount(data.scans)} scans`}.
          A label without a rule is delivered as it was read.
        </Text>
      )}
    </>
  )
}

type Counts = { labels: number; values: number }

function Filters({ counts, ...list }: RuleListProps & { counts: Counts | undefined }) {
  const { search, onSearch } = list
  const { kind = 'labels' } = search
  return (
    <Group mb="md" gap="sm">
      <SegmentedControl
        aria-label="Labels or values"
        data={[
          { value: 'labels', label: withCount('Labels', counts?.labels) },
          { value: 'values', label: withCount('Values', counts?.values) },
        ]}
        value={kind}
        onChange={(next) => onSearch({ kind: next === 'values' ? 'values' : undefined })}
      />
      <RuleSearchInput
        label={kind === 'labels' ? 'Search labels and examples' : 'Search fields and values'}
        {...list}
      />
      <DocumentsFilter all="Any documents" {...list} />
    </Group>
  )
}

function withCount(word: string, count: number | undefined): string {
  return count === undefined ? word : `${word} (${formatCount(count)})`
}

function NothingUnknown({ kind, isFiltered }: { kind: 'labels' | 'values'; isFiltered: boolean }) {
  const what = kind === 'labels' ? 'label' : 'value'
  return (
    <EmptyState
      py="xl"
      icon={<IconChecks aria-hidden />}
      title={isFiltered ? `No unknown ${what} fits` : `Every ${what} is known`}
      description={
        isFiltered
          ? 'Search for something else.'
          : `When a new scan has a ${what} that no rule knows, it is listed here. There is nothing to do now.`
      }
    />
  )
}
