import { snapshot } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import type { VersionedAnswer } from '../../../platform/http/answer-cache.ts'
import { catalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../parts.ts'
import { findListedProduct, listShownImages, listVariants } from './product-queries.ts'
import { shownDetail, shownImage, shownVariant } from './shown.ts'

/**
 * A listed product with its images and variants; `slug` in NFC, `origin` is where links in the answer point.
 * Throws AppError `not_found`.
 */
export function findProduct(
  { database: { read } }: StorefrontDeps,
  slug: string,
  origin: string,
): VersionedAnswer {
  return snapshot(read, () => {
    const version = catalogueVersion(read)
    const product = findListedProduct(read).get(slug)
    if (product === null) throw unknownProduct()
    const { seq } = product
    const data = {
      ...shownDetail(product, origin),
      images: listShownImages(read)
        .all(seq)
        .map((image) => shownImage(image, origin)),
      variants: listVariants(read).all(seq).map(shownVariant),
    }
    return { text: JSON.stringify({ data }), rows: 1, version }
  })
}

export function unknownProduct(): AppError {
  return new AppError('not_found', 'There is no listed product with this slug.')
}
