import type { QueryKey, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { OutOfDate } from '../error-state.tsx'
import { DataTable } from './data-table.tsx'
import { listed } from './listed.ts'
import { SortableTable, type Place } from './sortable-table.tsx'
import type { Column } from './table-props.ts'
import { useMove } from './use-move.ts'

/** What the columns of a list need to move its rows: all ids of the page in their order, and the way to send one. */
export type Moving = { ids: readonly string[]; onMove(id: string, to: Place): void }

type SortedListProps<Row> = {
  label: string
  query: UseQueryResult<{ items: Row[]; size: number; total: number }>
  queryKey: QueryKey
  page: number | undefined
  onPage(page: number): void
  columnsOf(moving: Moving): Column<Row>[]
  nameOf(row: Row): string
  sendMove(id: string, to: Place): Promise<unknown>
  empty: ReactNode
}

/** A list from the server whose order is the shop's. */
export function SortedList<Row extends { id: string }>(props: SortedListProps<Row>) {
  const { label, query, queryKey, page, onPage, columnsOf, nameOf, sendMove, empty } = props
  const onMove = useMove({ queryKey, send: sendMove })
  const rows = query.data?.items ?? []
  const table = {
    label,
    columns: columnsOf({ ids: rows.map(idOf), onMove }),
    idOf,
    ...listed(query, page, onPage),
  }
  if (rows.length === 0) return <DataTable {...table} empty={empty} />
  return (
    <>
      <OutOfDate error={query.error} onRetry={table.onRetry} />
      <SortableTable {...table} rows={rows} nameOf={nameOf} onMove={onMove} />
    </>
  )
}

function idOf({ id }: { id: string }): string {
  return id
}
