import type { Conn } from '../../../platform/db/connection.ts'
import { workOff } from '../../../platform/slices.ts'
import { selectVendorProducts, updateVendor } from './vendor-queries.ts'

/** Products that one statement gives another vendor: about a millisecond. */
const productsAtOnce = 50

/**
 * Gives products of one vendor another one, or none where `to` is null: as many as there is time for. Returns whether
 * any are left; it is the caller who sees that `to` is an entry of the vendor list.
 */
export function replaceVendor(conn: Conn, input: { from: string; to: string | null }): boolean {
  const isDone = workOff(
    () => updateVendor(conn).all({ ...input, limit: productsAtOnce }).length > 0,
  )
  return !isDone
}

/** How many products of the catalogue name a vendor. */
export function countVendorProducts(conn: Conn, vendorId: string): number {
  return selectVendorProducts(conn).get({ vendorId })?.n ?? 0
}
