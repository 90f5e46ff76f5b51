import { Code, Text } from '@mantine/core'
import { IconPencil, IconPlus, IconTags, IconTrash, IconUpload } from '@tabler/icons-react'
import { IconButton, MenuAction } from '../../components/buttons.tsx'
import { DotsMenu } from '../../components/cells.tsx'
import { choiceFilter, type Filter } from '../../components/filters.tsx'
import { List } from '../../components/list.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { useListAt } from '../../components/use-list.ts'
import { counted } from '../../components/values.tsx'
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
  choiceFilter('type', 'Any kind', { label: 'Labels', value: 'Values' }),
  {
    ...documentsFilter,
    choices: [
      { value: 'all', label: `Rules for ${allDocuments.toLowerCase()}` },
      ...categoryChoices,
    ],
  },
]

/** The organisation's own rules. */
export function OwnRules({ onImport, ...page }: RulesProps & { onImport: () => void }) {
  const { onDraft } = page
  const list = useListAt(page, rulesQuery)
  const deleteRules = useDeleteRules()
  return (
    <List
      name="rules"
      label="Rename rules"
      list={list}
      filters={filters}
      columns={columnsOf(onDraft, ({ id, from }) => deleteRules([id], from))}
      order={{ by: 'from', isDescending: false }}
      bulk={{
        nameOf: ({ from }) => from,
        actions: ({ rows, clear }) => (
          <IconButton
            icon={IconTrash}
            variant="default"
            size="xs"
            c="var(--mantine-color-error)"
            onClick={() =>
              deleteRules(
                rows.map(({ id }) => id),
                '',
                clear,
              )
            }
          >
            Delete {counted(rows.length, 'rule')}…
          </IconButton>
        ),
      }}
      empty={{
        icon: IconTags,
        title: 'No rules yet',
        description:
          'Daybook knows what most documents print. What it does not know is listed under “Unknown”, each with a rule one click away.',
        action: (
          <NoRules
            onCreate={() => onDraft({ type: 'label', from: '', to: '' })}
            onImport={onImport}
          />
        ),
      }}
      noMatch={{
        title: 'No rule fits',
        description: 'Search for something else, or look among the built-in labels.',
      }}
    />
  )
}

function NoRules({ onCreate, onImport }: { onCreate: () => void; onImport: () => void }) {
  return (
    <>
      <IconButton icon={IconUpload} variant="default" onClick={onImport}>
        Bring rules in
      </IconButton>
      <IconButton icon={IconPlus} onClick={onCreate}>
        New rule
      </IconButton>
    </>
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
      value: ({ from }) => from,
      cell: ({ from }) => <Words fw={600}>{from}</Words>,
    },
    {
      key: 'to',
      title: 'Becomes',
      cell: (rule) => <Becomes rule={rule} />,
      value: ({ to }) => to,
    },
    {
      key: 'type',
      title: 'Kind',
      cell: (rule) => <Kind rule={rule} />,
      value: ({ key }) => (key === null ? 'Label' : `Value of ${key}`),
    },
    {
      key: 'category',
      title: 'In',
      value: ({ category }) => documentsOf(category),
      cell: ({ category }) => <OneLine>{documentsOf(category)}</OneLine>,
    },
    {
      key: 'updated',
      title: 'Changed',
      kind: 'time',
      canSort: true,
      value: ({ updatedAt }) => updatedAt,
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

/** A text of any length that a person typed or a document printed. */
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
