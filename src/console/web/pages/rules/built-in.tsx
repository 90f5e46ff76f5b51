import { Code, EmptyState, Group, Text } from '@mantine/core'
import { IconTags } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { DataTable } from '../../components/data-table.tsx'
import { listed } from '../../components/list-page.tsx'
import type { Column } from '../../components/table.tsx'
import { builtInQuery, documentsOf, type BuiltIn } from './data.ts'
import { DocumentsFilter, RuleSearchInput, type RuleListProps } from './list.tsx'
import { OneLine } from './own.tsx'

const builtInPlaces = { metadata: 'Head', line: 'Lines' } as const

const builtInColumns: Column<BuiltIn>[] = [
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
    cell: ({ place }) => (place === null ? 'Head and lines' : builtInPlaces[place]),
  },
]

/** The labels that Daybook knows by itself. */
export function BuiltInLabels(list: RuleListProps) {
  const builtIn = useQuery(builtInQuery(list.search))
  return (
    <>
      <Text size="sm" c="dimmed" mb="md" maw="75ch">
        These labels need no rule. Capitals and signs do not matter, “No” also stands for “Number”,
        “Amt” for “Amount”. A rule of yours for the same label comes first.
      </Text>
      <Group mb="md" gap="sm">
        <RuleSearchInput label="Search labels and fields" {...list} />
        <DocumentsFilter all="Any documents" {...list} />
      </Group>
      <DataTable
        label="Built-in labels"
        columns={builtInColumns}
        idOf={(row) => JSON.stringify([row.category, row.place, row.key])}
        empty={
          <EmptyState
            icon={<IconTags aria-hidden />}
            title="No built-in label fits"
            description="Search for something else, or make a rule of your own for it."
          />
        }
        {...listed(builtIn, list.search.page, (page) => list.onSearch({ page }))}
      />
    </>
  )
}
