import { Grid, Select, SimpleGrid, Stack, TextInput, type SelectProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { productFields } from '../../../services/storefront/products/record.ts'
import { BarcodeButton } from '../../components/camera/camera.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { RecordInput } from '../../components/record-form.tsx'
import { approvalChoices, vendorsQuery, type CategoryChoice } from './data.ts'
import { ImageEditor } from './images.tsx'
import { SizeChartEditor } from './size-chart.tsx'
import type { ProductValues } from './values.ts'
import { VariantGrid } from './variants.tsx'

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
