import { ActionIcon, ColorInput, Group, Paper, Stack, TagsInput, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { variantFields } from '../../../services/storefront/products/record.ts'
import { IconButton } from '../../components/buttons.tsx'
import { DataTable, menuColumn, type Column } from '../../components/table.tsx'
import { RecordInput } from '../../components/record-form.tsx'
import type { TypedNumber } from '../../components/number-field.tsx'
import { newKey } from '../../new-key.ts'
import type { ProductFormState } from './form.tsx'
import type { VariantValue } from './values.ts'

type Place = { variant: VariantValue; at: number }

/** The sizes and colours of a product, each with its own SKU, prices and stock. */
export function VariantGrid({ form }: { form: ProductFormState }) {
  const { variants } = form.values
  const rows = variants.map((variant, at) => ({ variant, at }))
  return (
    <Stack gap="md" className="variant-grid">
      {rows.length > 0 && (
        <DataTable
          label="Variants"
          columns={variantColumns(form)}
          rows={rows}
          idOf={({ variant }) => variant.key}
        />
      )}
      <AddVariants form={form} />
    </Stack>
  )
}

const shownFields = [
  { name: 'size', width: '5.5rem', isMain: true },
  { name: 'color', width: '9rem' },
  { name: 'color_hex', width: '7.5rem' },
  { name: 'sku' },
  { name: 'mrp', width: '7rem' },
  { name: 'sale_price', width: '7rem' },
  { name: 'stock_quantity', width: '5.5rem' },
] as const

function variantColumns(form: ProductFormState): Column<Place>[] {
  return [
    ...shownFields.map(({ name, ...column }) => ({
      ...column,
      key: name,
      title: variantFields[name].label,
      cell: (row: Place) => <VariantInput form={form} name={name} row={row} />,
    })),
    menuColumn(({ at }) => (
      <ActionIcon
        aria-label={`Remove variant ${at + 1}`}
        onClick={() => form.removeListItem('variants', at)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    )),
  ]
}

type VariantInputProps = {
  form: ProductFormState
  name: (typeof shownFields)[number]['name']
  row: Place
}

function VariantInput({ form, name, row: { variant, at } }: VariantInputProps) {
  const path = `variants.${at}.${name}`
  const input = {
    size: 'xs',
    'aria-label': `${variantFields[name].label} of variant ${at + 1}`,
    // An empty price means the product's price.
    ...(name === 'mrp' || name === 'sale_price' ? { placeholder: shown(form.values[name]) } : {}),
  }
  if (name === 'color_hex') {
    return (
      <ColorInput
        {...input}
        {...form.getInputProps(path)}
        format="hex"
        withEyeDropper={false}
        // A text that is not a shade stays, and the server refuses it.
        fixOnBlur={false}
      />
    )
  }
  return (
    <Stack gap={4}>
      <RecordInput
        {...input}
        fields={variantFields}
        form={form}
        name={name}
        path={path}
        label={null}
      />
      {name === 'sale_price' && variant.sale_price === 0 && !variant.hasPrice && (
        <Text size="xs" c="var(--mantine-color-error)">
          no price
        </Text>
      )}
    </Stack>
  )
}

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

function shown(amount: TypedNumber): string {
  return typeof amount === 'number' ? rupees.format(amount) : ''
}

/** Adds every chosen size in every chosen colour. */
function AddVariants({ form }: { form: ProductFormState }) {
  const [sizes, setSizes] = useState<string[]>([])
  const [colours, setColours] = useState<string[]>([])
  const made = combined(sizes, colours).filter(
    ([size, color]) =>
      !form.values.variants.some((known) => known.size === size && known.color === color),
  )
  const add = () => {
    const { sku, variants } = form.values
    const added = made.map(([size, color]) => newVariant(sku, size, color))
    form.setFieldValue('variants', [...variants, ...added])
    setSizes([])
    setColours([])
  }
  return (
    <Paper withBorder p="md">
      <Group align="flex-end" gap="sm">
        <TagsInput
          label="Sizes"
          placeholder={sizes.length === 0 ? 'S, M, L' : ''}
          splitChars={[',', ';']}
          value={sizes}
          onChange={setSizes}
          flex="1 1 12rem"
        />
        <TagsInput
          label="Colours"
          placeholder={colours.length === 0 ? 'Red, Blue' : ''}
          splitChars={[',', ';']}
          value={colours}
          onChange={setColours}
          flex="1 1 12rem"
        />
        <IconButton variant="default" icon={IconPlus} disabled={made.length === 0} onClick={add}>
          {made.length > 1 ? `Add ${made.length} variants` : 'Add the variant'}
        </IconButton>
      </Group>
      <Text size="xs" c="dimmed" mt={6}>
        Press Enter after each. Every size is added in every colour. A variant whose price is empty
        has the product’s, also when that changes.
      </Text>
    </Paper>
  )
}

function combined(sizes: readonly string[], colours: readonly string[]): [string, string][] {
  if (sizes.length === 0 && colours.length === 0) return []
  const ofSizes = sizes.length === 0 ? [''] : sizes
  const ofColours = colours.length === 0 ? [''] : colours
  return ofSizes.flatMap((size) => ofColours.map((color): [string, string] => [size, color]))
}

/** A new variant. If the product has a SKU, the variant's SKU adds size and colour to it. */
function newVariant(productSku: string, size: string, color: string): VariantValue {
  const ending = [size, color]
    .filter((part) => part !== '')
    .map((part) => part.toUpperCase().replaceAll(/\s+/g, '-'))
  return {
    key: newKey(),
    id: undefined,
    sku: productSku.trim() === '' ? '' : [productSku.trim(), ...ending].join('-'),
    size,
    color,
    color_hex: shadeOfColour(color),
    mrp: '',
    sale_price: '',
    hasPrice: true,
    stock_quantity: '',
  }
}

/** Colour names of shops here that CSS does not know or uses for another shade. */
const shades: ReadonlyMap<string, string> = new Map([
  ['bottle green', '#006a4e'],
  ['cream', '#fffdd0'],
  ['dark blue', '#00008b'],
  ['dark green', '#006400'],
  ['dark grey', '#555555'],
  ['green', '#008000'],
  ['grey', '#808080'],
  ['light blue', '#add8e6'],
  ['light green', '#90ee90'],
  ['mehendi', '#5a5b1f'],
  ['mustard', '#e1ad01'],
  ['off white', '#faf9f6'],
  ['peach', '#ffcba4'],
  ['rani', '#e0115f'],
  ['rust', '#b7410e'],
  ['sky blue', '#87ceeb'],
  ['wine', '#722f37'],
])

/** The shade of a colour's name, as #rrggbb. '' for an unknown name. */
function shadeOfColour(name: string): string {
  const plain = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, ' ')
  const known = shades.get(plain)
  if (known !== undefined) return known
  const word = plain.replaceAll(' ', '')
  if (!/^[a-z]+$/.test(word)) return ''
  return namedShade(word)
}

/** Lets the browser translate CSS colour names. An unknown name leaves the fill unchanged. */
function namedShade(word: string): string {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return ''
  const before = '#010203'
  context.fillStyle = before
  context.fillStyle = word
  const { fillStyle } = context
  return typeof fillStyle === 'string' && /^#[0-9a-f]{6}$/.test(fillStyle) && fillStyle !== before
    ? fillStyle
    : ''
}
