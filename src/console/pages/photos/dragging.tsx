import {
  closestCorners,
  DndContext,
  type Announcements,
  type KeyboardCoordinateGetter,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import type { ReactNode } from 'react'
import { useDragSensors } from '../../components/sortable.tsx'

/** The place of photos without a product. */
export const nowhere = 'nowhere'

type DraggedPhotosProps = {
  /** The name of a photo or of a product, for screen readers. */
  nameOf(id: string): string
  onPlace(photo: string, target: string | null): void
  children: ReactNode
}

/** Photos that the user drags onto products by their handles, or moves with Space and the arrow keys. */
export function DraggedPhotos({ nameOf, onPlace, children }: DraggedPhotosProps) {
  const sensors = useDragSensors(besideTarget)
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCorners}
      accessibility={{
        screenReaderInstructions: instructions,
        announcements: announced((id) => nameOf(String(id))),
      }}
      onDragEnd={({ active, over }) => {
        if (over === null) return
        onPlace(String(active.id), over.id === nowhere ? null : String(over.id))
      }}
    >
      {children}
    </DndContext>
  )
}

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
}

/** An arrow key moves a photo to the next product, in reading order. */
const besideTarget: KeyboardCoordinateGetter = (event, { context: { droppableRects, over } }) => {
  const step = steps[event.code]
  if (step === undefined) return undefined
  event.preventDefault()
  const targets = [...droppableRects].toSorted(([, a], [, b]) => a.top - b.top || a.left - b.left)
  const at = targets.findIndex(([id]) => id === over?.id)
  const next = targets[at + step]?.[1]
  return next === undefined ? undefined : { x: next.left, y: next.top }
}

const instructions = {
  draggable:
    'Press Space to pick it up, the arrow keys to carry it to a product, Space to put it there, Escape to leave it.',
}

/** The words that a screen reader speaks while the user moves a photo. */
function announced(nameOf: (id: UniqueIdentifier) => string): Announcements {
  const place = (over: { id: UniqueIdentifier } | null) =>
    over === null ? 'over nothing' : `on ${nameOf(over.id)}`
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} is picked up.`,
    onDragOver: ({ active, over }) => `${nameOf(active.id)} is ${place(over)}.`,
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} was put down ${place(over)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays where it was.`,
  }
}
