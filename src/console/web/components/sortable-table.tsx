import {
  closestCenter,
  DndContext,
  type Announcements,
  type UniqueIdentifier,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  useSortable,
  verticalListSortingStrategy,
  sortableKeyboardCoordinates,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Table } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import {
  Paging,
  TableCells,
  TableFrame,
  TableHead,
  type Column,
  type DataTableProps,
} from './table.tsx'

/** The entry that another one comes in front of, or right behind. */
export type Place = { before: string } | { after: string }

type SortableTableProps<Row> = Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'idOf' | 'paging'
> & {
  rows: readonly Row[]
  nameOf(row: Row): string
  onMove(id: string, to: Place): void
}

/** A list whose order is the shop's: rows are dragged by their handle, or moved by Space and the arrow keys. */
export function SortableTable<Row>(props: SortableTableProps<Row>) {
  const { rows, columns, idOf, nameOf, onMove } = props
  const sensors = useDragSensors()
  const ids = rows.map(idOf)
  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{
          screenReaderInstructions: instructions,
          announcements: announced(ids, (id) => nameIn(rows, idOf, nameOf, id)),
        }}
        onDragEnd={({ active, over }) => {
          const to = over === null ? null : placeOf(ids, active.id, over.id)
          if (to !== null) onMove(String(active.id), to)
        }}
      >
        <TableFrame aria-label={props.label}>
          <TableHead columns={[handleColumn<Row>(), ...columns]} rows={rows} idOf={idOf} />
          <Table.Tbody role="rowgroup">
            <SortableContext items={ids} strategy={verticalListSortingStrategy}>
              {rows.map((row) => (
                <SortableRow
                  key={idOf(row)}
                  id={idOf(row)}
                  name={nameOf(row)}
                  row={row}
                  columns={columns}
                />
              ))}
            </SortableContext>
          </Table.Tbody>
        </TableFrame>
      </DndContext>
      <Paging paging={props.paging} label={props.label} />
    </>
  )
}

/** Where a row goes that is one step further up or down; null at the end of the list. */
export function placeBeside(
  ids: readonly string[],
  id: string,
  direction: 'up' | 'down',
): Place | null {
  const beside = ids[ids.indexOf(id) + (direction === 'up' ? -1 : 1)]
  if (beside === undefined) return null
  return direction === 'up' ? { before: beside } : { after: beside }
}

/** The rows as they are once one of them has moved. */
export function withMoved<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  id: string,
  to: Place,
): Row[] {
  const from = rows.findIndex((row) => idOf(row) === id)
  const others = rows.filter((row) => idOf(row) !== id)
  const beside = others.findIndex((row) => idOf(row) === ('before' in to ? to.before : to.after))
  return arrayMove([...rows], from, 'before' in to ? beside : beside + 1)
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

type SortableRowProps<Row> = { id: string; name: string; row: Row; columns: readonly Column<Row>[] }

function SortableRow<Row>({ id, name, row, columns }: SortableRowProps<Row>) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id })
  // Rows differ in height: they move, and are not stretched.
  const moved = { transform: CSS.Translate.toString(transform) ?? 'none', transition }
  return (
    <Table.Tr role="row" ref={setNodeRef} style={moved} data-dragging={isDragging}>
      <Table.Td role="cell" data-handle="">
        <ActionIcon
          ref={setActivatorNodeRef}
          className="drag-handle"
          {...attributes}
          {...listeners}
          aria-label={`Move ${name}`}
        >
          <IconGripVertical size={18} aria-hidden />
        </ActionIcon>
      </Table.Td>
      <TableCells columns={columns} row={row} />
    </Table.Tr>
  )
}

function handleColumn<Row>(): Column<Row> {
  return { key: 'handle', title: 'Order', width: '4rem', cell: () => null }
}

const instructions = {
  draggable:
    'Press Space to pick the row up, the arrow keys to move it, Space to put it down, Escape to leave it.',
}

function nameIn<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  nameOf: (row: Row) => string,
  id: UniqueIdentifier,
): string {
  const row = rows.find((candidate) => idOf(candidate) === id)
  return row === undefined ? '' : nameOf(row)
}

/** What a screen reader hears while a row moves. */
function announced(
  ids: readonly string[],
  nameOf: (id: UniqueIdentifier) => string,
): Announcements {
  const place = (over: { id: UniqueIdentifier } | null) =>
    over === null
      ? 'outside the list'
      : `at place ${ids.indexOf(String(over.id)) + 1} of ${ids.length}`
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} is picked up.`,
    onDragOver: ({ active, over }) => `${nameOf(active.id)} is ${place(over)}.`,
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} was put down ${place(over)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays where it was.`,
  }
}

/** Pixels that the pointer moves before it drags: less is a click. */
const dragPixels = 4

/** Dragging by pointer, and by Space and the arrow keys. */
export function useDragSensors() {
  return useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: dragPixels } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
}
