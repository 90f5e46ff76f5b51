import { snapshot } from '../../../platform/db/connection.ts'
import { catalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../deps.ts'
import { variantLabelOf } from '../orders/placing/stock.ts'
import type { PriceBook, PriceBooks } from '../pricing/price-book.ts'
import { findProductById } from '../products/queries.ts'
import type { Product, Variant } from '../products/read-product.ts'
import { listVariants } from '../products/variants.ts'

/** The text of one label: of a product or a variant. Money in paise. */
export type Labelled = {
  key: string
  name: string
  variant: string | null
  sku: string
  barcode: string
  mrp: number
  /** The present price, with an offer if there is one. Null if no price was given. */
  price: number | null
}

/** The labels of products: one for each variant, or one for a product without variants. Unknown ids are left out. */
export function listLabels(
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
  { prices }: { prices: PriceBooks },
  ids: readonly string[],
): Labelled[] {
  return snapshot(read, () => {
    const book = prices(read, catalogueVersion(read))
    return ids.flatMap((id) => {
      const product = findProductById(read).get({ id })
      if (product === undefined) return []
      const variants = listVariants(read).all({ productSeq: product.seq })
      if (variants.length === 0) return [labelOfProduct(product, book)]
      return variants.map((variant) => labelOfVariant(product, variant, book))
    })
  })
}

function labelOfProduct(product: Product, book: PriceBook): Labelled {
  const { id, sku, name, barcode, mrp, salePrice } = product
  const price = product.priceGiven ? (book.offerFor(product, salePrice)?.price ?? salePrice) : null
  return { key: id, name, variant: null, sku: sku ?? '', barcode, mrp, price }
}

/** A product's barcode does not identify a variant. A variant has its SKU. */
function labelOfVariant(product: Product, variant: Variant, book: PriceBook): Labelled {
  const { id, sku, size, color, mrp, salePrice } = variant
  return {
    key: id,
    name: product.name,
    variant: variantLabelOf(size, color),
    sku: sku ?? '',
    barcode: '',
    mrp,
    price: variant.priceGiven ? (book.offerFor(product, salePrice)?.price ?? salePrice) : null,
  }
}
