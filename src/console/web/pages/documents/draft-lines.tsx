import { ActionIcon, Button, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Paging } from '../../parts/paging.tsx'
import { isNested, newColumn, newLine, type Cell, type Draft } from './draft.ts'

/** Lines that are shown at once: more fields than these make typing slow. */
const linesPerPage = 20

type DraftLinesProps = { draft: Draft; onChange: (draft: Draft) => void }

/** The lines of a document as a grid of fields. */
export function DraftLines({ draft, onChange }: DraftLinesProps) {
  const [page, setPage] = useState(1)
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
                <Table.Tr key={line.id}>
                  {columns.map((column) => (
                    <Table.Td key={column.id} miw="6rem">
                      <CellInput
                        name={`${column.label} of line ${first + index + 1}`}
                        cell={line.cells[column.id]}
                        onChange={(cell) => onChange(withCell(draft, line.id, column.id, cell))}
                      />
                    </Table.Td>
                  ))}
                  <Table.Td w={36}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      c="inherit"
                      aria-label={`Take line ${first + index + 1} away`}
                      onClick={() =>
                        onChange({ ...draft, lines: lines.filter(({ id }) => id !== line.id) })
                      }
                    >
                      <IconTrash size={16} aria-hidden />
                    </ActionIcon>
                  </Table.Td>
                </Table.Tr>
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

function ColumnNames({ draft, onChange }: DraftLinesProps) {
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

type CellInputProps = { name: string; cell: Cell | undefined; onChange: (cell: Cell) => void }

function CellInput({ name, cell = { text: '' }, onChange }: CellInputProps) {
  return (
    <TextInput
      size="xs"
      aria-label={name}
      disabled={isNested(cell)}
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
