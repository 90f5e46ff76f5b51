/** What a column of a file can be: as `products/bulk` has it, with names instead of ids. */
export const importColumns = [
  'sku',
  'name',
  'category',
  'mrp',
  'sale_price',
  'stock_quantity',
  'gst_pct',
  'hsn',
  'barcode',
  'description',
  'details',
  'min_sale_price',
  'vendor_name',
  'vendor_cost',
  'b2b_price',
  'b2b_min_qty',
  'is_active',
  'approval_status',
  'image_url',
  'video_url',
  'slug',
] as const

export type ImportColumn = (typeof importColumns)[number]
