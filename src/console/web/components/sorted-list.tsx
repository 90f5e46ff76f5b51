import { Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { DotsMenu } from './cells.tsx'
import { showRefusal } from './commands.tsx'
import { DataTable } from './data-table.tsx'
import { useRefresh } from './hooks.ts'
import { OutOfDate } from './loaded.tsx'
import { placeBeside, SortableTable, withMoved, type Place } from './sortable-table.tsx'
import type { DataTableProps } from './table.tsx'

/** The ids of the rows in their order, and the way to move one. */
type Moving = { ids: readonly string[]; onMove(id: string, to: Place): void }

const MovingRows = createContext<Moving>({ ids: [], onMove() {} })

type SortedListProps<Row> = {
  table: DataTableProps<Row>
  /** The query that is shown. */
  queryKey: QueryKey
  nameOf(row: Row): string
  sendMove(id: string, to: Place): Promise<unknown>
}

/** A list from the server whose order is the shop's. */
export function SortedList<Row extends { id: string }>(props: SortedListProps<Row>) {
  const { table, queryKey, nameOf, sendMove } = props
  const { rows = [], idOf, error = null, onRetry } = table
  const onMove = useMove(queryKey, sendMove)
  if (rows.length === 0) return <DataTable {...table} />
  return (
    <MovingRows value={{ ids: rows.map(idOf), onMove }}>
      <OutOfDate error={error} onRetry={onRetry} />
      <SortableTable {...table} rows={rows} nameOf={nameOf} onMove={onMove} />
    </MovingRows>
  )
}

/** Moves a row: it is in its new place at once, and goes back when the server refuses. */
function useMove(queryKey: QueryKey, send: SortedListProps<never>['sendMove']) {
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

type SortedRowMenuProps = {
  id: string
  name: string
  onEdit(): void
  /** Absent for what cannot be deleted. */
  onDelete?: (() => void) | undefined
}

/** What can be done with a row of a sorted list; also for whoever cannot drag. */
export function SortedRowMenu({ id, name, onEdit, onDelete }: SortedRowMenuProps) {
  const { ids, onMove } = use(MovingRows)
  const steps = [
    { title: 'Move up', icon: IconArrowUp, to: placeBeside(ids, id, 'up') },
    { title: 'Move down', icon: IconArrowDown, to: placeBeside(ids, id, 'down') },
  ]
  return (
    <DotsMenu label={`Actions for ${name}`}>
      <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
        Edit…
      </Menu.Item>
      {steps.map(
        ({ title, icon: Icon, to }) =>
          to !== null && (
            <Menu.Item
              key={title}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => onMove(id, to)}
            >
              {title}
            </Menu.Item>
          ),
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
