import {
  type QueryKey,
  type UseQueryResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { OutOfDate } from './loaded.tsx'
import { DataTable } from './data-table.tsx'
import { listed } from './list-page.tsx'
import { SortableTable, type Place, withMoved, placeBeside } from './sortable-table.tsx'
import type { Column } from './table.tsx'
import { showRefusal } from './commands.tsx'
import { useRefresh } from './hooks.ts'
import { Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react'
import { DotsMenu } from './cells.tsx'

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
  const onMove = useMove(queryKey, sendMove)
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

/** Moves a row of a sortable list: it is in its new place at once, and goes back when the server refuses. */
function useMove(queryKey: QueryKey, send: (id: string, to: Place) => Promise<unknown>) {
  const client = useQueryClient()
  const refresh = useRefresh()
  const moving = useMutation({
    mutationFn: ({ id, to }: { id: string; to: Place }) => send(id, to),
    async onMutate({ id, to }) {
      await client.cancelQueries({ queryKey })
      client.setQueryData<{ items: { id: string }[] }>(queryKey, (page) =>
        page === undefined
          ? page
          : { ...page, items: withMoved(page.items, (item) => item.id, id, to) },
      )
    },
    onError: (error) => showRefusal(error, 'The order stays as it was'),
    onSettled: refresh,
  })
  return (id: string, to: Place) => moving.mutate({ id, to })
}

type SortableRowMenuProps = Moving & {
  id: string
  name: string
  onEdit(): void
  /** Absent for what cannot be deleted. */
  onDelete?: (() => void) | undefined
}

/** What can be done with a row of a sortable list; also for whoever cannot drag. */
export function SortableRowMenu({ id, name, ids, onEdit, onMove, onDelete }: SortableRowMenuProps) {
  const [up, down] = [placeBeside(ids, id, 'up'), placeBeside(ids, id, 'down')]
  return (
    <DotsMenu label={`Actions for ${name}`}>
      <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
        Edit…
      </Menu.Item>
      {up !== null && (
        <Menu.Item
          leftSection={<IconArrowUp size={16} aria-hidden />}
          onClick={() => onMove(id, up)}
        >
          Move up
        </Menu.Item>
      )}
      {down !== null && (
        <Menu.Item
          leftSection={<IconArrowDown size={16} aria-hidden />}
          onClick={() => onMove(id, down)}
        >
          Move down
        </Menu.Item>
      )}
      {onDelete !== undefined && (
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={onDelete}
        >
          Delete…
        </Menu.Item>
      )}
    </DotsMenu>
  )
}
