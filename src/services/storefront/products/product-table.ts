import { typedTable } from '../typed-table.ts'

/** What a table can say of a product: the columns of a record of `products/bulk` that hold one value. */
const productColumns = {
  texts: [
    'sku',
    'name',
    'slug',
    'description',
    'details',
    'category_id',
    'category_slug',
    'hsn',
    'barcode',
    'image_url',
    'video_url',
    'vendor_id',
    'vendor_name',
    'approval_status',
  ],
  numbers: [
    'mrp',
    'sale_price',
    'min_sale_price',
    'stock_quantity',
    'gst_pct',
    'vendor_cost',
    'b2b_price',
    'b2b_min_qty',
  ],
  booleans: ['is_active'],
} as const

/** A table of products; `moreTexts` are columns that whoever reads it makes something of. */
export function productTable(moreTexts: readonly string[] = []) {
  const { texts, numbers, booleans } = productColumns
  return typedTable({
    required: ['sku', 'name'],
    texts: [...texts, ...moreTexts],
    numbers,
    booleans,
  })
}
