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
import { chartText, newChart, readChart, type SizeChart } from './size-chart.ts'

type SizeChartEditorProps = {
  /** JSON; '' for none. */
  value: string
  onChange(value: string): void
  error?: string
}

/** The measures of each size, as a table. A chart of another shape, which some program sent, is shown as it came. */
export function SizeChartEditor({ value, onChange, error }: SizeChartEditorProps) {
  if (value === '') {
    return (
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange(chartText(newChart))}
        >
          Add a size chart
        </Button>
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
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={addRow}
      >
        Add a size
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconColumnInsertRight size={14} aria-hidden />}
        onClick={addColumn}
      >
        Add a measure
      </Button>
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
