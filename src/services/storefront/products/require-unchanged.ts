import { isDeepStrictEqual } from 'node:util'
import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import type { JsonValue } from '../../../platform/json.ts'
import { imageUrl } from '../images/image-refs.ts'
import { listImages } from '../images/list-images.ts'
import type { Product, ProductInput, VariantInput } from './read-product.ts'
import { findVariantById } from './variant-queries.ts'

/** What a form began with, read as a input of a person is; images as the console shows them, undefined for the same. */
export type Shown = { input: ProductInput; images: JsonValue | undefined }

/**
 * Lets a form change only what still is as it was shown in it; whatever it says nothing of may have changed meanwhile.
 * Throws AppError `conflict` with the field `startedFrom`.
 */
export function requireUnchanged(conn: Conn, product: Product, { input, images }: Shown): void {
  const { categorySlug: _, ...columns } = input.values
  const isSame =
    input.sku === product.sku &&
    input.name === product.name &&
    agrees(product, columns) &&
    input.variants.every((variant) => isVariantAsShown(conn, variant)) &&
    (images === undefined || areImagesAsShown(conn, product, images))
  if (isSame) return
  const message = `Somebody changed ${product.name} meanwhile.`
  throw new AppError('conflict', message, { field: 'startedFrom' })
}

/** What was removed meanwhile is not as it was shown. */
function isVariantAsShown(conn: Conn, { id, sku, values }: VariantInput): boolean {
  const variant = id === undefined ? undefined : findVariantById(conn).get({ id })
  if (variant === undefined) return false
  return (sku === undefined || sku === variant.sku) && agrees(variant, values)
}

function areImagesAsShown(conn: Conn, { seq: productSeq }: Product, shown: JsonValue): boolean {
  const now = listImages(conn)
    .all({ productSeq })
    .map(({ image, alt }) => ({ url: imageUrl(image, ''), alt }))
  return isDeepStrictEqual(now, shown)
}

function agrees<Row extends object>(row: Row, shown: Partial<Row>): boolean {
  return isDeepStrictEqual({ ...row, ...shown }, row)
}
