import {
  ActionIcon,
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
import { IconButton } from '../../components/buttons.tsx'
import { Paging } from '../../components/table.tsx'
import type { DoubtOf } from './correct.tsx'
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
        <IconButton icon={IconPlus} size="xs" variant="default" onClick={addLine}>
          Add a line
        </IconButton>
        <IconButton
          icon={IconPlus}
          size="xs"
          variant="default"
          onClick={() => onChange({ ...draft, columns: [...columns, newColumn()] })}
        >
          Add a column
        </IconButton>
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
        <Table.Td
          key={column.id}
          miw={`calc(${widths.get(column.id) ?? columnWidthMin}ch + 1.5rem)`}
          style={{ verticalAlign: 'top' }}
        >
          <CellInput
            size="xs"
            aria-label={`${column.label} of line ${number}`}
            cell={line.cells[column.id] ?? { text: '' }}
            doubt={(text) => doubtOf({ place: 'line', label: column.label.trim(), text })}
            onCell={(cell) => onChange(withCell(draft, line.id, column.id, cell))}
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

/** In characters, by id of the column. */
type ColumnWidths = ReadonlyMap<string, number>

/** As many characters as its longest text has, within reason. */
function columnWidths({ columns, lines }: Draft): ColumnWidths {
  return new Map(
    columns.map(({ id, label }) => {
      const texts = [label, ...lines.map(({ cells }) => cells[id]?.text ?? '')]
      const longest = texts.reduce((most, { length }) => Math.max(most, length), 0)
      return [id, Math.min(columnWidthMax, Math.max(columnWidthMin, longest))]
    }),
  )
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

function withCell(draft: Draft, lineId: string, columnId: string, cell: Cell): Draft {
  return {
    ...draft,
    lines: draft.lines.map((line) =>
      line.id === lineId ? { ...line, cells: { ...line.cells, [columnId]: cell } } : line,
    ),
  }
}

type CellInputProps = TextInputProps & {
  cell: Cell
  doubt(text: string): string | undefined
  onCell(cell: Cell): void
}

/** A field that takes any text, and says under it when the text may be a mistake. */
export function CellInput({ cell, doubt: doubtOf, onCell, ...input }: CellInputProps) {
  const doubt = doubtOf(cell.text)
  return (
    <TextInput
      disabled={isNested(cell)}
      value={cell.text}
      onChange={({ currentTarget }) => onCell({ ...cell, text: currentTarget.value })}
      {...(doubt === undefined
        ? {}
        : {
            description: doubt,
            inputWrapperOrder: ['label', 'input', 'description', 'error'],
            styles: { input: { borderColor: 'var(--mantine-color-yellow-6)' } },
          })}
      {...input}
    />
  )
}
