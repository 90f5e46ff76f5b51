import type { Conn } from '../../../platform/db/connection.ts'
import { findProductBySku, findVariantBySku } from './stock-queries.ts'

/** What a SKU sells: a product, or a variant of one. The price in paise, including GST. */
export type Article = {
  productSeq: number
  productId: string
  variantSeq: number | null
  variantId: string | null
  name: string
  /** Such as "M / Red"; null for a product itself. */
  variantLabel: string | null
  hsn: string
  gstBasisPoints: number
  salePrice: number
  stockQuantity: number
  isListed: boolean
}

/** Finds each SKU once: an order may name it on several lines. */
export function articleFinder(conn: Conn): (sku: string) => Article | undefined {
  const found = new Map<string, Article | undefined>()
  return (sku) => {
    if (!found.has(sku)) found.set(sku, findArticle(conn, sku))
    return found.get(sku)
  }
}

/** Looked up among the products first, then among the variants, as the contract has it for stock. */
function findArticle(conn: Conn, sku: string): Article | undefined {
  const product = findProductBySku(conn).get({ sku })
  if (product !== undefined) {
    return { ...product, variantSeq: null, variantId: null, variantLabel: null }
  }
  const variant = findVariantBySku(conn).get({ sku })
  if (variant === undefined) return undefined
  const { size, color, ...rest } = variant
  return { ...rest, variantLabel: variantLabelOf(size, color) }
}

/** Such as "M / Red"; null when it has neither. */
export function variantLabelOf(size: string, color: string): string | null {
  const label = [size, color].filter((part) => part !== '').join(' / ')
  return label === '' ? null : label
}
