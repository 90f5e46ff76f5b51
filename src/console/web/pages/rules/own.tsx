import { Button, Code, EmptyState, Group, Text } from '@mantine/core'
import { IconPencil, IconPlus, IconTags, IconTrash, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconButton, MenuAction } from '../../components/buttons.tsx'
import { DotsMenu } from '../../components/cells.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { cleared, Filters, isFiltered, type Filter } from '../../components/filters.tsx'
import { listed } from '../../components/list-page.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { counted, When } from '../../components/values.tsx'
import { useDeleteRules } from './changes.tsx'
import {
  allDocuments,
  categoryChoices,
  documentsFilter,
  documentsOf,
  rulesQuery,
  type Rule,
  type RulesProps,
} from './data.ts'

const filters: readonly Filter[] = [
  { by: 'text', label: 'Search labels, fields and values' },
  {
    by: 'choice',
    key: 'type',
    label: 'Any kind',
    choices: [
      { value: 'label', label: 'Labels' },
      { value: 'value', label: 'Values' },
    ],
  },
  {
    ...documentsFilter,
    choices: [
      { value: 'all', label: `Rules for ${allDocuments.toLowerCase()}` },
      ...categoryChoices,
    ],
  },
]

const noneChosen: ReadonlySet<string> = new Set()

/** The organisation's own rules. */
export function OwnRules({ onImport, ...list }: RulesProps & { onImport: () => void }) {
  const { search, change, onDraft } = list
  const rules = useQuery(rulesQuery(search))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(noneChosen)
  const deleteRules = useDeleteRules(() => setChosen(noneChosen))
  const isNewest = search.sort === 'newest'
  return (
    <>
      <Group gap="sm" align="flex-start">
        <Filters label="Rename rules" filters={filters} list={list} />
        {chosen.size > 0 && (
          <IconButton
            icon={IconTrash}
            variant="default"
            c="var(--mantine-color-error)"
            mb="md"
            onClick={() => deleteRules([...chosen], '')}
          >
            Delete {counted(chosen.size, 'rule')}…
          </IconButton>
        )}
      </Group>
      <DataTable
        label="Rename rules"
        columns={columnsOf(onDraft, ({ id, from }) => deleteRules([id], from))}
        idOf={({ id }) => id}
        sort={{ by: isNewest ? 'updated' : 'from', isDescending: isNewest }}
        onSort={({ by }) => change({ sort: by === 'updated' ? 'newest' : undefined })}
        selection={{ ids: chosen, onChange: setChosen, nameOf: ({ from }) => from }}
        empty={
          isFiltered(filters, search) ? (
            <NoMatch onAll={() => change(cleared(filters))} />
          ) : (
            <NoRules
              onCreate={() => onDraft({ type: 'label', from: '', to: '' })}
              onImport={onImport}
            />
          )
        }
        {...listed(rules, search.page, (page) => change({ page }))}
      />
    </>
  )
}

function NoMatch({ onAll }: { onAll: () => void }) {
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

function NoRules({ onCreate, onImport }: { onCreate: () => void; onImport: () => void }) {
  return (
    <EmptyState
      icon={<IconTags aria-hidden />}
      title="No rules yet"
      description="Daybook knows what most documents print. What it does not know is listed under “Unknown”, each with a rule one click away."
    >
      <EmptyState.Actions>
        <IconButton icon={IconUpload} variant="default" onClick={onImport}>
          Bring rules in
        </IconButton>
        <IconButton icon={IconPlus} onClick={onCreate}>
          New rule
        </IconButton>
      </EmptyState.Actions>
    </EmptyState>
  )
}

type OnRule = (rule: Rule) => void

function columnsOf(onEdit: OnRule, onDelete: OnRule): Column<Rule>[] {
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
    menuColumn((rule) => (
      <DotsMenu label={`Actions for ${rule.from}`}>
        <MenuAction icon={IconPencil} onClick={() => onEdit(rule)}>
          Change…
        </MenuAction>
        <MenuAction icon={IconTrash} isRed onClick={() => onDelete(rule)}>
          Delete…
        </MenuAction>
      </DotsMenu>
    )),
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
