import { Button, Group, Stack, Text, Box, SegmentedControl, Select } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FormRefusal, Dialog } from '../../components/form.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { adviceOnPhotos } from '../../components/image-field.tsx'
import { LeaveQuestion } from '../../components/unsaved.tsx'
import { counted } from '../../components/values.tsx'
import { messageOf } from '../../refusal.ts'
import {
  addPhotos,
  nothingPlaced,
  type Placing,
  madeFirst,
  photosMax,
  photosOn,
  placed,
  withTargets,
  type Photo,
  type Target,
} from './photos.ts'
import { SavingPhotos, useSaving, type Saving } from './saving.tsx'
import { TargetCard, Tray, type PhotoCommands, DraggedPhotos, nowhere } from './cards.tsx'
import { api, ask, pagedQuery } from '../../client.ts'
import { showRefusal } from '../../components/commands.tsx'
import { LinkButton } from '../../components/buttons.tsx'

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
            <LinkButton to="/catalogue">See the products</LinkButton>
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

type PlacePhotosProps = {
  placing: Placing
  onChange(placing: Placing): void
  onSave(replaces: boolean): void
}

/** Shows the product of each photo. The file name decides at first. The user corrects by dragging, by the keyboard or by choosing. */
function PlacePhotos({ placing, onChange, onSave }: PlacePhotosProps) {
  const { photos, targets } = placing
  const [replaces, setReplaces] = useState(false)
  const [asked, setAsked] = useState<Photo | null>(null)
  const change = (changed: Photo[]) => onChange({ ...placing, photos: changed })
  const commands: PhotoCommands = {
    onChoose: setAsked,
    onFirst: (key) => change(madeFirst(photos, key)),
    onPlace: (key, productId) => change(placed(photos, key, productId)),
    onLeaveOut: (key) => change(photos.filter((photo) => photo.key !== key)),
  }
  const choose = (target: Target) => {
    if (asked === null) return
    // A product that is shown already has all of its images here.
    onChange({
      photos: placed(photos, asked.key, target.id),
      targets: withTargets([target], targets),
    })
    setAsked(null)
  }
  return (
    <Stack>
      <Summary placing={placing} replaces={replaces} onReplaces={setReplaces} onSave={onSave} />
      <DraggedPhotos nameOf={(id) => nameIn(placing, id)} onPlace={commands.onPlace}>
        <Stack>
          <Tray photos={photosOn(photos, null)} commands={commands} />
          <Box component="ul" className="photo-targets" aria-label="Products">
            {targets.map((target) => (
              <TargetCard
                key={target.id}
                target={target}
                photos={photosOn(photos, target.id)}
                replaces={replaces}
                commands={commands}
              />
            ))}
          </Box>
        </Stack>
      </DraggedPhotos>
      <Dialog
        of={asked}
        title={({ file }) => `Put ${file.name} on a product`}
        onClose={() => setAsked(null)}
      >
        {() => <ChooseProduct onChoose={choose} onCancel={() => setAsked(null)} />}
      </Dialog>
    </Stack>
  )
}

type SummaryProps = {
  placing: Placing
  replaces: boolean
  onReplaces(replaces: boolean): void
  onSave(replaces: boolean): void
}

function Summary({ placing: { photos, targets }, replaces, onReplaces, onSave }: SummaryProps) {
  const on = photos.filter(({ productId }) => productId !== null)
  const filled = targets.filter(({ id }) => photosOn(photos, id).length > 0)
  const hasImages = filled.some(({ images }) => images.length > 0)
  const isTooMany = filled.some(
    ({ id, images }) => photosOn(photos, id).length + (replaces ? 0 : images.length) > photosMax,
  )
  return (
    <Group justify="space-between" className="photo-summary">
      <Text size="sm" role="status">
        {counted(on.length, 'photo')} on {counted(filled.length, 'product')}
        {on.length < photos.length ? `, ${photos.length - on.length} on none` : ''}
      </Text>
      <Group>
        {hasImages && (
          <SegmentedControl
            aria-label="Where a product has images already"
            data={[
              { value: 'behind', label: 'Behind the images there' },
              { value: 'replace', label: 'Replace them' },
            ]}
            value={replaces ? 'replace' : 'behind'}
            onChange={(value) => onReplaces(value === 'replace')}
          />
        )}
        <Button onClick={() => onSave(replaces)} disabled={on.length === 0 || isTooMany}>
          {on.length === 1 ? 'Save the photo' : `Save the ${on.length} photos`}
        </Button>
      </Group>
    </Group>
  )
}

/** The name of a photo, or of the product to which the user moves the photo. */
function nameIn({ photos, targets }: Placing, id: string): string {
  if (id === nowhere) return 'no product'
  const photo = photos.find(({ key }) => key === id)
  return photo?.file.name ?? targets.find((target) => target.id === id)?.name ?? ''
}

/** The pause in typing before the search for products, in milliseconds. */
const pauseMs = 200

/** Products that a search offers. */
const offeredMax = 20

function foundQuery(search: string) {
  return pagedQuery(['products', 'for photos', search], () =>
    api.products.get({ query: { search, size: offeredMax, sort: 'name' } }),
  )
}

/** The product with all of its images. */
async function targetOf(id: string): Promise<Target> {
  const { fields, images } = await ask(api.products({ id }).get())
  return { id, name: fields.name, sku: fields.sku === '' ? null : fields.sku, images }
}

type ChooseProductProps = { onChoose(target: Target): void; onCancel(): void }

/** One of all products, by a part of its name, its SKU or its barcode. */
function ChooseProduct({ onChoose, onCancel }: ChooseProductProps) {
  const [text, setText] = useState('')
  const [id, setId] = useState<string | null>(null)
  const [search] = useDebouncedValue(text, pauseMs)
  const found = useQuery(foundQuery(search)).data?.items ?? []
  const choosing = useMutation({
    mutationFn: targetOf,
    onSuccess: onChoose,
    onError: (error) => showRefusal(error),
  })
  return (
    <Stack>
      <Select
        label="Product"
        placeholder="Name, SKU or barcode"
        data={found.map(({ id: value, name, sku }) => ({
          value,
          label: sku === null ? name : `${name} (${sku})`,
        }))}
        // The server has looked for it.
        filter={({ options }) => options}
        searchable
        value={id}
        onChange={setId}
        onSearchChange={setText}
        nothingFoundMessage="No product has this name, SKU or barcode."
        data-autofocus
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          onClick={() => id !== null && choosing.mutate(id)}
          loading={choosing.isPending}
          disabled={id === null}
        >
          Put it there
        </Button>
      </Group>
    </Stack>
  )
}
