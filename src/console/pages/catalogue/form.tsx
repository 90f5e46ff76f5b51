import {
  Grid,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
  type SelectProps,
  ActionIcon,
  Box,
  Group,
  Paper,
  Text,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { Dropzone } from '@mantine/dropzone'
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { productFields } from '../../../services/storefront/products/record.ts'
import { BarcodeButton } from '../../components/camera/camera.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { RecordInput } from '../../components/record-form.tsx'
import { approvalChoices, vendorsQuery, type CategoryChoice } from './data.ts'
import { SizeChartEditor } from './size-chart.tsx'
import type { ProductValues, PictureValue } from './values.ts'
import { VariantGrid } from './variants.tsx'
import { Thumbnail } from '../../components/cells.tsx'
import { FormRefusal } from '../../components/form.tsx'
import { preparePicture, adviceOnPhotos } from '../../components/image-field.tsx'
import { Sortable, useSorted, withMoved } from '../../components/sortable.tsx'
import { counted } from '../../components/values.tsx'
import { newKey } from '../../new-key.ts'

export type ProductFormState = UseFormReturnType<ProductValues>

type ProductFieldsProps = {
  form: ProductFormState
  categories: readonly CategoryChoice[]
  vendor: { id: string; name: string } | null
  isNew?: boolean
}

/** All fields of a product: those that customers see on the left, the shop's own on the right. */
export function ProductFields({ form, categories, vendor, isNew = false }: ProductFieldsProps) {
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack gap="lg">
          <Texts form={form} isNew={isNew} />
          <Section title="Images">
            <ImageEditor
              images={form.values.images}
              onChange={(change) => form.setFieldValue('images', change)}
            />
          </Section>
          <Prices form={form} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Stack gap="lg">
          <Visibility form={form} />
          <Keeping form={form} categories={categories} />
          <Buying form={form} vendor={vendor} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={12}>
        <Stack gap="lg">
          <Section title="Variants">
            <VariantGrid form={form} />
          </Section>
          <Section title="Size chart">
            <SizeChartEditor {...form.getInputProps('size_chart')} value={form.values.size_chart} />
          </Section>
        </Stack>
      </Grid.Col>
    </Grid>
  )
}

type Part = { form: ProductFormState }

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <SectionCard title={title}>
      <Stack>{children}</Stack>
    </SectionCard>
  )
}

type FieldProps = Omit<ComponentProps<typeof RecordInput>, 'fields' | 'name' | 'form'> &
  Part & { name: keyof typeof productFields }

function Field(props: FieldProps) {
  return <RecordInput fields={productFields} {...props} />
}

function Texts({ form, isNew }: Part & { isNew: boolean }) {
  return (
    <Section title="What customers see">
      <Field form={form} name="name" withAsterisk autoFocus={isNew} />
      <Field form={form} name="description" />
      <Field form={form} name="details" description="Ingredients, care, what is in the box." />
      <Field
        form={form}
        name="slug"
        isLine
        description="The last part of its address in the web shop. Made from the name when it is empty."
      />
      <TextInput
        label={productFields.video_url.label}
        type="url"
        placeholder="https://"
        {...form.getInputProps('video_url')}
      />
    </Section>
  )
}

function Prices({ form }: Part) {
  return (
    <Section title="Price and stock">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Field form={form} name="mrp" label="MRP, with GST" />
        <Field form={form} name="sale_price" label="Selling price, with GST" />
        <Field form={form} name="min_sale_price" description="A price below it gets a warning." />
        <Field
          form={form}
          name="stock_quantity"
          description="What is sold as a variant is taken from the variant’s own stock."
        />
        <Field form={form} name="gst_pct" label="GST rate" />
        <Field form={form} name="hsn" />
      </SimpleGrid>
    </Section>
  )
}

function Visibility({ form }: Part) {
  return (
    <Section title="In the shop">
      <Field
        form={form}
        name="is_active"
        label="Active"
        description="Customers see what is active and approved."
      />
      <Field form={form} name="approval_status" choices={approvalChoices} />
    </Section>
  )
}

function Keeping({ form, categories }: Part & Pick<ProductFieldsProps, 'categories'>) {
  return (
    <Section title="How it is kept">
      <Select
        label={productFields.category_id.label}
        data={categories}
        searchable
        allowDeselect={false}
        placeholder="Without a category"
        {...form.getInputProps('category_id')}
      />
      <Field
        form={form}
        name="sku"
        description="By it your accounting software knows the product. Orders of a product without one are not delivered to it."
      />
      <TextInput
        label={productFields.barcode.label}
        rightSection={<BarcodeButton onRead={(code) => form.setFieldValue('barcode', code)} />}
        {...form.getInputProps('barcode')}
      />
    </Section>
  )
}

function Buying({ form, vendor }: Part & Pick<ProductFieldsProps, 'vendor'>) {
  return (
    <Section title="Buying and business customers">
      <VendorSelect
        label={productFields.vendor_id.label}
        current={vendor}
        {...form.getInputProps('vendor_id')}
      />
      <Field
        form={form}
        name="vendor_cost"
        description="What the vendor charges. No customer sees it."
      />
      <Field form={form} name="b2b_price" label="Price for businesses" />
      <Field form={form} name="b2b_min_qty" />
    </Section>
  )
}

/** The pause in typing before vendors are searched, in milliseconds. */
const pauseMs = 200

type VendorSelectProps = Omit<SelectProps, 'data'> & {
  /** The product's present vendor. */
  current: { id: string; name: string } | null
}

/** A vendor of the list, searched by part of its name. */
function VendorSelect({ current, ...props }: VendorSelectProps) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text === current?.name ? '' : text, pauseMs)
  const found = useQuery(vendorsQuery(search)).data?.items ?? []
  const isFound = current === null || found.some(({ id }) => id === current.id)
  const offered = isFound ? found : [current, ...found]
  return (
    <Select
      data={offered.map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'No vendor' }}
      onSearchChange={setText}
      nothingFoundMessage="No vendor has this name."
      {...props}
    />
  )
}

/** Images of a product (the server's limit). */
const imagesMax = 20

type ImageEditorProps = {
  images: PictureValue[]
  /** Changes the current list of images, because reading photos takes a while. */
  onChange(change: (before: PictureValue[]) => PictureValue[]): void
}

/** The images of a product: dropped or chosen, described, and sorted by dragging or with the arrow keys. */
function ImageEditor({ images, onChange }: ImageEditorProps) {
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
