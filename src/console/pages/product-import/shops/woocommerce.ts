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
 * WooCommerce's product file (source: its wiki, "Product CSV Import Schema"). By its Type, a row is a product or a variation. The column
 * Parent names the product of a variation by SKU, or by "id:" and its ID.
 */

export function isWooCommerce(titles: ReadonlySet<string>): boolean {
  return ['type', 'sku', 'name', 'regular price', 'parent'].every((title) => titles.has(title))
}

export function fromWooCommerce(header: readonly string[], rows: readonly TableRow[]): ShopTable {
  const all = shopRows(header, rows)
  const attributes = header.flatMap((title) => /^Attribute (\d+) name$/i.exec(title)?.[1] ?? [])
  const skus = new Map(all.map((row) => [`id:${row.cell('ID')}`, skuOf(row)]))
  const parentOf = ({ cell }: ShopRow) => skus.get(cell('Parent')) ?? cell('Parent')
  const variations = Map.groupBy(all.filter(isVariation), parentOf)
  const said = all.flatMap((row): { row: number; says: Said }[] => {
    if (isLeftOut(row)) return []
    const [first] = variations.get(skuOf(row)) ?? []
    const says = isVariation(row)
      ? variationOf(row, parentOf(row), attributes)
      : productOf(row, first)
    return [{ row: row.row, says }]
  })
  const grouped = all.filter(isLeftOut).length
  const left = grouped === 0 ? [] : [`${grouped} grouped products`]
  return tableOf('WooCommerce', said, [...left, 'tags', 'weights'])
}

function isVariation({ cell }: ShopRow): boolean {
  return /\bvariation\b/i.test(cell('Type'))
}

/** A grouped product only lists other products. */
function isLeftOut({ cell }: ShopRow): boolean {
  return /\bgrouped\b/i.test(cell('Type'))
}

function skuOf({ cell }: ShopRow): string {
  return cell('SKU') || madeSku('WOO', cell('ID'))
}

/** A product with variations has no prices of its own and gets those of its first variation. */
function productOf(row: ShopRow, variation: ShopRow | undefined): Said {
  const { cell } = row
  const [short, long] = [textOfHtml(cell('Short description')), textOfHtml(cell('Description'))]
  const prices = soldAs(row)
  return {
    ...prices,
    ...(prices.mrp === undefined && variation !== undefined ? priceOf(variation) : {}),
    sku: skuOf(row),
    name: cell('Name'),
    description: short || long,
    details: short === '' ? '' : long,
    category: categoryOf(cell('Categories', 'Tags')),
    gst_pct: rateIn(cell('Tax class')),
    barcode: cell('GTIN, UPC, EAN, or ISBN'),
    is_active: cell('Published') === '1' || cell('Published') === '' ? 'yes' : 'no',
    images: cell('Images'),
  }
}

function variationOf(row: ShopRow, parent: string, attributes: readonly string[]): Said {
  const options = attributes.map((number): Option => ({
    name: row.cell(`Attribute ${number} name`),
    value: row.cell(`Attribute ${number} value(s)`),
  }))
  return { ...soldAs(row), ...sizeAndColour(options), sku: skuOf(row), variant_of: parent }
}

function soldAs(row: ShopRow): Said {
  const stock = row.cell('Stock')
  const isOut = row.cell('In stock?') === '0'
  return { ...priceOf(row), stock_quantity: stock === '' && isOut ? '0' : stock }
}

function priceOf({ cell }: ShopRow): Said {
  return pricesOf(cell('Sale price', 'Regular price'), cell('Regular price'))
}

/** Indian shops name a tax class "GST 18%", "gst-5" or "12". A name without a number has no rate. */
function rateIn(taxClass: string): string {
  return /\d+(?:\.\d+)?/.exec(taxClass)?.[0] ?? ''
}
