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
import { ActionIcon } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../language/language.ts'

/** The pointer must move this many pixels to drag. Less is a click. */
const dragPixels = 4

/** The entry before or after which another entry goes. */
export type Place = { before: string } | { after: string }

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
export function placeBeside(
  ids: readonly string[],
  id: string,
  direction: 'up' | 'down',
): Place | null {
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
