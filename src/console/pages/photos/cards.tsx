import {
  useDraggable,
  useDroppable,
  closestCorners,
  DndContext,
  type Announcements,
  type KeyboardCoordinateGetter,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import { CSS } from '@dnd-kit/utilities'
import { Badge, Box, Group, Menu, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { DotsMenu, Thumbnail } from '../../components/cells.tsx'
import { DragHandle, useDragSensors } from '../../components/sortable.tsx'
import { counted } from '../../components/values.tsx'
import { photosMax, type Photo, type Target } from './photos.ts'

/** In pixels. */
const photoSize = 96

export type PhotoCommands = {
  /** Asks which product the photo belongs to. */
  onChoose(photo: Photo): void
  onFirst(key: string): void
  onPlace(key: string, productId: string | null): void
  /** Removes a photo that is not wanted at all. */
  onLeaveOut(key: string): void
}

type TargetCardProps = {
  target: Target
  photos: readonly Photo[]
  replaces: boolean
  commands: PhotoCommands
}

/** A product with its new photos. */
export function TargetCard({ target, photos, replaces, commands }: TargetCardProps) {
  const { setNodeRef, isOver } = useDroppable({ id: target.id })
  const all = photos.length + (replaces ? 0 : target.images.length)
  return (
    <Paper
      ref={setNodeRef}
      component="li"
      withBorder
      p="sm"
      className="photo-target"
      data-over={isOver}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="xs">
        <div>
          <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {target.name}
          </Text>
          <Text size="xs" c="dimmed">
            {target.sku ?? 'no SKU'}
          </Text>
        </div>
        {all > photosMax && <Badge color="red">At most {photosMax} photos</Badge>}
      </Group>
      <ImagesBefore target={target} replaces={replaces} />
      <PhotoRow photos={photos} isPlaced commands={commands} />
      {photos.length === 0 && (
        <Text size="sm" c="dimmed">
          Drag a photo here.
        </Text>
      )}
    </Paper>
  )
}

/** The images that the product has already. */
function ImagesBefore({ target: { images }, replaces }: { target: Target; replaces: boolean }) {
  if (images.length === 0) return null
  return (
    <Group gap={6} mb="xs">
      {images.slice(0, 4).map(({ url, alt }) => (
        <Box key={url} style={{ opacity: replaces ? 0.4 : 1 }}>
          <Thumbnail url={url} alt={alt} size={40} />
        </Box>
      ))}
      <Text size="xs" c="dimmed">
        {toldOf(images.length, replaces)}
      </Text>
    </Group>
  )
}

type TrayProps = { photos: readonly Photo[]; commands: PhotoCommands }

/** Photos whose names fit no product, or several products. */
export function Tray({ photos, commands }: TrayProps) {
  const { setNodeRef, isOver } = useDroppable({ id: nowhere })
  return (
    <Paper
      ref={setNodeRef}
      component="section"
      withBorder
      p="sm"
      className="photo-target"
      data-over={isOver}
      aria-label="Photos on no product"
    >
      <Text fw={600} size="sm" mb={4}>
        On no product: {photos.length}
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        {photos.length === 0
          ? 'Every photo is on a product. Drag one here to take it off.'
          : 'Drag them onto a product, or choose one. What stays here is left out.'}
      </Text>
      <PhotoRow photos={photos} isPlaced={false} commands={commands} />
    </Paper>
  )
}

type PhotoRowProps = { photos: readonly Photo[]; isPlaced: boolean; commands: PhotoCommands }

function PhotoRow({ photos, isPlaced, commands }: PhotoRowProps) {
  if (photos.length === 0) return null
  return (
    <Box component="ul" className="photo-row">
      {photos.map((photo, at) => (
        <PhotoCard
          key={photo.key}
          photo={photo}
          isPlaced={isPlaced}
          isFirst={at === 0}
          commands={commands}
        />
      ))}
    </Box>
  )
}

type PhotoCardProps = {
  photo: Photo
  isPlaced: boolean
  isFirst: boolean
  commands: PhotoCommands
}

function PhotoCard({ photo, isPlaced, isFirst, commands }: PhotoCardProps) {
  const dragged = useDraggable({ id: photo.key })
  const { setNodeRef, transform, isDragging } = dragged
  const { name } = photo.file
  return (
    <Box
      component="li"
      ref={setNodeRef}
      className="photo-card"
      data-dragging={isDragging}
      style={{ transform: CSS.Translate.toString(transform) ?? 'none' }}
    >
      <Group justify="space-between" wrap="nowrap" gap={0}>
        <DragHandle {...dragged} name={name} iconSize={16} />
        <PhotoMenu photo={photo} isPlaced={isPlaced} isFirst={isFirst} commands={commands} />
      </Group>
      <Thumbnail url={photo.url} alt="" size={photoSize} />
      <Stack gap={0} w={photoSize}>
        <Text size="xs" truncate title={name}>
          {name}
        </Text>
        <Told>{photo.rivals > 1 && `fits ${photo.rivals} products`}</Told>
      </Stack>
    </Box>
  )
}

function Told({ children }: { children: ReactNode }) {
  return (
    children !== false && (
      <Text size="xs" c="dimmed">
        {children}
      </Text>
    )
  )
}

function PhotoMenu({ photo, isPlaced, isFirst, commands }: PhotoCardProps) {
  const { key, file } = photo
  return (
    <DotsMenu label={`Actions for ${file.name}`} width={210}>
      <Menu.Item onClick={() => commands.onChoose(photo)}>Put it on a product…</Menu.Item>
      {isPlaced && !isFirst && (
        <Menu.Item onClick={() => commands.onFirst(key)}>Make it the first</Menu.Item>
      )}
      {isPlaced && (
        <Menu.Item onClick={() => commands.onPlace(key, null)}>Take it off the product</Menu.Item>
      )}
      <Menu.Item onClick={() => commands.onLeaveOut(key)}>Leave the photo out</Menu.Item>
    </DotsMenu>
  )
}

function toldOf(images: number, replaces: boolean): string {
  if (replaces) return `${counted(images, 'image')} to be replaced`
  return images === 1 ? '1 image stays in front' : `${counted(images, 'image')} stay in front`
}

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
