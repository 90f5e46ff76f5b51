import {
  ActionIcon,
  Button,
  Group,
  JsonInput,
  Stack,
  Table,
  TextInput,
  VisuallyHidden,
} from '@mantine/core'
import { IconColumnInsertRight, IconPlus, IconTrash } from '@tabler/icons-react'
import { IconButton } from '../../components/buttons.tsx'

type SizeChartEditorProps = {
  /** JSON. '' for none. */
  value: string
  onChange(value: string): void
  error?: string
}

/** The measures of each size, as a table. A chart in another form, sent by a program, is shown unchanged. */
export function SizeChartEditor({ value, onChange, error }: SizeChartEditorProps) {
  if (value === '') {
    return (
      <Group>
        <IconButton variant="default" icon={IconPlus} onClick={() => onChange(chartText(newChart))}>
          Add a size chart
        </IconButton>
      </Group>
    )
  }
  const chart = readChart(value)
  return (
    <Stack gap="sm">
      {chart === undefined ? (
        <JsonInput
          label="Size chart"
          description="A program sent it in a form of its own (JSON)."
          autosize
          minRows={4}
          maxRows={16}
          value={value}
          onChange={onChange}
          error={error}
        />
      ) : (
        <ChartTable chart={chart} onChange={(changed) => onChange(chartText(changed))} />
      )}
      <Group gap="sm">
        {chart !== undefined && <Growing chart={chart} onChange={onChange} />}
        <Button
          variant="subtle"
          size="xs"
          c="var(--mantine-color-error)"
          onClick={() => onChange('')}
        >
          Remove the chart
        </Button>
      </Group>
    </Stack>
  )
}

function Growing({ chart, onChange }: { chart: SizeChart; onChange(value: string): void }) {
  const { columns, rows } = chart
  const addRow = () => onChange(chartText({ ...chart, rows: [...rows, columns.map(() => '')] }))
  const addColumn = () =>
    onChange(
      chartText({ ...chart, columns: [...columns, ''], rows: rows.map((row) => [...row, '']) }),
    )
  return (
    <>
      <IconButton variant="default" size="xs" icon={IconPlus} onClick={addRow}>
        Add a size
      </IconButton>
      <IconButton variant="default" size="xs" icon={IconColumnInsertRight} onClick={addColumn}>
        Add a measure
      </IconButton>
    </>
  )
}

type ChartTableProps = { chart: SizeChart; onChange(chart: SizeChart): void }

function ChartTable({ chart, onChange }: ChartTableProps) {
  const { unit, columns, rows } = chart
  return (
    <>
      <TextInput
        label="Unit"
        w={120}
        size="xs"
        value={unit}
        onChange={({ currentTarget }) => onChange({ ...chart, unit: currentTarget.value })}
      />
      <Table.ScrollContainer minWidth={columns.length * 110 + 60} type="native">
        <Table aria-label="Size chart" verticalSpacing={6} horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              {columns.map((column, at) => (
                <Table.Th key={at}>
                  <TextInput
                    size="xs"
                    aria-label={`Measure ${at + 1}`}
                    value={column}
                    onChange={({ currentTarget }) =>
                      onChange({ ...chart, columns: columns.with(at, currentTarget.value) })
                    }
                    {...(columns.length > 1
                      ? { rightSection: <RemoveColumn at={at} chart={chart} onChange={onChange} /> }
                      : {})}
                  />
                </Table.Th>
              ))}
              <Table.Th w={40} pos="relative">
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((_row, place) => (
              <ChartRow key={place} place={place} chart={chart} onChange={onChange} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  )
}

function ChartRow({ place, chart, onChange }: ChartTableProps & { place: number }) {
  const { columns, rows } = chart
  const row = rows[place] ?? []
  return (
    <Table.Tr>
      {row.map((cell, at) => (
        <Table.Td key={at}>
          <TextInput
            size="xs"
            aria-label={`${columns[at] ?? ''}, row ${place + 1}`}
            value={cell}
            onChange={({ currentTarget }) =>
              onChange({ ...chart, rows: rows.with(place, row.with(at, currentTarget.value)) })
            }
          />
        </Table.Td>
      ))}
      <Table.Td>
        <ActionIcon
          aria-label={`Remove row ${place + 1}`}
          onClick={() => onChange({ ...chart, rows: rows.toSpliced(place, 1) })}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  )
}

function RemoveColumn({ at, chart, onChange }: ChartTableProps & { at: number }) {
  return (
    <ActionIcon
      size="sm"
      aria-label={`Remove measure ${at + 1}`}
      onClick={() =>
        onChange({
          ...chart,
          columns: chart.columns.toSpliced(at, 1),
          rows: chart.rows.map((row) => row.toSpliced(at, 1)),
        })
      }
    >
      <IconTrash size={14} aria-hidden />
    </ActionIcon>
  )
}

/** A size chart for editing: a table of texts. */
type SizeChart = { unit: string; columns: string[]; rows: string[][] }

const newChart: SizeChart = { unit: 'inch', columns: ['Size', 'Chest'], rows: [['', '']] }

/** The chart in a JSON text. Undefined for JSON in another form, sent by a program. */
function readChart(json: string): SizeChart | undefined {
  const value = parsed(json)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
  const { unit = '', columns, rows, ...others } = { ...noChart, ...value }
  if (typeof unit !== 'string' || Object.keys(others).length > 0) return undefined
  if (!Array.isArray(columns) || !columns.every((column) => typeof column === 'string')) {
    return undefined
  }
  if (!Array.isArray(rows) || !rows.every(isRow)) return undefined
  return { unit, columns, rows: rows.map((row) => columns.map((_, at) => String(row[at] ?? ''))) }
}

/** The JSON of a chart, with numbers as numbers. */
function chartText({ unit, columns, rows }: SizeChart): string {
  const cells = rows.map((row) => row.map(cellOf))
  return JSON.stringify({ ...(unit === '' ? {} : { unit }), columns, rows: cells })
}

const noChart: { unit?: unknown; columns?: unknown; rows?: unknown } = {}

/** A number, if its text has the usual form. 10.0 stays a text, because it may become 10.05. */
function cellOf(text: string): string | number {
  const isNumber = /^(0|[1-9]\d{0,8})(\.\d{1,4})?$/.test(text)
  return isNumber && String(Number(text)) === text ? Number(text) : text
}

function isRow(row: unknown): row is (string | number)[] {
  return (
    Array.isArray(row) && row.every((cell) => typeof cell === 'string' || typeof cell === 'number')
  )
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Whether a text is JSON, or empty. */
export function readsAsJson(text: string): boolean {
  return text.trim() === '' || parsed(text) !== undefined
}
