import { isDeepStrictEqual } from 'node:util'
import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import type { JsonValue } from '../../../platform/json.ts'
import { imageUrl } from '../images/image-refs.ts'
import { listImages } from '../images/list-images.ts'
import type { Product, ProductWish } from './read-row.ts'
import type { VariantWish } from './read-variants.ts'
import { findVariantById } from './variant-queries.ts'

/** What a form began with, read as a wish of a person is; images as the console shows them, undefined for the same. */
export type Shown = { wish: ProductWish; images: JsonValue | undefined }

/**
 * Lets a form change only what still is as it was shown in it; whatever it says nothing of may have changed meanwhile.
 * Throws AppError `conflict` with the field `startedFrom`.
 */
export function requireUnchanged(conn: Conn, product: Product, { wish, images }: Shown): void {
  const isSame =
    wish.sku === product.sku &&
    wish.name === product.name &&
    (wish.categoryId ?? product.categoryId) === product.categoryId &&
    agrees(product, wish.fields) &&
    wish.variants.every((variant) => isVariantAsShown(conn, variant)) &&
    (images === undefined || areImagesAsShown(conn, product, images))
  if (isSame) return
  const message = `Somebody changed ${product.name} meanwhile.`
  throw new AppError('conflict', message, { field: 'startedFrom' })
}

/** What was removed meanwhile is not as it was shown. */
function isVariantAsShown(conn: Conn, { id, sku, fields }: VariantWish): boolean {
  const variant = id === undefined ? undefined : findVariantById(conn).get({ id })
  if (variant === undefined) return false
  return (sku === undefined || sku === variant.sku) && agrees(variant, fields)
}

function areImagesAsShown(conn: Conn, { seq: productSeq }: Product, shown: JsonValue): boolean {
  const now = listImages(conn)
    .all({ productSeq })
    .map(({ image, alt }) => ({ url: imageUrl(image, ''), alt }))
  return isDeepStrictEqual(now, shown)
}

function agrees<T extends object>(row: T, shown: Partial<T>): boolean {
  return isDeepStrictEqual({ ...row, ...shown }, row)
}
