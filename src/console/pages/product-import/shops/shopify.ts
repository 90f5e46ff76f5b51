import type { TableRow } from '../file.ts'
import { textOfHtml } from './shop-table.ts'
import {
  categoryOf,
  madeSku,
  pricesOf,
  shopRows,
  sizeAndColour,
  tableOf,
  type Option,
  type Said,
  type ShopRow,
  type ShopTable,
} from './shop-table.ts'

/*
 * Shopify's product file (source: help.shopify.com, "Using CSV files to import and export products"). Rows with one handle are one product.
 * The first row names the product. Each row with a price is a variant, and other rows bring more images. Titles since 2025 come first, then
 * the older titles.
 */

const handle = ['URL handle', 'Handle'] as const
const price = ['Price', 'Variant Price'] as const
const image = ['Product image URL', 'Image Src'] as const

export function isShopify(titles: ReadonlySet<string>): boolean {
  const hasOne = (names: readonly string[]) => names.some((name) => titles.has(name.toLowerCase()))
  return hasOne(handle) && hasOne(price) && hasOne(['Title']) && hasOne(['Option1 Name'])
}

export function fromShopify(header: readonly string[], rows: readonly TableRow[]): ShopTable {
  const hsn = header.filter((title) => /\bhsn\b/i.test(title))
  const products = Map.groupBy(shopRows(header, rows), ({ cell }) => cell(...handle))
  products.delete('')
  const said = [...products].flatMap(([key, own]) => productOf(key, own, hsn))
  return tableOf('Shopify', said, ['vendor (a brand there)', 'tags', 'weights'])
}

function productOf(key: string, rows: readonly ShopRow[], hsn: readonly string[]) {
  const [first] = rows
  if (first === undefined) return []
  const sold = rows.filter(({ cell }) => cell(...price) !== '')
  const variants = sold.filter((row) => optionsOf(row, first).length > 0)
  const product: Said = {
    name: first.cell('Title'),
    slug: key.toLowerCase(),
    description: textOfHtml(first.cell('Description', 'Body (HTML)')),
    category: first.cell('Type') || categoryOf(first.cell('Product category', 'Tags')),
    images: [...new Set(rows.map(({ cell }) => cell(...image)))].filter(Boolean).join(', '),
    is_active: /^(?:draft|archived|unlisted)$/i.test(first.cell('Status')) ? 'no' : 'yes',
    hsn: first.cell(...hsn),
  }
  const [one = first] = sold
  if (variants.length === 0) {
    return [{ row: first.row, says: { ...soldAs(one), ...product, sku: skuOf(one) || key } }]
  }
  const { mrp = '', sale_price: salePrice = '' } = soldAs(one)
  const sku = madeSku(key)
  return [
    { row: first.row, says: { ...product, sku, mrp, sale_price: salePrice } },
    ...variants.map((row) => {
      const named = sizeAndColour(optionsOf(row, first))
      const own = skuOf(row) || madeSku(key, named.size ?? '', named.color ?? '')
      const { barcode: _barcode, vendor_cost: _cost, ...prices } = soldAs(row)
      return { row: row.row, says: { ...prices, ...named, sku: own, variant_of: sku } }
    }),
  ]
}

/** The options of a variant. Only the first row has their names. A product without options has one with the name "Title". */
function optionsOf({ cell }: ShopRow, first: ShopRow): Option[] {
  return [1, 2, 3].flatMap((number) => {
    const name = first.cell(`Option${number} Name`)
    const value = cell(`Option${number} Value`)
    return value === '' || (name === 'Title' && value === 'Default Title') ? [] : { name, value }
  })
}

function skuOf({ cell }: ShopRow): string {
  return withoutApostrophe(cell('SKU', 'Variant SKU'))
}

function soldAs({ cell }: ShopRow): Said {
  return {
    ...pricesOf(cell(...price), cell('Compare-at price', 'Variant Compare At Price')),
    stock_quantity: cell('Inventory quantity', 'Variant Inventory Qty'),
    barcode: withoutApostrophe(cell('Barcode', 'Variant Barcode')),
    vendor_cost: cell('Cost per item'),
  }
}

/** Shopify puts an apostrophe before codes, so that a spreadsheet does not take a code for a number. */
function withoutApostrophe(text: string): string {
  return text.replace(/^'/, '')
}
