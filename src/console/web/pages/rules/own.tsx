import { Button, Code, EmptyState, Group, Menu, Text } from '@mantine/core'
import { IconPencil, IconPlus, IconTags, IconTrash, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DotsMenu } from '../../components/cells.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { FilterSelect } from '../../components/filters.tsx'
import { listed } from '../../components/list-page.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { counted, When } from '../../components/values.tsx'
import { useDeleteRules } from './changes.tsx'
import { allDocuments, categoryChoices, documentsOf, rulesQuery, type Rule } from './data.ts'
import { DocumentsFilter, RuleSearchInput, type RuleListProps } from './list.tsx'

const types = [
  { value: 'label', label: 'Labels' },
  { value: 'value', label: 'Values' },
]

const documents = [
  { value: 'all', label: `Rules for ${allDocuments.toLowerCase()}` },
  ...categoryChoices,
]

const noneChosen: ReadonlySet<string> = new Set()

/** The organisation's own rules. */
export function OwnRules({ onImport, ...list }: RuleListProps & { onImport: () => void }) {
  const { search, onSearch, onDraft } = list
  const rules = useQuery(rulesQuery(search))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(noneChosen)
  const deleteRules = useDeleteRules(() => setChosen(noneChosen))
  const { sort, type, category, search: text } = search
  return (
    <>
      <Group mb="md" gap="sm">
        <RuleSearchInput label="Search labels, fields and values" {...list} />
        <TypeFilter {...list} />
        <DocumentsFilter all="Any documents" choices={documents} {...list} />
        <DeleteChosen count={chosen.size} onClick={() => deleteRules([...chosen], '')} />
      </Group>
      <DataTable
        label="Rename rules"
        columns={ruleColumns({
          onEdit: onDraft,
          onDelete: ({ id, from }) => deleteRules([id], from),
        })}
        idOf={(rule) => rule.id}
        sort={{ by: sort === 'newest' ? 'updated' : 'from', isDescending: sort === 'newest' }}
        onSort={({ by }) => onSearch({ sort: by === 'updated' ? 'newest' : undefined })}
        selection={{ ids: chosen, onChange: setChosen, nameOf: (rule) => rule.from }}
        empty={
          <NoRules
            isFiltered={type !== undefined || category !== undefined || text !== undefined}
            onCreate={() => onDraft({ type: 'label', from: '', to: '' })}
            onImport={onImport}
            onAll={() => onSearch({ type: undefined, category: undefined, search: undefined })}
          />
        }
        {...listed(rules, search.page, (page) => onSearch({ page }))}
      />
    </>
  )
}

function TypeFilter({ search: { type }, onSearch }: RuleListProps) {
  return (
    <FilterSelect
      label="Any kind"
      data={types}
      value={type}
      clear="Any kind again"
      w={{ base: 'calc(50% - 6px)', xs: 180 }}
      onChange={(chosen) => onSearch({ type: chosen })}
    />
  )
}

function DeleteChosen({ count, onClick }: { count: number; onClick: () => void }) {
  if (count === 0) return null
  return (
    <Button
      variant="default"
      c="var(--mantine-color-error)"
      leftSection={<IconTrash size={16} aria-hidden />}
      onClick={onClick}
    >
      Delete {counted(count, 'rule')}…
    </Button>
  )
}

type NoRulesProps = {
  isFiltered: boolean
  onCreate: () => void
  onImport: () => void
  onAll: () => void
}

/** In place of the rules: there are none, or none that was searched for. */
function NoRules({ isFiltered, onCreate, onImport, onAll }: NoRulesProps) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<IconTags aria-hidden />}
        title="No rule fits"
        description="Search for something else, or look among the built-in labels."
      >
        <EmptyState.Actions>
          <Button variant="default" onClick={onAll}>
            Show all rules
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconTags aria-hidden />}
      title="No rules yet"
      description="Daybook knows what most documents print. What it does not know is listed under “Unknown”, each with a rule one click away."
    >
      <EmptyState.Actions>
        <Button
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={onImport}
        >
          Bring rules in
        </Button>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
          New rule
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  )
}

type Inputs = { onEdit(rule: Rule): void; onDelete(rule: Rule): void }

function ruleColumns(inputs: Inputs): Column<Rule>[] {
  return [
    {
      key: 'from',
      title: 'The document says',
      isMain: true,
      canSort: true,
      cell: ({ from }) => <Words fw={600}>{from}</Words>,
    },
    { key: 'to', title: 'Becomes', cell: (rule) => <Becomes rule={rule} /> },
    { key: 'type', title: 'Kind', cell: (rule) => <Kind rule={rule} /> },
    {
      key: 'category',
      title: 'In',
      cell: ({ category }) => <OneLine>{documentsOf(category)}</OneLine>,
    },
    {
      key: 'updated',
      title: 'Changed',
      canSort: true,
      cell: ({ updatedAt }) => <When at={updatedAt} dateOnly />,
    },
    menuColumn((rule) => <Actions rule={rule} {...inputs} />),
  ]
}

/** What somebody typed, or a document printed: of any length. */
export function Words({ children, fw = 400 }: { children: string; fw?: number }) {
  return (
    <Text size="sm" fw={fw} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  )
}

/** The name of a field. */
export function Field({ children }: { children: string }) {
  return (
    <Text size="sm" component="div">
      <Code>{children}</Code>
    </Text>
  )
}

export function OneLine({ children }: { children: string }) {
  return (
    <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
      {children}
    </Text>
  )
}

function Becomes({ rule: { type, to } }: { rule: Rule }) {
  if (type === 'label') return <Field>{to}</Field>
  if (to === '') return 'nothing'
  return <Words>{to}</Words>
}

function Kind({ rule: { key } }: { rule: Rule }) {
  if (key === null) return 'Label'
  return (
    <Text size="sm" component="div">
      Value of <Code>{key}</Code>
    </Text>
  )
}

function Actions({ rule, onEdit, onDelete }: { rule: Rule } & Inputs) {
  return (
    <DotsMenu label={`Actions for ${rule.from}`}>
      <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onEdit(rule)}>
        Change…
      </Menu.Item>
      <Menu.Item
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => onDelete(rule)}
      >
        Delete…
      </Menu.Item>
    </DotsMenu>
  )
}
