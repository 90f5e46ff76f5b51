import { named } from '../../../platform/record/field.ts'
import { productFields, variantFields } from '../products/record.ts'

/* Declares the columns of a table of products, beside the declaration of a product. */

/** Columns that stand for a record's fields under names that people use. */
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

/** The possible columns of a file, in the order of the form. */
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

/** The columns of a table of products. `category` is for callers that find a category by name. */
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
