import type { Conn } from '../../../platform/db/connection.ts'
import { listImages } from '../images/list-images.ts'
import { requireProduct } from './queries.ts'
import { listVariants } from './variant-queries.ts'

/** A product with all that belongs to it, as the database holds it. Throws AppError `not_found`. */
export function findWholeProduct(conn: Conn, id: string) {
  const product = requireProduct(conn, id)
  const { seq: productSeq } = product
  return {
    product,
    images: listImages(conn).all({ productSeq }),
    variants: listVariants(conn).all({ productSeq }),
  }
}
