import { count, eq, inArray, sql } from 'drizzle-orm'
import { recorderOf } from '../../../accounts/history.ts'
import { mergeNames, removeName, requireMergeable } from '../../../names/change-names.ts'
import { findName, requireEntry } from '../../../names/queries.ts'
import type { nameActions } from '../../../names/rules.ts'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { notAllowed } from '../../../platform/record/read.ts'
import { foldText } from '../../../platform/text.ts'
import { workOff } from '../../../platform/turns.ts'
import type { StorefrontDeps } from '../deps.ts'
import { products } from '../tables.ts'

/*
 * Products name vendors by id, and change together with the list of names: in the same transaction, or, if there are
 * very many, in transactions before it. Until then they have a vendor that is in the list.
 */

/** The number of products that one statement gives another vendor: about a millisecond. */
const productsAtOnce = 50

type NameDeps = Pick<StorefrontDeps, 'database' | 'clock'>

const recordHistory = recorderOf<keyof typeof nameActions>()

/**
 * Merges two entries of the vendor list or the product-name list. Products of the removed vendor get the remaining
 * one. `by` is the owner. Throws AppError `not_found`, `invalid_request`.
 */
export async function mergeNameEntries(
  { database, clock }: NameDeps,
  input: { from: string; into: string },
  by: string,
): Promise<void> {
  await untilDone(database, (conn) => {
    const { from, into } = requireMergeable(conn, input)
    const { kind, name } = from
    if (kind === 'vendor' && !replaceVendor(conn, from.id, into.id)) return false
    const now = clock.now()
    mergeNames(conn, input, now)
    const details = { kind, name, into: into.name }
    recordHistory(conn, now, { action: 'names merged', userId: by, details })
    return true
  })
}

/** Deletes an entry. Products of a deleted vendor have none afterwards. `by` is the owner. Throws AppError `not_found`. */
export async function removeNameEntry(
  { database, clock }: NameDeps,
  id: string,
  by: string,
): Promise<void> {
  await untilDone(database, (conn) => {
    const { kind, name } = requireEntry(conn, id)
    if (kind === 'vendor' && !replaceVendor(conn, id, null)) return false
    removeName(conn, id)
    recordHistory(conn, clock.now(), {
      action: 'name deleted',
      userId: by,
      details: { kind, name },
    })
    return true
  })
}

async function untilDone(
  database: NameDeps['database'],
  step: (conn: Conn) => boolean,
): Promise<void> {
  while (!(await database.write(step, { alone: true })));
}

/** Gives products of a vendor another vendor or none, within a time limit. Returns whether all are done. */
function replaceVendor(conn: Conn, from: string, to: string | null): boolean {
  return workOff(() => updateVendor(conn).all({ from, to, limit: productsAtOnce }).length > 0)
}

/** Changes the vendor of at most `limit` products. Answers do not show the vendor, so the version stays. */
const updateVendor = query(
  (conn, { from, to, limit }: Params<{ from: string; to: string | null; limit: number }>) =>
    conn
      .update(products)
      .set({ vendorId: sql`${to}` })
      .where(
        inArray(
          products.seq,
          conn
            .select({ seq: products.seq })
            .from(products)
            .where(eq(products.vendorId, from))
            .limit(limit),
        ),
      )
      .returning({ seq: products.seq }),
)

/** The number of products of a vendor. */
export function countVendorProducts(conn: Conn, vendorId: string): number {
  return selectVendorProducts(conn).get({ vendorId })?.n ?? 0
}

const selectVendorProducts = query((conn, { vendorId }: Params<{ vendorId: string }>) =>
  conn.select({ n: count() }).from(products).where(eq(products.vendorId, vendorId)),
)

/**
 * Replaces the vendor's name in a record (`vendor_name`) by its id in this database, because ids differ between
 * databases. Throws AppError `invalid_request` if the vendor list has no such name.
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
