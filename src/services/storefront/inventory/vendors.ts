import { type Conn, query, type Params } from '../../../platform/db/connection.ts'
import { workOff } from '../../../platform/turns.ts'
import { count, eq, inArray, sql } from 'drizzle-orm'
import { products } from '../tables.ts'
import { findName } from '../../../names/queries.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { notAllowed } from '../../../platform/record/read.ts'
import { foldText } from '../../../platform/text.ts'

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

const selectVendorProducts = query((conn, { vendorId }: Params<{ vendorId: string }>) =>
  conn.select({ n: count() }).from(products).where(eq(products.vendorId, vendorId)),
)

/** Changes the vendor of at most `limit` products of one. No answer shows the vendor, so the version stays. */
const updateVendor = query((conn, p: Params<{ to: string | null; from: string; limit: number }>) =>
  conn
    .update(products)
    .set({ vendorId: sql`${p.to}` })
    .where(
      inArray(
        products.seq,
        conn
          .select({ seq: products.seq })
          .from(products)
          .where(eq(products.vendorId, p.from))
          .limit(p.limit),
      ),
    )
    .returning({ seq: products.seq }),
)

/**
 * The record with the vendor that it names (`vendor_name`) by its id in this database: ids differ from database to database, names do
 * not. Throws AppError `invalid_request` when the vendor list has no such name.
 */
export function withVendorId(conn: Conn, record: JsonObject): JsonObject {
  const { vendor_name: name, ...rest } = record
  if (name === undefined || name === null) return rest
  const vendor =
    typeof name === 'string'
      ? findName(conn).get({ kind: 'vendor', folded: foldText(name) })
      : undefined
  if (vendor !== undefined) return { ...rest, vendor_id: vendor.id }
  throw notAllowed('vendor_name', 'the name of a vendor of the vendor list', name)
}
