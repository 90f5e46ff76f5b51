import { Group, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent, TdHTMLAttributes } from 'react'
import { Paging } from '../../components/table.tsx'
import { formatCount } from '../../components/values.tsx'
import { type ExplainedField, type JsonValue, type ShownDocument, readQuery } from './data.ts'
import { Key, useKeyName, useShowsKeys } from './read.tsx'
import { isChangedField, valueText, reasonText, saysNothing, type KeyName } from './words.tsx'
import { t } from '../../language/language.ts'
import { explanationOfField, explanationText } from './form/reading/explained.ts'
import { useShowSpot } from './paper/tools.tsx'

type LineItemsProps = { shown: ShownDocument; onPage: (page: number) => void }

/** The lines as delivered. A different printed text stands below each value. */
export function LineItems({ shown, onPage }: LineItemsProps) {
  const { page, size, total, rows } = shown.lineItems
  const nameOf = useKeyName('line')
  // Programs get each value under its own key. People read one column.
  const read = useShowsKeys()[0] ? rows : rows.map(asPeopleRead)
  const columns = columnsOf(read, nameOf)
  return (
    <Stack component="section" gap="xs" aria-labelledby="lines-title">
      <Group gap="sm" align="baseline">
        <Title order={2} size="h4" id="lines-title">
          {t('Lines')}
        </Title>
        <Text size="sm" c="dimmed">
          {total === 0
            ? t('None were read.')
            : t('{{total}}, as they are delivered. In grey: what was printed.', {
                total: formatCount(total),
              })}
        </Text>
      </Group>
      {total > 0 && (
        <>
          <Paper withBorder>
            <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} aria-label={t('Lines')}>
              <Table verticalSpacing={6} horizontalSpacing="xs" aria-label={t('Lines')}>
                <LinesHead columns={columns} />
                <LineRows key={page} shown={shown} rows={read} columns={columns} />
              </Table>
            </Table.ScrollContainer>
          </Paper>
          <Paging label={t('lines')} paging={{ page, size, total, onChange: onPage }} />
          <ColumnReasons columns={columns} />
        </>
      )}
    </Stack>
  )
}

type LineRowsProps = {
  shown: ShownDocument
  rows: readonly ExplainedField[][]
  columns: readonly LineColumn[]
}

/** The cells of the lines. A cell with a known place shows its spot on the paper, by mouse, finger or arrow keys. */
function LineRows({ shown, rows, columns }: LineRowsProps) {
  const lookedAt = useLookedCells(shown)
  const first = (shown.lineItems.page - 1) * shown.lineItems.size
  return (
    <Table.Tbody onKeyDown={goBeside}>
      {rows.map((row, index) => (
        <Table.Tr key={index}>
          <Table.Td c="dimmed" style={{ verticalAlign: 'top' }}>
            {formatCount(first + index + 1)}
          </Table.Td>
          {columns.map(({ key }) => {
            const field = row.find((each) => each.key === key)
            return <Cell key={key} field={field} looked={lookedAt(field, first + index)} />
          })}
        </Table.Tr>
      ))}
    </Table.Tbody>
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

type CellProps = { field: ExplainedField | undefined; looked: LookedCell }

function Cell({ field, looked }: CellProps) {
  if (field === undefined) return <Table.Td />
  const { value, raw, label } = field
  const printed = valueText(raw)
  const isNumber = typeof value === 'number'
  const width = isNumber || isDay(value) ? oneLine : { minWidth: minWidthOf(value) }
  return (
    <Table.Td
      ta={isNumber ? 'end' : 'start'}
      style={{ verticalAlign: 'top', ...width }}
      {...looked}
    >
      {valueText(value)}
      {label !== null && isChangedField(field) && !isSameNumber(printed, value) && (
        <Text size="xs" c="dimmed">
          {printed}
        </Text>
      )}
    </Table.Td>
  )
}

/** Printed 1,041.00 and 1,041 are the same number. */
function isSameNumber(printed: string, value: JsonValue): boolean {
  return typeof value === 'number' && Number(printed.replaceAll(',', '')) === value
}

const oneLine = { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const

function isDay(value: JsonValue): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
}

/** A long text gets a wider column, so that it takes few rows. */
function minWidthOf(value: JsonValue): string {
  return valueText(value).length > longText ? '12rem' : '5rem'
}

/** In characters. */
const longText = 24

/** The rules behind the columns, each once. */
function ColumnReasons({ columns }: { columns: readonly LineColumn[] }) {
  const explained = columns.filter(({ reasons }) => reasons.length > 0)
  if (explained.length === 0) return null
  return (
    <details>
      <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
        {t('Why the lines are delivered so')}
      </Text>
      <Table verticalSpacing={4} mt="xs" aria-label={t('Why the lines are delivered so')}>
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

/** The props of a cell that shows its spot on the paper and how it was read. Nothing if the reader gave no place. */
type LookedCell = TdHTMLAttributes<HTMLTableCellElement> & { 'data-explained'?: true }

/** The props for the cells of a document's lines. `line` counts all lines, from 0. */
function useLookedCells(shown: ShownDocument) {
  const { data: read } = useQuery({ ...readQuery(shown.id), enabled: shown.reader !== null })
  const show = useShowSpot()
  const nameOf = useKeyName('line')
  let isFirst = true
  return (field: ExplainedField | undefined, line: number): LookedCell => {
    if (read === undefined || field === undefined) return {}
    const explanation = explanationOfField(read, field, line)
    if (explanation === undefined) return {}
    const { page, box } = explanation
    const text = explanationText(explanation)
    const says = t('{{field}} of line {{line}}: {{text}}', {
      field: nameOf(field.key ?? field.label ?? ''),
      line: line + 1,
      text,
    })
    const look = () => show({ page, box, says, isDoubtful: false })
    // Tab stops once. The arrow keys go on from there.
    const tabIndex = isFirst ? 0 : -1
    isFirst = false
    return {
      'data-explained': true,
      'aria-description': text,
      tabIndex,
      onFocus: look,
      onMouseEnter: look,
      onClick: look,
    }
  }
}

const steps: Readonly<Record<string, readonly [down: number, across: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Moves the focus with an arrow key to the next cell with a known place. */
function goBeside(event: KeyboardEvent<HTMLElement>): void {
  const [down, across] = steps[event.key] ?? [0, 0]
  const { target, currentTarget } = event
  if (!(target instanceof HTMLTableCellElement) || down === across) return
  const rows = [...currentTarget.children].filter((row) => row instanceof HTMLTableRowElement)
  let row = rows.findIndex((each) => each.contains(target)) + down
  let column = target.cellIndex + across
  for (let cell = rows[row]?.cells[column]; cell !== undefined; cell = rows[row]?.cells[column]) {
    if (cell.dataset['explained'] !== undefined) {
      event.preventDefault()
      return cell.focus()
    }
    row += down
    column += across
  }
}

/** A column of the lines. `labels` are the printed headings, `reasons` explain the delivered values. */
type LineColumn = { key: string; labels: string[]; isNumber: boolean; reasons: string[] }

/** A name added by Daybook is shown with the printed text, and a value that is not a number in the column of the number. */
export function asPeopleRead(row: readonly ExplainedField[]): ExplainedField[] {
  const fieldOf = (key: string) => row.find((field) => field.key === key)
  const name = fieldOf('product_name')
  const added = name?.label === null && fieldOf('description') !== undefined ? name : undefined
  return row
    .filter((field) => field !== added)
    .map((field) => {
      const base = field.key?.replace(/ \(\d+\)$/, '') ?? null
      if (base !== null && base !== field.key && fieldOf(base) === undefined) {
        return { ...field, key: base }
      }
      if (added === undefined || field.key !== 'description') return field
      const { value, reasons } = added
      return { ...field, value, reasons: [...field.reasons, ...reasons] }
    })
}

/** In the order of the lines, except for money. */
function columnsOf(rows: readonly (readonly ExplainedField[])[], nameOf: KeyName): LineColumn[] {
  const columns = new Map<string, LineColumn>()
  for (const field of rows.flat()) {
    const { key, label, value, reasons } = field
    if (key === null) continue
    const column = columns.get(key) ?? { key, labels: [], isNumber: true, reasons: [] }
    columns.set(key, column)
    if (label !== null) addOnce(column.labels, label)
    if (typeof value !== 'number') column.isNumber = false
    for (const reason of reasons) {
      if (!saysNothing(reason, nameOf)) addOnce(column.reasons, reasonText(reason, field, nameOf))
    }
  }
  return inFixedOrder([...columns.values()])
}

/** A line of a statement has either a debit or a credit, so single lines do not show the order of these columns. */
const moneyColumns = ['debit', 'credit', 'balance']

/** Puts debit, credit and balance side by side, at the place of the first. */
function inFixedOrder(columns: readonly LineColumn[]): LineColumn[] {
  const isMoney = ({ key }: LineColumn) => moneyColumns.includes(key)
  const at = columns.findIndex(isMoney)
  const money = moneyColumns.flatMap((name) => columns.find(({ key }) => key === name) ?? [])
  const others = columns.filter((column) => !isMoney(column))
  return at === -1 ? others : others.toSpliced(at, 0, ...money)
}

function addOnce(list: string[], text: string): void {
  if (!list.includes(text)) list.push(text)
}
