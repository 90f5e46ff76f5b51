import type { Conn } from '../../../platform/db/connection.ts'
import { selectVendorProducts, updateVendor } from './vendor-queries.ts'

/** Products that one transaction gives another vendor: about 10 ms of work. */
const sliceProducts = 500

/**
 * Gives products of one vendor another one, or none where `to` is null: as many as one transaction may. Returns whether
 * any are left; it is the caller who sees that `to` is an entry of the vendor list.
 */
export function replaceVendor(conn: Conn, wish: { from: string; to: string | null }): boolean {
  updateVendor(conn).run({ ...wish, limit: sliceProducts })
  return countVendorProducts(conn, wish.from) > 0
}

/** How many products of the catalogue name a vendor. */
export function countVendorProducts(conn: Conn, vendorId: string): number {
  return selectVendorProducts(conn).get({ vendorId })?.n ?? 0
}
