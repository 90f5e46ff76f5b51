import { Group, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { Paging } from '../../components/table.tsx'
import { formatCount } from '../../components/values.tsx'
import type { ExplainedField, JsonValue, ShownDocument } from './data.ts'
import { Key, useKeyName, useShowsKeys } from './key-names.tsx'
import { asPeopleRead, columnsOf, type LineColumn } from './line-columns.ts'
import { goBeside, useLookedCells, type LookedCell } from './looked-cells.ts'
import { isChangedField, valueText } from './words.tsx'
import { t } from '../../language/language.ts'

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
