import { snapshot } from '../../../platform/db/connection.ts'
import { catalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../deps.ts'
import { variantLabelOf } from '../orders/placing/stock.ts'
import type { PriceBook, PriceBooks } from '../pricing/price-book.ts'
import { findProductById } from '../products/queries.ts'
import type { Product, Variant } from '../products/read-product.ts'
import { listVariants } from '../products/variants.ts'

/** Something that a label is stuck on: a product, or one kind of it. Money in paise. */
export type Labelled = {
  key: string
  name: string
  variant: string | null
  sku: string
  barcode: string
  mrp: number
  /** What it costs now, with an offer where there is one; null where nobody gave a price. */
  price: number | null
}

/** What labels say of products: each of its kinds, or itself when it has none. Ids that nothing has are left out. */
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

/** The barcode of a product does not say which of its kinds it is: a kind has its SKU. */
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
