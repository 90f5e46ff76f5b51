import { Badge, Button, Code, EmptyState, Menu, Tabs, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconTableImport, IconTags, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ExcelItem } from '../../components/list-export.tsx'
import { KeyedAddButton, MenuAction } from '../../components/buttons.tsx'
import { DataTable, type Column } from '../../components/table.tsx'
import { Filters } from '../../components/filters.tsx'
import { listed, useAddress } from '../../components/use-list.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { counted, formatCount } from '../../components/values.tsx'
import { ChangeProgress } from './changes.tsx'
import {
  builtInQuery,
  documentsFilter,
  documentsOf,
  ruleSearch,
  unknownQuery,
  type BuiltIn,
  type RuleDraft,
  type RulesProps,
} from './data.ts'
import { RuleDialog } from './form.tsx'
import { ImportRules } from './import.tsx'
import { OneLine, OwnRules } from './own.tsx'
import { UnknownNames } from './unknown.tsx'

export function RulesPage() {
  const address = useAddress(ruleSearch)
  const [draft, setDraft] = useState<RuleDraft | null>(null)
  const [isImporting, importing] = useDisclosure()
  const lists: RulesProps = { ...address, onDraft: setDraft }
  return (
    <>
      <PageHeader
        title="Rename rules"
        actions={
          <>
            <CsvMenu onImport={importing.open} />
            <KeyedAddButton
              add={{
                label: 'New rule',
                onClick: () => setDraft({ type: 'label', from: '', to: '' }),
              }}
            />
          </>
        }
      >
        Every document prints its labels in its own way. A rule says which field a label stands for,
        or what a value is delivered as. A new rule also changes what waits.
      </PageHeader>
      <ChangeProgress />
      <RuleTabs lists={lists} onImport={importing.open} />
      <RuleDialog draft={draft} onClose={() => setDraft(null)} />
      <ImportRules isOpen={isImporting} onClose={importing.close} />
    </>
  )
}

function RuleTabs({ lists, onImport }: { lists: RulesProps; onImport: () => void }) {
  const navigate = useNavigate()
  const open = (view: string | null) =>
    void navigate({ to: '/rules', search: ruleSearch({ view }) })
  return (
    <Tabs value={lists.search.view ?? 'own'} onChange={open} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="own">Your rules</Tabs.Tab>
        <Tabs.Tab value="unknown" rightSection={<UnknownCount />}>
          Unknown
        </Tabs.Tab>
        <Tabs.Tab value="built-in">Built in</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="own">
        <OwnRules {...lists} onImport={onImport} />
      </Tabs.Panel>
      <Tabs.Panel value="unknown">
        <UnknownNames {...lists} />
      </Tabs.Panel>
      <Tabs.Panel value="built-in">
        <BuiltInLabels {...lists} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** The number of labels and values without a rule. */
function UnknownCount() {
  const { data } = useQuery(unknownQuery({}))
  const count = data === undefined ? 0 : data.labels + data.values
  if (data === undefined || count === 0) return null
  return (
    <Badge
      size="sm"
      variant="default"
      aria-label={`${counted(data.labels, 'label')}, ${counted(data.values, 'value')}`}
    >
      {formatCount(count)}
    </Badge>
  )
}

function CsvMenu({ onImport }: { onImport: () => void }) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconTableImport size={16} aria-hidden />}>
          CSV or Excel
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuAction icon={IconUpload} onClick={onImport}>
          Bring rules in…
        </MenuAction>
        <Menu.Item
          component="a"
          href="/console/api/rules/export"
          download="rename-rules.csv"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download as CSV
        </Menu.Item>
        <ExcelItem href="/console/api/rules/export" name="rename-rules">
          Download as Excel
        </ExcelItem>
      </Menu.Dropdown>
    </Menu>
  )
}

const places = { head: 'Head', line: 'Lines' } as const

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
        columns={builtInColumns}
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
