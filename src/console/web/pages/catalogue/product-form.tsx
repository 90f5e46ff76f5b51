import { Grid, Paper, Select, Stack, Switch, Textarea, TextInput, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { AmountInput, CountInput } from '../../components/inputs.tsx'
import { approvalChoices } from './approval-words.ts'
import { ImageEditor } from './image-editor.tsx'
import type { ProductFormState } from './product-form-type.ts'
import type { Category } from './products-query.ts'
import { SizeChartEditor } from './size-chart-editor.tsx'
import { VariantGrid } from './variant-grid.tsx'
import { VendorSelect } from './vendor-select.tsx'

type ProductFieldsProps = {
  form: ProductFormState
  categories: readonly Category[]
  vendor: { id: string; name: string } | null
  isNew?: boolean
}

/** All fields of a product: what customers see on the left, what the shop keeps on the right. */
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
    <Paper withBorder p="lg" component="section">
      <Title order={2} size="h4" mb="md">
        {title}
      </Title>
      {children}
    </Paper>
  )
}

function Texts({ form, isNew }: Part & { isNew: boolean }) {
  return (
    <Section title="What customers see">
      <Stack>
        <TextInput label="Name" withAsterisk autoFocus={isNew} {...form.getInputProps('name')} />
        <Textarea
          label="Description"
          autosize
          minRows={3}
          maxRows={10}
          {...form.getInputProps('description')}
        />
        <Textarea
          label="Details"
          description="Ingredients, care, what is in the box."
          autosize
          minRows={2}
          maxRows={10}
          {...form.getInputProps('details')}
        />
        <TextInput
          label="Web address"
          description="The last part of its address in the web shop. Made from the name when it is empty."
          {...form.getInputProps('slug')}
        />
        <TextInput
          label="Video link"
          type="url"
          placeholder="https://"
          {...form.getInputProps('video_url')}
        />
      </Stack>
    </Section>
  )
}

function Prices({ form }: Part) {
  const halves = { base: 12, xs: 6 }
  return (
    <Section title="Price and stock">
      <Grid>
        <Grid.Col span={halves}>
          <AmountInput label="MRP, with GST" {...form.getInputProps('mrp')} />
        </Grid.Col>
        <Grid.Col span={halves}>
          <AmountInput label="Selling price, with GST" {...form.getInputProps('sale_price')} />
        </Grid.Col>
        <Grid.Col span={halves}>
          <AmountInput
            label="Lowest selling price"
            description="A price below it gets a warning."
            {...form.getInputProps('min_sale_price')}
          />
        </Grid.Col>
        <Grid.Col span={halves}>
          <CountInput
            label="Stock"
            description="What is sold as a variant is taken from the variant’s own stock."
            {...form.getInputProps('stock_quantity')}
          />
        </Grid.Col>
        <Grid.Col span={halves}>
          <CountInput
            label="GST rate"
            suffix=" %"
            allowDecimal
            decimalScale={2}
            {...form.getInputProps('gst_pct')}
          />
        </Grid.Col>
        <Grid.Col span={halves}>
          <TextInput label="HSN code" inputMode="numeric" {...form.getInputProps('hsn')} />
        </Grid.Col>
      </Grid>
    </Section>
  )
}

function Visibility({ form }: Part) {
  return (
    <Section title="In the shop">
      <Stack>
        <Switch
          label="Active"
          description="Customers see what is active and approved."
          {...form.getInputProps('is_active', { type: 'checkbox' })}
        />
        <Select
          label="Approval"
          data={approvalChoices}
          allowDeselect={false}
          {...form.getInputProps('approval_status')}
        />
      </Stack>
    </Section>
  )
}

function Keeping({ form, categories }: Part & { categories: readonly Category[] }) {
  return (
    <Section title="How it is kept">
      <Stack>
        <Select
          label="Category"
          data={categories.map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          allowDeselect={false}
          placeholder="Without a category"
          {...form.getInputProps('category_id')}
        />
        <TextInput
          label="SKU"
          description="By it your accounting software knows the product. Orders of a product without one are not delivered to it."
          {...form.getInputProps('sku')}
        />
        <TextInput label="Barcode" {...form.getInputProps('barcode')} />
      </Stack>
    </Section>
  )
}

function Buying({ form, vendor }: Part & Pick<ProductFieldsProps, 'vendor'>) {
  return (
    <Section title="Buying and business customers">
      <Stack>
        <VendorSelect label="Vendor" current={vendor} {...form.getInputProps('vendor_id')} />
        <AmountInput
          label="Purchase price"
          description="What the vendor charges. No customer sees it."
          {...form.getInputProps('vendor_cost')}
        />
        <AmountInput label="Price for businesses" {...form.getInputProps('b2b_price')} />
        <CountInput label="Least quantity for businesses" {...form.getInputProps('b2b_min_qty')} />
      </Stack>
    </Section>
  )
}
