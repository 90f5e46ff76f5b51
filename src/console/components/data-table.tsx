import { Button, Checkbox, EmptyState, Paper, Skeleton, Table } from '@mantine/core'
import { IconListNumbers } from '@tabler/icons-react'
import { ErrorState, OutOfDate } from './loaded.tsx'
import {
  Paging,
  TableCells,
  TableFrame,
  TableHead,
  type DataTableProps,
  type PagingProps,
} from './table.tsx'
import { t } from '../language/language.ts'

const skeletonRows = 5

/** Every list of the console, with its states (loading, failed, empty, filled), sorting, paging and selection. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, error = null, onRetry, empty, paging } = props
  if (rows === undefined && error !== null) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <>
      <OutOfDate error={error} onRetry={onRetry} />
      {rows?.length === 0 ? (
        <Paper withBorder>{isPastEnd(paging) ? <PastEnd paging={paging} /> : empty}</Paper>
      ) : (
        <TableFrame highlightOnHover aria-label={label} aria-busy={rows === undefined}>
          <TableHead {...props} />
          <Table.Tbody role="rowgroup">
            {rows === undefined ? (
              <Loading columns={props.columns.length} />
            ) : (
              rows.map((row) => <Row key={props.idOf(row)} row={row} table={props} />)
            )}
          </Table.Tbody>
        </TableFrame>
      )}
      {!isPastEnd(paging) && <Paging {...props} />}
    </>
  )
}

function Row<Row>({ row, table }: { row: Row; table: DataTableProps<Row> }) {
  const { columns, selection, idOf } = table
  const id = idOf(row)
  return (
    <Table.Tr role="row" tabIndex={-1} data-row={id} data-selected={selection?.has(id)}>
      {selection !== undefined && (
        <Table.Td role="cell" data-check="">
          <Checkbox
            aria-label={t('Select {{row}}', { row: selection.nameOf(row) })}
            checked={selection.has(id)}
            onChange={({ currentTarget }) => selection.choose([row], currentTarget.checked)}
          />
        </Table.Td>
      )}
      <TableCells columns={columns} row={row} />
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

/** Whether the page no longer exists because entries were deleted meanwhile. */
function isPastEnd(paging: PagingProps | undefined): paging is PagingProps {
  return paging !== undefined && paging.total > 0 && paging.page > lastPage(paging)
}

function PastEnd({ paging }: { paging: PagingProps }) {
  return (
    <EmptyState
      icon={<IconListNumbers aria-hidden />}
      title={t('This page of the list is gone')}
      description={t('There are fewer entries now than before.')}
    >
      <EmptyState.Actions>
        <Button variant="default" onClick={() => paging.onChange(lastPage(paging))}>
          {t('Show the last page')}
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  )
}

function lastPage({ total, size }: PagingProps): number {
  return Math.ceil(total / size)
}
