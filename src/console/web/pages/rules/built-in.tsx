import { Code, EmptyState, Text } from '@mantine/core'
import { IconTags } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { DataTable } from '../../components/data-table.tsx'
import { Filters } from '../../components/filters.tsx'
import { listed } from '../../components/list-page.tsx'
import type { Column } from '../../components/table.tsx'
import {
  builtInQuery,
  documentsFilter,
  documentsOf,
  type BuiltIn,
  type RulesProps,
} from './data.ts'
import { OneLine } from './own.tsx'

const places = { metadata: 'Head', line: 'Lines' } as const

const columns: Column<BuiltIn>[] = [
  { key: 'key', title: 'Field', isMain: true, cell: ({ key }) => <Code>{key}</Code> },
  {
    key: 'labels',
    title: 'Labels that stand for it',
    cell: ({ labels }) => <Text size="sm">{labels.join(' · ')}</Text>,
  },
  {
    key: 'category',
    title: 'In',
    cell: ({ category }) => <OneLine>{documentsOf(category)}</OneLine>,
  },
  {
    key: 'place',
    title: 'Where',
    cell: ({ place }) => (place === null ? 'Head and lines' : places[place]),
  },
]

/** The labels that Daybook knows by itself. */
export function BuiltInLabels({ search, change }: RulesProps) {
  const builtIn = useQuery(builtInQuery(search))
  return (
    <>
      <Text size="sm" c="dimmed" mb="md" maw="75ch">
        These labels need no rule. Capitals and signs do not matter, “No” also stands for “Number”,
        “Amt” for “Amount”. A rule of yours for the same label comes first.
      </Text>
      <Filters
        label="Built-in labels"
        filters={[{ by: 'text', label: 'Search labels and fields' }, documentsFilter]}
        list={{ search, change }}
      />
      <DataTable
        label="Built-in labels"
        columns={columns}
        idOf={(row) => JSON.stringify([row.category, row.place, row.key])}
        empty={
          <EmptyState
            icon={<IconTags aria-hidden />}
            title="No built-in label fits"
            description="Search for something else, or make a rule of your own for it."
          />
        }
        {...listed(builtIn, search.page, (page) => change({ page }))}
      />
    </>
  )
}
