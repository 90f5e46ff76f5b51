import { Badge, Button, Menu, Tabs } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconPlus, IconTableImport, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHeader } from '../../components/page-header.tsx'
import { counted, formatCount } from '../../components/values.tsx'
import { BuiltInLabels } from './built-in.tsx'
import { ChangeProgress } from './changes.tsx'
import { ruleSearch, unknownQuery, type RuleSearch } from './data.ts'
import { RuleDialog } from './form.tsx'
import { ImportRules } from './import.tsx'
import type { RuleListProps } from './list.tsx'
import { OwnRules } from './own.tsx'
import { UnknownNames } from './unknown.tsx'
import type { RuleDraft } from './values.ts'

const route = getRouteApi('/shell/rules')

const emptyDraft: RuleDraft = { type: 'label', from: '', to: '' }

export function RulesPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [draft, setDraft] = useState<RuleDraft | null>(null)
  const [isImporting, importing] = useDisclosure()
  const lists: RuleListProps = {
    search,
    onSearch: (change) =>
      void navigate({
        search: (before) => ruleSearch({ ...before, page: undefined, ...change }),
        replace: 'search' in change,
      }),
    onDraft: setDraft,
  }
  return (
    <>
      <PageHeader
        title="Rename rules"
        actions={
          <>
            <CsvMenu onImport={importing.open} />
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setDraft(emptyDraft)}
            >
              New rule
            </Button>
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

function RuleTabs({ lists, onImport }: { lists: RuleListProps; onImport: () => void }) {
  const navigate = route.useNavigate()
  return (
    <Tabs
      value={lists.search.view ?? 'own'}
      onChange={(view) => void navigate({ search: ruleSearch({ view: viewOf(view) }) })}
      keepMounted={false}
    >
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

function viewOf(tab: string | null): RuleSearch['view'] {
  return tab === 'unknown' || tab === 'built-in' ? tab : undefined
}

/** How many labels and values no rule knows. */
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
          CSV file
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUpload size={16} aria-hidden />} onClick={onImport}>
          Bring rules in…
        </Menu.Item>
        <Menu.Item
          component="a"
          href="/console/api/rules/export"
          download="rename-rules.csv"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download all rules
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
