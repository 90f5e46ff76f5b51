import type { Sentence } from '../../../platform/record/sentence.ts'
import type { Product, ProductInput, Variant } from '../products/read-product.ts'
import { priceWarnings } from '../products/rules.ts'
import type { Slice } from '../products/slice.ts'
import { listVariants, updateVariantStockAndPrices } from '../products/variants.ts'

const priceFields = ['mrp', 'salePrice'] as const

/** A variant that takes over prices of its product, and which; `place` is its own among all of them. */
type Following = { variant: Variant; place: number; taken: readonly Price[] }

type Price = (typeof priceFields)[number]

/**
 * Where a person changes a product's price: the variants that had the product's price until now, or none, unless the
 * input names a price for them. A program says itself what becomes of each variant.
 */
export function variantsThatFollow(
  { conn }: Pick<Slice, 'conn'>,
  before: Product,
  { values, variants }: ProductInput,
): Following[] {
  const changed = priceFields.filter((price) => (values[price] ?? before[price]) !== before[price])
  if (changed.length === 0) return []
  return listVariants(conn)
    .all({ productSeq: before.seq })
    .map((variant, place) => {
      const named = variants.find(({ id }) => id === variant.id)?.values
      const taken = changed.filter(
        (price) =>
          named?.[price] === undefined &&
          (variant[price] === before[price] || variant[price] === 0),
      )
      return { variant, place, taken }
    })
    .filter(({ taken }) => taken.length > 0)
}

/** Gives them the prices that the product has now. Returns what is to be told of it. */
export function followPrice(
  { conn, now }: Slice,
  product: Product,
  following: readonly Following[],
): Sentence[] {
  if (following.length === 0) return []
  const stored = new Map(
    listVariants(conn)
      .all({ productSeq: product.seq })
      .map((variant) => [variant.seq, variant]),
  )
  const warnings = following.flatMap(({ variant: { seq }, place, taken }) => {
    const variant = stored.get(seq)
    if (variant === undefined) return []
    const after = { ...variant }
    for (const price of taken) after[price] = product[price]
    updateVariantStockAndPrices(conn).run({ ...after, updatedAt: now })
    // Where both prices are the product's, its own warning says it.
    const isTheSame = priceFields.every((price) => after[price] === product[price])
    const { minSalePrice } = product
    return isTheSame ? [] : priceWarnings(`variants[${place}].`, { ...after, minSalePrice })
  })
  return [followedSentence(following.length), ...warnings]
}

function followedSentence(count: number): string {
  return count === 1
    ? 'One variant had the same price: it has the new one too.'
    : `${count} variants had the same price: they have the new one too.`
}
