import { isShopify, fromShopify } from './shopify.ts'
import type { TableRow } from '../file.ts'
import { type ShopTable } from './shop-table.ts'
import { fromWooCommerce, isWooCommerce } from './woocommerce.ts'

/** Whether a row has the titles of such a program: it has them in its first row, and values that are titles elsewhere. */
export function isShopHeader(cells: readonly string[]): boolean {
  const titles = titlesIn(cells)
  return isShopify(titles) || isWooCommerce(titles)
}

/** Converts the table of another shop's program for this import. Undefined if the titles are not of such a program. */
export function recogniseShop(
  header: readonly string[],
  rows: readonly TableRow[],
): ShopTable | undefined {
  const titles = titlesIn(header)
  if (isShopify(titles)) return fromShopify(header, rows)
  return isWooCommerce(titles) ? fromWooCommerce(header, rows) : undefined
}

function titlesIn(cells: readonly string[]): ReadonlySet<string> {
  return new Set(cells.map((title) => title.trim().toLowerCase()))
}
