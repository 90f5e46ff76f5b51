import { ActionIcon, Box, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Thumbnail } from '../../components/cells.tsx'
import { FormRefusal } from '../../components/form.tsx'
import { preparePicture } from '../../components/image-field.tsx'
import { adviceOnPhotos } from '../../components/picture-advice.ts'
import { Sortable, useSorted, withMoved } from '../../components/sortable.tsx'
import { counted } from '../../components/values.tsx'
import { newKey } from '../../new-key.ts'
import type { PictureValue } from './values.ts'

/** Images of a product (the server's limit). */
const imagesMax = 20

type ImageEditorProps = {
  images: PictureValue[]
  /** Changes the current list of images, because reading photos takes a while. */
  onChange(change: (before: PictureValue[]) => PictureValue[]): void
}

/** The images of a product: dropped or chosen, described, and sorted by dragging or with the arrow keys. */
export function ImageEditor({ images, onChange }: ImageEditorProps) {
  const { add, refuse, forget, isReading, problem } = useAdding(images.length, onChange)
  const keys = images.map(({ key }) => key)
  return (
    <Stack gap="sm">
      {images.length > 0 && (
        <Sortable
          ids={keys}
          nameOf={(id) => `Image ${keys.indexOf(id) + 1}`}
          isGrid
          onMove={(id, to) => onChange((before) => withMoved(before, ({ key }) => key, id, to))}
        >
          <Box component="ul" className="image-grid">
            {images.map((image, index) => (
              <SortableImage
                key={image.key}
                image={image}
                number={index + 1}
                onAlt={(alt) =>
                  onChange((before) =>
                    before.map((one) => (one.key === image.key ? { ...one, alt } : one)),
                  )
                }
                onRemove={() => onChange((before) => before.filter(({ key }) => key !== image.key))}
              />
            ))}
          </Box>
        </Sortable>
      )}
      <FormRefusal>{problem}</FormRefusal>
      <Dropzone
        onDropAny={forget}
        onReject={(refused) => refuse(refused.map(({ file }) => file.name))}
        onDrop={(files) => void add(files)}
        loading={isReading}
        accept={['image/*']}
        disabled={images.length >= imagesMax}
        p="md"
        aria-label="Add images"
      >
        <DropWords />
      </Dropzone>
    </Stack>
  )
}

function DropWords() {
  return (
    <Group justify="center" gap="sm" style={{ pointerEvents: 'none' }}>
      <IconPhotoPlus size={24} stroke={1.4} aria-hidden />
      <div>
        <Text size="sm">Drop images here, or press to choose them</Text>
        <Text size="xs" c="dimmed">
          At most {imagesMax}; lists show the first one. Photos above 5 MB are made smaller.
        </Text>
      </div>
    </Group>
  )
}

type SortableImageProps = {
  image: PictureValue
  number: number
  onAlt(alt: string): void
  onRemove(): void
}

function SortableImage({ image, number, onAlt, onRemove }: SortableImageProps) {
  const { entry, handle } = useSorted(image.key, `image ${number}`)
  return (
    <Paper component="li" withBorder p="xs" className="image-card" {...entry}>
      <Group justify="space-between" wrap="nowrap" mb={6}>
        {handle}
        <Text size="xs" c="dimmed">
          {number === 1 ? 'First' : number}
        </Text>
        <ActionIcon aria-label={`Remove image ${number}`} onClick={onRemove}>
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

function useAdding(count: number, onChange: ImageEditorProps['onChange']) {
  const [isReading, setReading] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  const tell = (more: readonly string[]) => setProblems((before) => [...before, ...more])
  const refuse = (names: readonly string[]) =>
    tell([
      `${names.join(', ')} ${names.length === 1 ? 'is no image' : 'are no images'}. Choose JPEG, PNG, WebP or GIF files.${adviceOnPhotos(names)}`,
    ])
  const add = async (files: readonly File[]) => {
    setReading(true)
    const added: PictureValue[] = []
    const unread: string[] = []
    for (const file of files.slice(0, imagesMax - count)) {
      try {
        added.push({ key: newKey(), url: await preparePicture(file), alt: '' })
      } catch {
        unread.push(file.name)
      }
    }
    setReading(false)
    tell(problemsOf(unread, count + files.length - imagesMax))
    onChange((before) => [...before, ...added])
  }
  const problem = problems.length === 0 ? null : problems.join(' ')
  return { add, refuse, forget: () => setProblems([]), isReading, problem }
}

function problemsOf(unread: readonly string[], leftOut: number): string[] {
  return [
    unread.length > 0 &&
      `This browser cannot open ${unread.join(', ')}. Save it as JPEG or PNG first.${adviceOnPhotos(unread)}`,
    leftOut > 0 && `${counted(leftOut, 'image')} left out: a product has at most ${imagesMax}.`,
  ].filter((text) => text !== false)
}
