import { Checkbox, Paper, Skeleton, Table } from '@mantine/core'
import { ErrorState } from './error-state.tsx'
import { Paging } from './paging.tsx'
import { TableHead } from './table-head.tsx'
import { withAll, type DataTableProps } from './table-props.ts'

const skeletonRows = 5

/** Every list of the console: loading, failed, empty or filled; sorted, paged and selected. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, error, onRetry, empty } = props
  if (error !== undefined && error !== null) return <ErrorState error={error} onRetry={onRetry} />
  if (rows?.length === 0) return <Paper withBorder>{empty}</Paper>
  return (
    <>
      <Paper withBorder>
        <Table.ScrollContainer minWidth={0} type="native">
          <Table
            className="data-table"
            verticalSpacing="sm"
            horizontalSpacing="md"
            highlightOnHover
            aria-label={label}
            aria-busy={rows === undefined}
            role="table"
          >
            <TableHead {...props} />
            <Table.Tbody role="rowgroup">
              {rows === undefined ? (
                <Loading columns={props.columns.length} />
              ) : (
                rows.map((row) => <Row key={props.idOf(row)} row={row} table={props} />)
              )}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Paper>
      <Paging {...props} />
    </>
  )
}

function Row<Row>({ row, table }: { row: Row; table: DataTableProps<Row> }) {
  const { columns, selection, idOf } = table
  const id = idOf(row)
  return (
    <Table.Tr role="row" data-selected={selection?.ids.has(id)}>
      {selection !== undefined && (
        <Table.Td role="cell">
          <Checkbox
            aria-label={`Select ${selection.nameOf(row)}`}
            checked={selection.ids.has(id)}
            onChange={({ currentTarget }) =>
              selection.onChange(withAll(selection.ids, [id], currentTarget.checked))
            }
          />
        </Table.Td>
      )}
      {columns.map((column) => (
        <Table.Td
          key={column.key}
          role={column.isMain === true ? 'rowheader' : 'cell'}
          data-align={column.align}
          data-main={column.isMain === true ? '' : undefined}
          data-menu={column.isMenu === true ? '' : undefined}
          data-title={column.title === '' ? undefined : column.title}
        >
          {column.cell(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

function Loading({ columns }: { columns: number }) {
  return Array.from({ length: skeletonRows }, (_, row) => (
    <Table.Tr key={row} role="row">
      {Array.from({ length: columns }, (_cell, column) => (
        <Table.Td key={column} role="cell">
          <Skeleton height={14} my={4} />
        </Table.Td>
      ))}
    </Table.Tr>
  ))
}
