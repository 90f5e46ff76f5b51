import { named } from '../../../platform/record/field.ts'
import { productFields, variantFields } from '../products/record.ts'

/* What a table of products can say, declared beside what a product is. */

/** Columns of a table that stand for fields of a record, as people name them. */
export const tableOnlyFields = {
  variant_of: {
    ...named({
      key: 'variantOf',
      label: 'Variant of (SKU)',
      phrase: 'the SKU of the product',
      csv: 'variantof parentsku parent productsku mainsku',
    }),
    cell: 'code',
  },
  category: {
    ...named({
      key: 'category',
      label: 'Category',
      csv: 'category categoryname categoryslug group itemgroup stockgroup department',
    }),
    cell: 'line',
  },
  vendor_name: {
    ...named({
      key: 'vendor',
      label: 'Vendor',
      csv: 'vendor vendorname supplier suppliername distributor',
    }),
    cell: 'line',
  },
  image_url: {
    ...named({
      key: 'image',
      label: 'Image link',
      phrase: 'the image',
      csv: 'imageurl image imagelink picture photo photourl',
    }),
    cell: 'text',
  },
  images: {
    ...named({
      key: 'images',
      label: 'Image links',
      phrase: 'the images',
      csv: 'images imageurls imagelinks pictures photos',
    }),
    cell: 'text',
  },
} as const

const {
  sku,
  name,
  category_id: _id,
  category_slug: _slug,
  vendor_id: _vendor,
  size_chart: _chart,
  ...otherFields
} = productFields
const { category, variant_of: variantOf, ...otherColumns } = tableOnlyFields
const { size, color, color_hex: colorHex } = variantFields

/** What a column of a file can be, in the order in which a form offers them. */
export const importFields = {
  sku,
  name,
  variant_of: variantOf,
  size,
  color,
  color_hex: colorHex,
  category,
  ...otherFields,
  ...otherColumns,
}

export type ImportColumn = keyof typeof importFields

/** What a table of products can say; `category` is for whoever finds it by its name. */
export const tableFields = {
  ...productFields,
  size,
  color,
  color_hex: colorHex,
  variant_of: variantOf,
  vendor_name: tableOnlyFields.vendor_name,
  image_url: tableOnlyFields.image_url,
  images: tableOnlyFields.images,
}
