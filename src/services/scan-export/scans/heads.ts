import { writeAll } from '../../../platform/db/database.ts'
import { and, eq, gt, lt, lte, ne, sql } from 'drizzle-orm'
import type { Category } from '../../../paper/categories.ts'
import { headFacts, type Facts, type Statement } from '../../../paper/facts.ts'
import { textOfValue } from '../../../paper/values.ts'
import { normaliseDocument, readDocument, type ScanData } from '../../../paper/rules/normalise.ts'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { deleteIn, insertInto } from '../../../platform/db/statements.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { foldText } from '../../../platform/text.ts'
import type { ScanExportDeps } from '../deps.ts'
import { findRuleVersion, type RulesInForce } from '../rules-in-force.ts'
import { documentHeads, scans } from '../tables.ts'
import { rulesUntilForever, waitingNow } from './waiting-queries.ts'

/** Digits that are compared as one number within a text, at most. */
const digitsMax = 15

/** Characters of a seller and of a number that lists sort and search by. Nobody waits while a longer text is folded. */
const sortedLengthMax = 200

type Head = typeof documentHeads.$inferSelect

/** The state that the row comes from: the document as delivered, as it waits, or as it was read. */
type Kept = Pick<Head, 'state'> & { category: Category; filename: string }

/** Replaces the row of a document. `version`: the version of the rules in force that made it. */
export function keepHead(
  conn: Conn,
  id: string,
  head: JsonObject,
  kept: Kept & { version: number },
): void {
  deleteHead(conn).run({ scanId: id })
  enterHead(conn, id, head, kept)
}

/**
 * Makes the row of a waiting document the row of the delivered one. `delivered` is the delivered head, undefined where it is the waiting one:
 * the name lists change the seller's name alone.
 */
export function deliverHead(
  conn: Conn,
  id: string,
  delivered: JsonObject | undefined,
  { version, ...kept }: Omit<Kept, 'state'> & { version: number },
): boolean {
  const state = 'delivered'
  const { vendor_name = null, name = null } = delivered ?? {}
  const seller =
    delivered === undefined ? null : rowOf(id, { vendor_name, name }, { ...kept, state }).seller
  const row = setDelivered(conn).get({ id, version, seller })
  if (row === undefined) return false
  if (row.hasOthers === 1) deleteOtherHeads(conn).run({ id, since: row.since })
  return true
}

/** Stores the row of a document that has none. */
export function enterHead(
  conn: Conn,
  id: string,
  head: JsonObject,
  kept: Kept & { version: number },
): void {
  insertHead(conn).run({ ...rowOf(id, head, kept), rulesSince: kept.version })
}

/** Stores the row of a stored document again, as it stands now. */
export function keepHeadAgain(conn: Conn, id: string, { version, rules }: RulesInForce): void {
  const stored = findStored(conn).get({ id })
  if (stored === undefined) return
  const { category, filename, delivered, waiting, read } = stored
  const kept = { category, filename, version }
  const said = delivered ?? waiting
  if (said !== null) {
    const state = delivered === null ? 'waiting' : 'delivered'
    keepHead(conn, id, readDocument(said).invoice_metadata, { ...kept, state })
    return
  }
  const data = read === null ? undefined : normaliseDocument(readDocument(read), category, rules)
  keepHead(conn, id, data?.invoice_metadata ?? {}, { ...kept, state: 'read' })
}

/** Stores the row that the next version of the rules gives a waiting document, beside the present row. */
export function stageHead(
  conn: Conn,
  data: ScanData,
  { scanId, next, ...kept }: Omit<Kept, 'state'> & { scanId: string; next: number },
): void {
  endHead(conn).run({ scanId, next })
  const row = rowOf(scanId, data.invoice_metadata, { ...kept, state: 'waiting' })
  insertHead(conn).run({ ...row, rulesSince: next })
}

/** Undoes `stageHead`. */
export function unstageHead(conn: Conn, scanId: string): void {
  deletePreparedHead(conn).run({ scanId, version: findRuleVersion(conn) })
  reopenHead(conn).run({ scanId, until: rulesUntilForever })
}

/** Removes rows of a document that no version of the rules shows any more. */
export function removeReplacedHead(conn: Conn, scanId: string): void {
  deleteReplacedHead(conn).run({ scanId, version: findRuleVersion(conn) })
}

/**
 * Stores the rows of documents from an earlier Daybook. Also renews the rows of undelivered documents that do not wait when the rules
 * have changed since. May be interrupted: the next start goes on.
 */
export async function fillHeads({
  database,
  rules,
}: Pick<ScanExportDeps, 'database' | 'rules'>): Promise<void> {
  const { read } = database
  const missing = [...listWithout(read).all(), ...listStale(read).all({ v: findRuleVersion(read) })]
  await writeAll(database, missing, {}, (conn, some) => {
    const inForce = rules(conn)
    for (const { id } of some) keepHeadAgain(conn, id, inForce)
  })
}

function rowOf(
  scanId: string,
  head: JsonObject,
  { category, filename, state }: Kept,
): Omit<Head, 'rulesSince'> {
  const shown = shownHead(headFacts(category, head))
  // The name list maps the seller's name alone (delivery/delivered.ts).
  const isMapped = state === 'waiting' && textOfValue(head['vendor_name']).trim() !== ''
  return {
    scanId,
    rulesUntil: rulesUntilForever,
    state,
    ...sortedBy(shown),
    isMapped: isMapped && shown.seller !== null,
    called: foldText([shown.invoiceNo?.slice(0, sortedLengthMax), filename].join(' ')),
  }
}

/** A bank statement is sorted by its bank, its account and its last day. */
function sortedBy({ seller, account, invoiceNo, invoiceDate, total }: ShownHead) {
  return {
    seller: foldedOrNull(seller ?? account?.bank),
    number: foldedOrNull(invoiceNo ?? account?.number)?.replaceAll(/\d+/g, padded) ?? null,
    day: invoiceDate ?? account?.to ?? account?.from ?? null,
    total: total === null ? null : Math.round(total * 100),
  }
}

function foldedOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : foldText(text.slice(0, sortedLengthMax))
}

/** Pads digits, so that INV-9 comes before INV-10. */
function padded(digits: string): string {
  return digits.padStart(digitsMax, '0')
}

const insertHead = insertInto(documentHeads)

export const deleteHead = deleteIn(documentHeads, 'scanId')

type Delivered = Params<{ id: string; version: number; seller: string | null }>

const setDelivered = query((conn, { id, version, seller }: Delivered) =>
  conn
    .update(documentHeads)
    .set({
      state: 'delivered',
      isMapped: false,
      seller: sql`coalesce(${seller}, ${documentHeads.seller})`,
      rulesUntil: rulesUntilForever,
    })
    .where(
      sql`${documentHeads.scanId} = ${id} AND ${documentHeads.state} = 'waiting'
        AND ${documentHeads.rulesSince} <= ${version} AND ${documentHeads.rulesUntil} > ${version}`,
    )
    .returning({
      since: documentHeads.rulesSince,
      /** A change of the rules leaves rows of other versions. */
      hasOthers: sql<number>`(SELECT count(*) FROM document_heads AS other WHERE other.scan_id = ${id}) > 1`,
    }),
)

const deleteOtherHeads = query((conn, { id, since }: Params<{ id: string; since: number }>) =>
  conn
    .delete(documentHeads)
    .where(and(eq(documentHeads.scanId, id), ne(documentHeads.rulesSince, since))),
)

const endHead = query((conn, { scanId, next }: Params<{ scanId: string; next: number }>) =>
  conn
    .update(documentHeads)
    .set({ rulesUntil: sql`${next}` })
    .where(and(eq(documentHeads.scanId, scanId), lt(documentHeads.rulesSince, next))),
)

type AtVersion = Params<{ scanId: string; version: number }>

const deletePreparedHead = query((conn, { scanId, version }: AtVersion) =>
  conn
    .delete(documentHeads)
    .where(and(eq(documentHeads.scanId, scanId), gt(documentHeads.rulesSince, version))),
)

const deleteReplacedHead = query((conn, { scanId, version }: AtVersion) =>
  conn
    .delete(documentHeads)
    .where(and(eq(documentHeads.scanId, scanId), lte(documentHeads.rulesUntil, version))),
)

const reopenHead = query((conn, { scanId, until }: Params<{ scanId: string; until: number }>) =>
  conn
    .update(documentHeads)
    .set({ rulesUntil: sql`${until}` })
    .where(eq(documentHeads.scanId, scanId)),
)

const findStored = query((conn, { id }: Params<{ id: string }>) => {
  const now = waitingNow(conn, 'now')
  return conn
    .select({
      category: scans.category,
      filename: scans.filename,
      delivered: scans.syncedData,
      waiting: now.data,
      read: sql<string | null>`coalesce(${scans.correction}, ${scans.raw})`,
    })
    .from(scans)
    .leftJoin(now, eq(now.scanId, scans.id))
    .where(eq(scans.id, id))
})

/** Goes through both keys once: looking each document up took four times as long, and every start waits for it. */
const listWithout = query((conn) =>
  conn
    .select({ id: scans.id })
    .from(scans)
    .except(conn.select({ id: documentHeads.scanId }).from(documentHeads)),
)

const listStale = query((conn, { v }: Params<{ v: number }>) =>
  conn
    .select({ id: documentHeads.scanId })
    .from(documentHeads)
    .where(and(sql`${documentHeads.state} = 'read'`, lt(documentHeads.rulesSince, v))),
)

/** What lists show of a document. */
export type ShownHead = {
  invoiceNo: string | null
  invoiceDate: string | null
  /** Null for a bank statement: the account's name is the shop itself. */
  seller: string | null
  /** Null unless the document is a bank statement. */
  account: Account | null
  /** In rupees. */
  total: number | null
}

/** An account, and the days that its statement covers, as far as they were read. */
type Account = {
  number: string | null
  bank: string | null
  from: string | null
  to: string | null
}

/** What lists show of the facts of a document's head. */
export function shownHead(facts: Facts): ShownHead {
  if (facts.kind === 'statement') {
    return {
      invoiceNo: null,
      invoiceDate: null,
      seller: null,
      account: accountOf(facts),
      total: null,
    }
  }
  const { number, orderNumber, day, seller, total } = facts
  return {
    invoiceNo: number ?? orderNumber ?? null,
    invoiceDate: day ?? null,
    seller: seller.name ?? null,
    account: null,
    total: total === undefined ? null : total / 100,
  }
}

function accountOf({ account: { number, bank }, period: { from, to } }: Statement): Account {
  return { number: number ?? null, bank: bank ?? null, from: from ?? null, to: to ?? null }
}
