import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Alert, Box, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconGripVertical, IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { newKey } from './new-key.ts'
import { preparePicture } from './prepare-picture.ts'
import type { PictureValue } from './product-values.ts'
import { Thumbnail } from './thumbnail.tsx'

/** Images of a product (the server's limit). */
const imagesMax = 20

type ImageEditorProps = { images: PictureValue[]; onChange(images: PictureValue[]): void }

/** The images of a product: dropped or chosen, described, and put in order by dragging or with the arrow keys. */
export function ImageEditor({ images, onChange }: ImageEditorProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const { add, isReading, problem } = useAdding(images, onChange)
  const move = ({ active, over }: DragEndEvent) => {
    const place = (id: unknown) => images.findIndex(({ key }) => key === id)
    if (over !== null) onChange(arrayMove(images, place(active.id), place(over.id)))
  }
  return (
    <Stack gap="sm">
      {images.length > 0 && (
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          onDragEnd={move}
          accessibility={{ screenReaderInstructions: instructions, announcements: told(images) }}
        >
          <SortableContext items={images.map(({ key }) => key)} strategy={rectSortingStrategy}>
            <Box component="ul" className="image-grid">
              {images.map((image, index) => (
                <SortableImage
                  key={image.key}
                  image={image}
                  number={index + 1}
                  onAlt={(alt) =>
                    onChange(images.map((one) => (one.key === image.key ? { ...one, alt } : one)))
                  }
                  onRemove={() => onChange(images.filter(({ key }) => key !== image.key))}
                />
              ))}
            </Box>
          </SortableContext>
        </DndContext>
      )}
      {problem !== null && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Dropzone
        onDrop={(files) => void add(files)}
        loading={isReading}
        accept={['image/*']}
        disabled={images.length >= imagesMax}
        p="md"
        aria-label="Add images"
      >
        <Group justify="center" gap="sm" style={{ pointerEvents: 'none' }}>
          <IconPhotoPlus size={24} stroke={1.4} aria-hidden />
          <div>
            <Text size="sm">Drop images here, or press to choose them</Text>
            <Text size="xs" c="dimmed">
              At most {imagesMax}; lists show the first one. Large photos are made smaller.
            </Text>
          </div>
        </Group>
      </Dropzone>
    </Stack>
  )
}

const instructions = {
  draggable: 'Press Space to pick the image up, the arrow keys to move it, Space to put it down.',
}

/** What a screen reader says while an image is moved. */
function told(images: readonly PictureValue[]): Announcements {
  const place = (id: unknown) =>
    `place ${images.findIndex(({ key }) => key === id) + 1} of ${images.length}`
  return {
    onDragStart: ({ active }) => `Picked up the image at ${place(active.id)}.`,
    onDragOver: ({ over }) => (over === null ? 'Nowhere.' : `The image is at ${place(over.id)}.`),
    onDragEnd: ({ over }) => (over === null ? 'Put back.' : `Put down at ${place(over.id)}.`),
    onDragCancel: () => 'Put back.',
  }
}

type SortableImageProps = {
  image: PictureValue
  number: number
  onAlt(alt: string): void
  onRemove(): void
}

function SortableImage({ image, number, onAlt, onRemove }: SortableImageProps) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id: image.key,
  })
  const moved = { transform: CSS.Transform.toString(transform) ?? 'none', transition }
  return (
    <Paper
      component="li"
      ref={setNodeRef}
      withBorder
      p="xs"
      style={moved}
      className="image-card"
      data-dragging={isDragging}
    >
      <Group justify="space-between" wrap="nowrap" mb={6}>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          className="drag-handle"
          {...attributes}
          {...listeners}
          aria-label={`Move image ${number}`}
        >
          <IconGripVertical size={16} aria-hidden />
        </ActionIcon>
        <Text size="xs" c="dimmed">
          {number === 1 ? 'First' : number}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          aria-label={`Remove image ${number}`}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <Group justify="center" mb={6}>
        <Thumbnail url={image.url} alt={image.alt} size={120} />
      </Group>
      <TextInput
        size="xs"
        aria-label={`What image ${number} shows`}
        placeholder="What it shows"
        value={image.alt}
        onChange={({ currentTarget }) => onAlt(currentTarget.value)}
      />
    </Paper>
  )
}

function useAdding(images: readonly PictureValue[], onChange: (images: PictureValue[]) => void) {
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const add = async (files: readonly File[]) => {
    setReading(true)
    setProblem(null)
    const added: PictureValue[] = []
    const unread: string[] = []
    for (const file of files.slice(0, imagesMax - images.length)) {
      try {
        added.push({ key: newKey(), url: await preparePicture(file), alt: '' })
      } catch {
        unread.push(file.name)
      }
    }
    setReading(false)
    if (unread.length > 0) {
      setProblem(`This browser cannot open ${unread.join(', ')}. Save it as JPEG or PNG first.`)
    }
    onChange([...images, ...added])
  }
  return { add, isReading, problem }
}
