import { Code, Menu, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { DotsMenu } from '../../components/cells.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { When } from '../../components/values.tsx'
import type { Rule } from './rules-query.ts'
import { documentsOf } from './words.ts'

type Inputs = { onEdit(rule: Rule): void; onDelete(rule: Rule): void }

export function ruleColumns(inputs: Inputs): Column<Rule>[] {
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
