import { Table } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { MenuAction } from './buttons.tsx'
import { DotsMenu } from './cells.tsx'
import { showRefusal } from './commands.tsx'
import { DataTable } from './data-table.tsx'
import { useRefresh } from './hooks.ts'
import { OutOfDate } from './loaded.tsx'
import { placeBeside, Sortable, useSorted, withMoved, type Place } from './sortable.tsx'
import {
  Paging,
  TableCells,
  TableFrame,
  TableHead,
  type Column,
  type DataTableProps,
} from './table.tsx'
import { t } from '../language/language.ts'

/** The ids of the rows in order, and a function that moves one. */
type Moving = { ids: readonly string[]; onMove(id: string, to: Place): void }

const MovingRows = createContext<Moving>({ ids: [], onMove() {} })

type SortedListProps<Row> = {
  table: DataTableProps<Row>
  /** The query of the list. */
  queryKey: QueryKey
  nameOf(row: Row): string
  sendMove(id: string, to: Place): Promise<unknown>
}

/** A list in the shop's own order. */
export function SortedList<Row extends { id: string }>(props: SortedListProps<Row>) {
  const { table, queryKey, nameOf, sendMove } = props
  const { rows = [], idOf, error = null, onRetry } = table
  const onMove = useMove(queryKey, sendMove)
  if (rows.length === 0) return <DataTable {...table} />
  return (
    <MovingRows value={{ ids: rows.map(idOf), onMove }}>
      <OutOfDate error={error} onRetry={onRetry} />
      <SortedTable {...table} rows={rows} nameOf={nameOf} />
    </MovingRows>
  )
}

const movesKey = ['moves']

/**
 * Moves a row at once, and moves it back if the server refuses. Moves are sent one after another, because each names a
 * neighbouring row. After the last one, the list is reloaded.
 */
function useMove(queryKey: QueryKey, send: SortedListProps<never>['sendMove']) {
  const client = useQueryClient()
  const refresh = useRefresh()
  // Closing the window would lose moves that are not sent yet.
  useWindowEvent('beforeunload', (event) => {
    if (client.isMutating({ mutationKey: movesKey }) > 0) event.preventDefault()
  })
  const moving = useMutation({
    mutationKey: movesKey,
    scope: { id: 'moves' },
    mutationFn: ({ id, to }: { id: string; to: Place }) => send(id, to),
    async onMutate({ id, to }) {
      await client.cancelQueries({ queryKey })
      client.setQueryData<{ items: { id: string }[] }>(queryKey, (page) =>
        page === undefined
          ? page
          : { ...page, items: withMoved(page.items, (item) => item.id, id, to) },
      )
    },
    onError: (error) => showRefusal(error, t('The order stays as it was')),
    onSettled() {
      if (client.isMutating({ mutationKey: movesKey }) === 1) void refresh()
    },
  })
  return (id: string, to: Place) => moving.mutate({ id, to })
}

type SortedTableProps<Row> = Omit<DataTableProps<Row>, 'rows'> & {
  rows: readonly Row[]
  nameOf(row: Row): string
}

function SortedTable<Row>({ rows, nameOf, ...table }: SortedTableProps<Row>) {
  const { label, columns, idOf, paging } = table
  const { ids, onMove } = use(MovingRows)
  const nameById = new Map(rows.map((row) => [idOf(row), nameOf(row)]))
  return (
    <Sortable ids={ids} nameOf={(id) => nameById.get(id) ?? ''} onMove={onMove}>
      <TableFrame aria-label={label}>
        <TableHead columns={[handleColumn<Row>(), ...columns]} rows={rows} idOf={idOf} />
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <SortedRow
              key={idOf(row)}
              id={idOf(row)}
              name={nameOf(row)}
              row={row}
              columns={columns}
            />
          ))}
        </Table.Tbody>
      </TableFrame>
      <Paging paging={paging} label={label} />
    </Sortable>
  )
}

function handleColumn<Row>(): Column<Row> {
  return { key: 'handle', title: t('Order'), width: '4rem', cell: () => null }
}

type SortedRowProps<Row> = { id: string; name: string; row: Row; columns: readonly Column<Row>[] }

function SortedRow<Row>({ id, name, row, columns }: SortedRowProps<Row>) {
  const { entry, handle } = useSorted(id, name)
  return (
    <Table.Tr role="row" tabIndex={-1} data-row={id} {...entry}>
      <Table.Td role="cell" data-handle="">
        {handle}
      </Table.Td>
      <TableCells columns={columns} row={row} />
    </Table.Tr>
  )
}

type SortedRowMenuProps = {
  id: string
  name: string
  onEdit(): void
  /** Left out if the row cannot be deleted. */
  onDelete?: (() => void) | undefined
}

/** The actions of a row in a sorted list, including moving for people who cannot drag. */
export function SortedRowMenu({ id, name, onEdit, onDelete }: SortedRowMenuProps) {
  const { ids, onMove } = use(MovingRows)
  const [up, down] = [placeBeside(ids, id, 'up'), placeBeside(ids, id, 'down')]
  return (
    <DotsMenu label={t('Actions for {{name}}', { name })}>
      <MenuAction icon={IconPencil} onClick={onEdit}>
        {t('Edit…')}
      </MenuAction>
      {up !== null && (
        <MenuAction icon={IconArrowUp} onClick={() => onMove(id, up)}>
          {t('Move up')}
        </MenuAction>
      )}
      {down !== null && (
        <MenuAction icon={IconArrowDown} onClick={() => onMove(id, down)}>
          {t('Move down')}
        </MenuAction>
      )}
      {onDelete !== undefined && (
        <MenuAction icon={IconTrash} isRed onClick={onDelete}>
          {t('Delete…')}
        </MenuAction>
      )}
    </DotsMenu>
  )
}
