import { Code, Stack, Table, Text } from '@mantine/core'
import type { ExplainedField } from './documents-query.ts'
import { reasonText, valueText } from './reasons.ts'

/** What stands at the head of a document beside what is delivered of it, with the rule that made the difference. */
export function HeadFields({ fields }: { fields: readonly ExplainedField[] }) {
  return (
    <Table
      className="data-table"
      layout="fixed"
      verticalSpacing={6}
      horizontalSpacing="sm"
      aria-label="Head of the document"
      role="table"
    >
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          <Table.Th role="columnheader">On the document</Table.Th>
          <Table.Th role="columnheader">Delivered</Table.Th>
          <Table.Th role="columnheader">Why</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {fields.map((field) => (
          <Table.Tr key={`${field.label ?? ''}\n${field.key ?? ''}`} role="row">
            <Table.Td role="cell" data-title="Printed">
              <Printed field={field} />
            </Table.Td>
            <Table.Td role="cell" data-title="Delivered">
              <Delivered field={field} />
            </Table.Td>
            <Table.Td role="cell" data-title="Why">
              <Why field={field} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Printed({ field: { label, raw } }: { field: ExplainedField }) {
  if (label === null) return <Text size="sm">–</Text>
  return (
    <Stack gap={0}>
      <Text size="xs" c="dimmed" style={wrapped}>
        {label}
      </Text>
      <Text size="sm" style={wrapped}>
        {shownText(valueText(raw))}
      </Text>
    </Stack>
  )
}

function Delivered({ field: { key, value } }: { field: ExplainedField }) {
  if (key === null) return <Text size="sm">–</Text>
  return (
    <Stack gap={0} align="flex-start">
      <Code style={wrapped}>{key}</Code>
      <Text size="sm" fw={500} style={wrapped}>
        {shownText(valueText(value))}
      </Text>
    </Stack>
  )
}

function Why({ field: { reasons, value } }: { field: ExplainedField }) {
  if (reasons.length === 0) {
    return (
      <Text size="xs" c="dimmed">
        As printed.
      </Text>
    )
  }
  return (
    <Stack gap={0}>
      {reasons.map((reason) => (
        <Text key={reason.kind} size="xs" c="dimmed" style={wrapped}>
          {reasonText(reason, value)}
        </Text>
      ))}
    </Stack>
  )
}

const wrapped = { overflowWrap: 'anywhere' } as const

function shownText(text: string): string {
  return text === '' ? '–' : text
}
