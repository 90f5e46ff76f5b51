import { Table, ActionIcon } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import {
  IconArrowDown,
  IconArrowUp,
  IconPencil,
  IconTrash,
  IconGripVertical,
} from '@tabler/icons-react'
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { createContext, use, type ReactNode } from 'react'
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type KeyboardCoordinateGetter,
  type UniqueIdentifier,
  type useDraggable,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { MenuAction } from './buttons.tsx'
import { DotsMenu } from './cells.tsx'
import { showRefusal, useRefresh } from './commands.tsx'
import {
  DataTable,
  Paging,
  TableCells,
  TableFrame,
  TableHead,
  type Column,
  type DataTableProps,
} from './table.tsx'
import { OutOfDate } from './loaded.tsx'
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

/** The pointer must move this many pixels to drag. Less is a click. */
const dragPixels = 4

/** The entry before or after which another entry goes. */
type Place = { before: string } | { after: string }

type SortableProps = {
  ids: readonly string[]
  /** The name of a moving entry for screen readers. */
  nameOf(id: string): string
  isGrid?: boolean
  onMove(id: string, to: Place): void
  children: ReactNode
}

/** Entries that can be sorted: dragged by their handle, or moved by Space and the arrow keys. */
export function Sortable({ ids, nameOf, isGrid = false, onMove, children }: SortableProps) {
  const sensors = useDragSensors(sortableKeyboardCoordinates)
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        screenReaderInstructions: instructions,
        announcements: announced(ids, (id) => nameOf(String(id))),
      }}
      onDragEnd={({ active, over }) => {
        const to = over === null ? null : placeOf(ids, active.id, over.id)
        if (to !== null) onMove(String(active.id), to)
      }}
    >
      <SortableContext
        items={[...ids]}
        strategy={isGrid ? rectSortingStrategy : verticalListSortingStrategy}
      >
        {children}
      </SortableContext>
    </DndContext>
  )
}

/** Sensors for the pointer and for Space. `beside` says where an arrow key moves the picked-up entry. */
export function useDragSensors(beside: KeyboardCoordinateGetter) {
  return useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: dragPixels } }),
    useSensor(KeyboardSensor, { coordinateGetter: beside }),
  )
}

type DragHandleProps = Pick<
  ReturnType<typeof useDraggable>,
  'attributes' | 'listeners' | 'setActivatorNodeRef'
> & { name: string; iconSize?: number }

/** The handle for dragging. */
export function DragHandle({ name, iconSize = 18, ...dragged }: DragHandleProps) {
  const { attributes, listeners, setActivatorNodeRef } = dragged
  return (
    <ActionIcon
      ref={setActivatorNodeRef}
      className="drag-handle"
      {...attributes}
      {...listeners}
      aria-label={t('Move {{name}}', { name })}
    >
      <IconGripVertical size={iconSize} aria-hidden />
    </ActionIcon>
  )
}

/** The props of an entry, and its drag handle. */
export function useSorted(id: string, name: string) {
  const dragged = useSortable({ id })
  const { setNodeRef, transform, transition, isDragging } = dragged
  return {
    entry: {
      ref: setNodeRef,
      // Entries differ in height, so they move without being stretched.
      style: { transform: CSS.Translate.toString(transform) ?? 'none', transition },
      'data-dragging': isDragging,
    },
    handle: <DragHandle {...dragged} name={name} />,
  }
}

/** The place one step up or down. Null at the end of the list. */
function placeBeside(ids: readonly string[], id: string, direction: 'up' | 'down'): Place | null {
  const beside = ids[ids.indexOf(id) + (direction === 'up' ? -1 : 1)]
  if (beside === undefined) return null
  return direction === 'up' ? { before: beside } : { after: beside }
}

/** The entries after one has moved. */
export function withMoved<Entry>(
  entries: readonly Entry[],
  idOf: (entry: Entry) => string,
  id: string,
  to: Place,
): Entry[] {
  const from = entries.findIndex((entry) => idOf(entry) === id)
  const others = entries.filter((entry) => idOf(entry) !== id)
  const beside = others.findIndex(
    (entry) => idOf(entry) === ('before' in to ? to.before : to.after),
  )
  return arrayMove([...entries], from, 'before' in to ? beside : beside + 1)
}

function placeOf(
  ids: readonly string[],
  id: UniqueIdentifier,
  over: UniqueIdentifier,
): Place | null {
  if (id === over) return null
  const beside = String(over)
  return ids.indexOf(String(id)) < ids.indexOf(beside) ? { after: beside } : { before: beside }
}

const instructions = {
  draggable: t(
    'Press Space to pick it up, the arrow keys to move it, Space to put it down, Escape to leave it.',
  ),
}

/** The text for screen readers while an entry moves. */
function announced(
  ids: readonly string[],
  nameOf: (id: UniqueIdentifier) => string,
): Announcements {
  const place = (over: { id: UniqueIdentifier } | null) =>
    over === null
      ? t('outside the list')
      : t('at place {{value}} of {{length}}', {
          value: ids.indexOf(String(over.id)) + 1,
          length: ids.length,
        })
  return {
    onDragStart: ({ active }) => t('{{id}} is picked up.', { id: nameOf(active.id) }),
    onDragOver: ({ active, over }) => `${nameOf(active.id)} is ${place(over)}.`,
    onDragEnd: ({ active, over }) =>
      t('{{id}} was put down {{over}}.', { id: nameOf(active.id), over: place(over) }),
    onDragCancel: ({ active }) => t('{{id}} stays where it was.', { id: nameOf(active.id) }),
  }
}
