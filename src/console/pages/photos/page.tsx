import { Button, Group, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconPhotoPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { FormRefusal } from '../../components/form.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { adviceOnPhotos } from '../../components/image-field.tsx'
import { LeaveQuestion } from '../../components/unsaved.tsx'
import { counted } from '../../components/values.tsx'
import { messageOf } from '../../refusal.ts'
import { addPhotos, nothingPlaced, type Placing } from './photos.ts'
import { PlacePhotos } from './placing.tsx'
import { SavingPhotos, useSaving, type Saving } from './saving.tsx'

/** Many photos in one drop. Each photo goes to the product that its file name says. Nothing is saved before the user confirms. */
export function PhotosPage() {
  const [placing, setPlacing] = useState(nothingPlaced)
  const { saving, save, retry, reset } = useSaving()
  const { add, isReading, problem } = useAdding(placing, setPlacing)
  const isEmpty = placing.photos.length === 0
  const startOver = () => {
    setPlacing(nothingPlaced)
    reset()
  }
  return (
    <>
      <PageHeader title="Add photos" trail={[{ to: '/catalogue', label: 'Products' }]}>
        {stepOf(isEmpty, saving)}
      </PageHeader>
      <LeaveQuestion isDirty={() => !isEmpty && saving.state !== 'done'} />
      <Stack>
        <FormRefusal>{problem}</FormRefusal>
        {saving.state === 'idle' && (
          <DropPhotos
            isSmall={!isEmpty}
            isReading={isReading}
            onDrop={(files) => void add(files)}
          />
        )}
        {saving.state === 'idle' && !isEmpty && (
          <PlacePhotos
            placing={placing}
            onChange={setPlacing}
            onSave={(replaces) => void save({ ...placing, replaces })}
          />
        )}
        {saving.state !== 'idle' && (
          <SavingPhotos saving={saving} onRetry={() => void retry()}>
            <Button variant="default" onClick={startOver}>
              More photos
            </Button>
            <Button renderRoot={(props) => <Link {...props} to="/catalogue" />}>
              See the products
            </Button>
          </SavingPhotos>
        )}
      </Stack>
    </>
  )
}

function stepOf(isEmpty: boolean, { state }: Saving): string {
  if (state !== 'idle') return 'Step 3 of 3: put the photos on their products'
  return isEmpty ? 'Step 1 of 3: drop the photos' : 'Step 2 of 3: look where each photo goes'
}

function useAdding(placing: Placing, onChange: (placing: Placing) => void) {
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const shown = useRef(placing.photos)
  shown.current = placing.photos
  // Frees the shown photos in the browser when the page closes.
  useEffect(() => () => shown.current.forEach(({ url }) => URL.revokeObjectURL(url)), [])
  const add = async (files: readonly File[]) => {
    setReading(true)
    setProblem(null)
    try {
      onChange(await addPhotos(placing, files))
    } catch (error) {
      setProblem(messageOf(error))
    }
    setReading(false)
  }
  return { add, isReading, problem }
}

type DropPhotosProps = {
  isSmall: boolean
  isReading: boolean
  onDrop(files: readonly File[]): void
}

function DropPhotos({ isSmall, isReading, onDrop }: DropPhotosProps) {
  const [refused, setRefused] = useState<string | null>(null)
  return (
    <Stack maw={720} gap="xs">
      <FormRefusal>{refused}</FormRefusal>
      <Dropzone
        onDropAny={() => setRefused(null)}
        onDrop={onDrop}
        onReject={(files) =>
          setRefused(
            `${counted(files.length, 'file')} left out: only JPEG, PNG, WebP and GIF are photos here.${adviceOnPhotos(files.map(({ file }) => file.name))}`,
          )
        }
        accept={['image/*']}
        loading={isReading}
        p={isSmall ? 'xs' : 'xl'}
        aria-label="Drop photos"
      >
        <Group justify="center" gap="md" style={{ pointerEvents: 'none' }}>
          <IconPhotoPlus size={isSmall ? 20 : 36} stroke={1.4} aria-hidden />
          <Text fw={isSmall ? 400 : 600} size={isSmall ? 'sm' : 'md'}>
            {isSmall ? 'Drop more photos' : 'Drop all photos here, or press to choose them'}
          </Text>
        </Group>
      </Dropzone>
      {!isSmall && (
        <Text size="sm" c="dimmed">
          A photo goes on the product whose SKU, barcode or name its file is called after:
          RICE-5KG.jpg, rice-5kg-2.jpg, Basmati Rice 5 kg_b.jpg. A number, a letter or “front” and
          “back” behind it put the photos of a product in order. What is not found you place by
          hand; nothing is written before you have seen where each photo goes.
        </Text>
      )}
    </Stack>
  )
}
