import { Anchor, Group, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DataTable } from '../../components/data-table.tsx'
import { Paging, type Column } from '../../components/table.tsx'
import { formatCount } from '../../components/values.tsx'
import {
  readQuery,
  type ExplainedField,
  type JsonValue,
  type ReadDocument,
  type ShownDocument,
} from './data.ts'
import { explanationOf, explanationText, typedAt } from './form/reading/explained.ts'
import { Key, useKeyName, useShowsKeys } from './key-names.tsx'
import { asPeopleRead, columnsOf, type LineColumn } from './line-columns.ts'
import { useShowSpot } from './paper/spot.tsx'
import { isChangedField, reasonText, valueText } from './words.tsx'

type HeadFieldsProps = { shown: ShownDocument; fields: readonly ExplainedField[] }

/** What stands at the head of a document beside what is delivered of it, with the rule that made the difference. */
export function HeadFields({ shown, fields }: HeadFieldsProps) {
  const read = useQuery({ ...readQuery(shown.id), enabled: shown.reader !== null })
  const { data } = read
  const columns = useMemo(() => headColumns(data), [data])
  return (
    <DataTable
      label="Head of the document"
      columns={columns}
      rows={fields}
      idOf={({ label, key }) => `${label ?? ''}\n${key ?? ''}`}
    />
  )
}

const headColumns = (read: ReadDocument | undefined): readonly Column<ExplainedField>[] => [
  {
    key: 'printed',
    title: 'On the document',
    width: '33%',
    cell: (field) => <Printed field={field} />,
  },
  {
    key: 'delivered',
    title: 'Delivered',
    width: '33%',
    cell: (field) => <Delivered field={field} />,
  },
  { key: 'why', title: 'Why', cell: (field) => <Why field={field} read={read} /> },
]

function Printed({ field: { label, raw } }: { field: ExplainedField }) {
  const nameOf = useKeyName('metadata')
  if (label === null) return <Text size="sm">–</Text>
  return (
    <Stack gap={0}>
      <Text size="xs" c="dimmed" style={wrapped}>
        {nameOf(label)}
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
      <Key name={key} place="metadata" />
      <Text size="sm" fw={500} style={wrapped}>
        {shownText(valueText(value))}
      </Text>
    </Stack>
  )
}

type WhyProps = { field: ExplainedField; read: ReadDocument | undefined }

function Why({ field, read }: WhyProps) {
  const { reasons } = field
  const nameOf = useKeyName('metadata')
  return (
    <Stack gap={0} align="flex-start">
      {read !== undefined && <HowRead field={field} read={read} />}
      {reasons.length === 0 && (
        <Text size="xs" c="dimmed">
          As printed.
        </Text>
      )}
      {reasons.map((reason) => (
        <Text key={reason.kind} size="xs" c="dimmed" style={wrapped}>
          {reasonText(reason, field, nameOf)}
        </Text>
      ))}
    </Stack>
  )
}

/** How a value was read; it shows where it stands on the paper. */
function HowRead({ field, read }: { field: ExplainedField; read: ReadDocument }) {
  const show = useShowSpot()
  const nameOf = useKeyName('metadata')
  const { label, raw } = field
  if (label === null || valueText(raw) === '') return null
  const isAsScanned = isSame(read.scanned?.invoice_metadata[label], raw)
  const explanation = isAsScanned ? explanationOf(read, label) : typedAt(read, label)
  if (explanation === undefined) return null
  const text = explanationText(explanation)
  const { page, box } = explanation
  if (page === null || box === null) {
    return (
      <Text size="xs" c="dimmed">
        {text}
      </Text>
    )
  }
  const says = `${nameOf(label)}: ${text}`
  const showIt = () => show({ page, box, says, isDoubtful: false })
  return (
    <Anchor
      component="button"
      type="button"
      size="xs"
      ta="start"
      aria-label={`${says}: show it on the paper`}
      onFocus={showIt}
      onMouseEnter={showIt}
      onClick={showIt}
    >
      {text}
    </Anchor>
  )
}

function isSame(a: JsonValue | undefined, b: JsonValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

const wrapped = { overflowWrap: 'anywhere' } as const

function shownText(text: string): string {
  return text === '' ? '–' : text
}

type LineItemsProps = {
  lines: ShownDocument['lineItems']
  onPage: (page: number) => void
}

/** The lines as they are delivered; where something else was printed, it stands below. */
export function LineItems({ lines, onPage }: LineItemsProps) {
  const { page, size, total } = lines
  const nameOf = useKeyName('line')
  // Programs get each under its own key; people read one column.
  const rows = useShowsKeys()[0] ? lines.rows : lines.rows.map(asPeopleRead)
  const columns = columnsOf(rows, nameOf)
  return (
    <Stack component="section" gap="xs" aria-labelledby="lines-title">
      <Group gap="sm" align="baseline">
        <Title order={2} size="h4" id="lines-title">
          Lines
        </Title>
        <Text size="sm" c="dimmed">
          {total === 0
            ? 'None were read.'
            : `${formatCount(total)}, as they are delivered. In grey: what was printed.`}
        </Text>
      </Group>
      {total > 0 && (
        <>
          <Paper withBorder>
            <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} aria-label="Lines">
              <Table verticalSpacing={6} horizontalSpacing="xs" aria-label="Lines">
                <LinesHead columns={columns} />
                <Table.Tbody>
                  {rows.map((row, index) => {
                    const number = (page - 1) * size + index + 1
                    return (
                      <Table.Tr key={number}>
                        <Table.Td c="dimmed" style={{ verticalAlign: 'top' }}>
                          {formatCount(number)}
                        </Table.Td>
                        {columns.map(({ key }) => (
                          <Cell key={key} field={row.find((field) => field.key === key)} />
                        ))}
                      </Table.Tr>
                    )
                  })}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          </Paper>
          <Paging label="lines" paging={{ page, size, total, onChange: onPage }} />
          <ColumnReasons columns={columns} />
        </>
      )}
    </Stack>
  )
}

function LinesHead({ columns }: { columns: readonly LineColumn[] }) {
  const nameOf = useKeyName('line')
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th>#</Table.Th>
        {columns.map(({ key, labels, isNumber }) => (
          <Table.Th key={key} ta={isNumber ? 'end' : 'start'} style={{ whiteSpace: 'nowrap' }}>
            <Key name={key} place="line" />
            <Text size="xs" c="dimmed" fw={400}>
              {labels.filter((label) => label !== key && nameOf(label) === label).join(', ')}
            </Text>
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  )
}

function Cell({ field }: { field: ExplainedField | undefined }) {
  if (field === undefined) return <Table.Td />
  const { value, raw, label } = field
  const printed = valueText(raw)
  const isNumber = typeof value === 'number'
  const width = isNumber || isDay(value) ? oneLine : { minWidth: minWidthOf(value) }
  return (
    <Table.Td ta={isNumber ? 'end' : 'start'} style={{ verticalAlign: 'top', ...width }}>
      {valueText(value)}
      {label !== null && isChangedField(field) && !isSameNumber(printed, value) && (
        <Text size="xs" c="dimmed">
          {printed}
        </Text>
      )}
    </Table.Td>
  )
}

/** 1,041.00 printed says nothing that 1,041 does not. */
function isSameNumber(printed: string, value: JsonValue): boolean {
  return typeof value === 'number' && Number(printed.replaceAll(',', '')) === value
}

const oneLine = { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const

function isDay(value: JsonValue): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
}

/** A long text has a column of its own in which it takes few rows. */
function minWidthOf(value: JsonValue): string {
  return valueText(value).length > longText ? '12rem' : '5rem'
}

/** In characters. */
const longText = 24

/** Which rules made the columns: each once, however many lines there are. */
function ColumnReasons({ columns }: { columns: readonly LineColumn[] }) {
  const explained = columns.filter(({ reasons }) => reasons.length > 0)
  if (explained.length === 0) return null
  return (
    <details>
      <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
        Why the lines are delivered so
      </Text>
      <Table verticalSpacing={4} mt="xs" aria-label="Why the lines are delivered so">
        <Table.Tbody>
          {explained.map(({ key, reasons }) => (
            <Table.Tr key={key}>
              <Table.Th w="10rem" style={{ verticalAlign: 'top' }}>
                <Key name={key} place="line" />
              </Table.Th>
              <Table.Td>
                {reasons.map((reason) => (
                  <Text key={reason} size="sm">
                    {reason}
                  </Text>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  )
}
