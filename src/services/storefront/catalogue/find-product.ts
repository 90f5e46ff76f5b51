import { AppError } from '../../../platform/errors.ts'
import type { VersionedAnswer } from '../../../platform/http/answer-cache.ts'
import type { StorefrontDeps } from '../deps.ts'
import { findListedProduct, imagesOf, variantsOf } from './queries.ts'
import { shownDetail, shownImage, shownVariant } from './shown.ts'
import { toNfc } from '../../../platform/text.ts'

/**
 * A listed product with its images and variants; `slug` in NFC, `origin` is where links in the answer point.
 * Throws AppError `not_found`.
 */
export function findProduct(
  { database: { read } }: StorefrontDeps,
  slug: string,
  origin: string,
): VersionedAnswer {
  const product = findListedProduct(read).get(slug)
  if (product === null) throw unknownProduct()
  const data = {
    ...shownDetail(product, origin),
    images: imagesOf(product.images).map((image) => shownImage(image, origin)),
    variants: variantsOf(product.variants).map(shownVariant),
  }
  return { text: JSON.stringify({ data }), rows: 1, version: product.version }
}

export function unknownProduct(): AppError {
  return new AppError('not_found', 'There is no listed product with this slug.')
}

/**
 * The last part of a path as it names a product: percent-encoding in any case is decoded once, and the text is in NFC.
 * Undefined for an encoding that is none.
 */
export function slugOfPath(url: string): string | undefined {
  const path = /^[^?#]*/.exec(url)?.[0] ?? ''
  const last = /([^/]+)\/?$/.exec(path)?.[1] ?? ''
  try {
    return toNfc(decodeURIComponent(last))
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}
