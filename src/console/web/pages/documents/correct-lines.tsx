import {
  ActionIcon,
  Button,
  Group,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
  type TextInputProps,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Paging } from '../../components/table.tsx'
import type { DoubtOf } from './doubts.ts'
import { isNested, newColumn, newLine, type Cell, type Draft } from './draft.ts'

/** Lines that are shown at once: more fields than these make typing slow. */
const linesPerPage = 20

/** Characters for which a column has room: more of a value is seen by going through it. */
const columnWidthMin = 5
const columnWidthMax = 28

type ColumnNamesProps = { draft: Draft; onChange: (draft: Draft) => void }
type DraftLinesProps = ColumnNamesProps & { doubtOf: DoubtOf }

/** The lines of a document as a grid of fields. */
export function DraftLines({ draft, doubtOf, onChange }: DraftLinesProps) {
  const [page, setPage] = useState(1)
  // As it was opened: columns that grow while somebody types would jump.
  const [widths] = useState(() => columnWidths(draft))
  const { columns, lines } = draft
  const first = (page - 1) * linesPerPage
  const pages = Math.max(1, Math.ceil(lines.length / linesPerPage))
  const addLine = () => {
    onChange({ ...draft, lines: [...lines, newLine()] })
    setPage(Math.ceil((lines.length + 1) / linesPerPage))
  }
  if (page > pages) setPage(pages)
  return (
    <Stack gap="xs" role="group" aria-label="Lines">
      <Title order={3} size="h5">
        Lines
      </Title>
      {lines.length === 0 ? (
        <Text size="sm" c="dimmed">
          There are none.
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} aria-label="Lines">
          <Table verticalSpacing={4} horizontalSpacing={4} withRowBorders={false}>
            <ColumnNames draft={draft} onChange={onChange} />
            <Table.Tbody>
              {lines.slice(first, first + linesPerPage).map((line, index) => (
                <LineRow
                  key={line.id}
                  draft={draft}
                  line={line}
                  number={first + index + 1}
                  widths={widths}
                  doubtOf={doubtOf}
                  onChange={onChange}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Paging
        label="lines"
        paging={{ page, size: linesPerPage, total: lines.length, onChange: setPage }}
      />
      <Group gap="xs">
        <AddButton label="Add a line" onClick={addLine} />
        <AddButton
          label="Add a column"
          onClick={() => onChange({ ...draft, columns: [...columns, newColumn()] })}
        />
      </Group>
    </Stack>
  )
}

type LineRowProps = DraftLinesProps & {
  line: Draft['lines'][number]
  number: number
  widths: ColumnWidths
}

function LineRow({ draft, line, number, widths, doubtOf, onChange }: LineRowProps) {
  const remove = () => onChange({ ...draft, lines: draft.lines.filter(({ id }) => id !== line.id) })
  return (
    <Table.Tr>
      {draft.columns.map((column) => (
        <Table.Td key={column.id} {...widthOf(widths, column.id)} style={{ verticalAlign: 'top' }}>
          <CellInput
            name={`${column.label} of line ${number}`}
            cell={line.cells[column.id]}
            doubtOf={(text) => doubtOf({ place: 'line', label: column.label.trim(), text })}
            onChange={(cell) => onChange(withCell(draft, line.id, column.id, cell))}
          />
        </Table.Td>
      ))}
      <Table.Td w={36}>
        <ActionIcon aria-label={`Take line ${number} away`} onClick={remove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  )
}

/** By id of the column. */
type ColumnWidths = ReadonlyMap<string, number>

/** As many characters as its longest text has, within reason. */
function columnWidths({ columns, lines }: Draft): ColumnWidths {
  return new Map(
    columns.map(({ id, label }) => {
      const lengths = lines.map(({ cells }) => cells[id]?.text.length ?? 0)
      const longest = lengths.reduce((a, b) => Math.max(a, b), label.length)
      return [id, Math.min(columnWidthMax, Math.max(columnWidthMin, longest))]
    }),
  )
}

/** The room that there is goes to the columns by the length of their texts. */
function widthOf(widths: ColumnWidths, id: string) {
  const all = [...widths.values()].reduce((sum, width) => sum + width, 0)
  const width = widths.get(id) ?? columnWidthMin
  return { miw: `calc(${width}ch + 1.5rem)`, w: `${(100 * width) / all}%` }
}

function ColumnNames({ draft, onChange }: ColumnNamesProps) {
  const { columns } = draft
  const rename = (id: string, label: string) =>
    onChange({
      ...draft,
      columns: columns.map((column) => (column.id === id ? { ...column, label } : column)),
    })
  return (
    <Table.Thead>
      <Table.Tr>
        {columns.map(({ id, label }, index) => (
          <Table.Td key={id}>
            <TextInput
              size="xs"
              variant="filled"
              aria-label={`Name of column ${index + 1}`}
              placeholder="Name"
              value={label}
              onChange={({ currentTarget }) => rename(id, currentTarget.value)}
            />
          </Table.Td>
        ))}
        <Table.Td />
      </Table.Tr>
    </Table.Thead>
  )
}

type CellInputProps = {
  name: string
  cell: Cell | undefined
  doubtOf: (text: string) => string | undefined
  onChange: (cell: Cell) => void
}

function CellInput({ name, cell = { text: '' }, doubtOf, onChange }: CellInputProps) {
  return (
    <DoubtfulInput
      size="xs"
      aria-label={name}
      disabled={isNested(cell)}
      doubt={doubtOf(cell.text)}
      value={cell.text}
      onChange={({ currentTarget }) => onChange({ ...cell, text: currentTarget.value })}
    />
  )
}

function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}

function withCell(draft: Draft, lineId: string, columnId: string, cell: Cell): Draft {
  return {
    ...draft,
    lines: draft.lines.map((line) =>
      line.id === lineId ? { ...line, cells: { ...line.cells, [columnId]: cell } } : line,
    ),
  }
}

/** A field that takes any text, and says under it when the text may be a mistake. */
export function DoubtfulInput({ doubt, ...input }: TextInputProps & { doubt: string | undefined }) {
  if (doubt === undefined) return <TextInput {...input} />
  return (
    <TextInput
      {...input}
      description={doubt}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      styles={{ input: { borderColor: 'var(--mantine-color-yellow-6)' } }}
    />
  )
}
