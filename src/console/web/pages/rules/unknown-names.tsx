import { Checkbox, EmptyState, Group, SegmentedControl, Text } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../components/values.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { listed } from '../../components/list-page.tsx'
import { DocumentsFilter, RuleSearchInput } from './list-filters.tsx'
import type { RuleListProps } from './list-props.ts'
import { unknownQuery } from './rules-query.ts'
import { unknownLabelColumns, unknownValueColumns } from './unknown-columns.tsx'

/** Labels and values in the newest scans that no rule knows. */
export function UnknownNames(list: RuleListProps) {
  const { search, onSearch, onDraft } = list
  const unknown = useQuery(unknownQuery(search))
  const { data } = unknown
  const { kind = 'labels', category, search: text, show } = search
  const isDismissed = show === 'dismissed'
  const common = {
    ...listed<unknown>(unknown, search.page, (page) => onSearch({ page })),
    empty: (
      <NothingUnknown
        kind={kind}
        isFiltered={text !== undefined || category !== undefined}
        isDismissed={isDismissed}
      />
    ),
  }
  return (
    <>
      <Filters {...list} counts={data} />
      {kind === 'labels' ? (
        <DataTable
          label="Labels that no rule knows"
          columns={unknownLabelColumns({ isDismissed, onDraft })}
          {...common}
          rows={data?.kind === 'labels' ? data.items : undefined}
          idOf={(row) => JSON.stringify([row.category, row.label])}
        />
      ) : (
        <DataTable
          label="Values that no rule knows"
          columns={unknownValueColumns({ isDismissed, onDraft })}
          {...common}
          rows={data?.kind === 'values' ? data.items : undefined}
          idOf={(row) => JSON.stringify([row.category, row.key, row.value])}
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

type Counts = { labels: number; values: number; dismissed: number }

function Filters({ counts, ...list }: RuleListProps & { counts: Counts | undefined }) {
  const { search, onSearch } = list
  const { kind = 'labels', show } = search
  const dismissed = counts?.dismissed ?? 0
  return (
    <Group mb="md" gap="sm">
      <SegmentedControl
        aria-label="Labels or values"
        data={[
          { value: 'labels', label: withCount('Labels', counts?.labels) },
          { value: 'values', label: withCount('Values', counts?.values) },
        ]}
        value={kind}
        onChange={(next) =>
          onSearch({ kind: next === 'values' ? 'values' : undefined, show: undefined })
        }
      />
      <RuleSearchInput
        label={kind === 'labels' ? 'Search labels and examples' : 'Search fields and values'}
        {...list}
      />
      <DocumentsFilter all="Any documents" {...list} />
      {(dismissed > 0 || show !== undefined) && (
        <Checkbox
          label={withCount('Those that need no rule', dismissed)}
          checked={show !== undefined}
          onChange={({ currentTarget: { checked } }) =>
            onSearch({ show: checked ? 'dismissed' : undefined })
          }
        />
      )}
    </Group>
  )
}

function withCount(word: string, count: number | undefined): string {
  return count === undefined ? word : `${word} (${formatCount(count)})`
}

type NothingUnknownProps = {
  kind: 'labels' | 'values'
  isFiltered: boolean
  isDismissed: boolean
}

function NothingUnknown({ kind, isFiltered, isDismissed }: NothingUnknownProps) {
  const what = kind === 'labels' ? 'label' : 'value'
  if (isFiltered) {
    return (
      <EmptyState
        icon={<IconChecks aria-hidden />}
        title={`No unknown ${what} fits`}
        description="Search for something else."
      />
    )
  }
  return (
    <EmptyState
      icon={<IconChecks aria-hidden />}
      title={isDismissed ? `Every unknown ${what} is listed` : `Every ${what} is known`}
      description={
        isDismissed
          ? `A ${what} of which you say that it needs no rule is kept here.`
          : `When a new scan has a ${what} that no rule knows, it is listed here. There is nothing to do now.`
      }
    />
  )
}
