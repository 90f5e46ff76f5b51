import { writeAll } from '../../../platform/db/database.ts'
import { and, eq, gt, lt, lte, notExists, sql } from 'drizzle-orm'
import type { Category } from '../../../paper/categories.ts'
import { normaliseDocument, readDocument, type ScanData } from '../../../paper/rules/normalise.ts'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { insertInto } from '../../../platform/db/statements.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { foldText } from '../../../platform/text.ts'
import type { ScanExportDeps } from '../deps.ts'
import { shownHead, textOf, type ShownHead } from './shown-head.ts'
import { findRuleVersion, type RulesInForce } from '../rules-in-force.ts'
import { scanFacts, scans } from '../tables.ts'
import { rulesUntilForever, waitingNow } from './waiting-queries.ts'

/** Digits that are compared as one number within a text, at most. */
const digitsMax = 15

/** Characters of a seller and of a number that lists sort and search by. Nobody waits while a longer text is folded. */
const sortedLengthMax = 200

type Facts = typeof scanFacts.$inferSelect

/** The state that the facts come from: the document as delivered, as it waits, or as it was read. */
type Kept = Pick<Facts, 'state'> & { category: Category; filename: string }

/** Replaces the facts of a document. `version`: the version of the rules in force that made them. */
export function keepFacts(
  conn: Conn,
  id: string,
  head: JsonObject,
  kept: Kept & { version: number },
): void {
  deleteFacts(conn).run({ id })
  enterFacts(conn, id, head, kept)
}

/** Stores the facts of a document that has none. */
export function enterFacts(
  conn: Conn,
  id: string,
  head: JsonObject,
  kept: Kept & { version: number },
): void {
  insertFacts(conn).run({ ...factsOf(id, head, kept), rulesSince: kept.version })
}

/** Stores the facts of a stored document again, as it stands now. */
export function keepFactsAgain(conn: Conn, id: string, { version, rules }: RulesInForce): void {
  const stored = findStored(conn).get({ id })
  if (stored === undefined) return
  const { category, filename, delivered, waiting, read } = stored
  const kept = { category, filename, version }
  const said = delivered ?? waiting
  if (said !== null) {
    const state = delivered === null ? 'waiting' : 'delivered'
    keepFacts(conn, id, readDocument(said).invoice_metadata, { ...kept, state })
    return
  }
  const data = read === null ? undefined : normaliseDocument(readDocument(read), category, rules)
  keepFacts(conn, id, data?.invoice_metadata ?? {}, { ...kept, state: 'read' })
}

/** Stores the facts that the next version of the rules gives a waiting document, beside the present facts. */
export function stageFacts(
  conn: Conn,
  data: ScanData,
  { scanId, next, ...kept }: Omit<Kept, 'state'> & { scanId: string; next: number },
): void {
  endFacts(conn).run({ scanId, next })
  const facts = factsOf(scanId, data.invoice_metadata, { ...kept, state: 'waiting' })
  insertFacts(conn).run({ ...facts, rulesSince: next })
}

/** Undoes `stageFacts`. */
export function unstageFacts(conn: Conn, scanId: string): void {
  deletePreparedFacts(conn).run({ scanId, version: findRuleVersion(conn) })
  reopenFacts(conn).run({ scanId, until: rulesUntilForever })
}

/** Removes facts of a document that no version of the rules shows any more. */
export function removeReplacedFacts(conn: Conn, scanId: string): void {
  deleteReplacedFacts(conn).run({ scanId, version: findRuleVersion(conn) })
}

/**
 * Stores the facts of documents from an earlier Daybook. Also renews the facts of undelivered documents that do not wait when the rules
 * have changed since. May be interrupted: the next start goes on.
 */
export async function fillFacts({
  database,
  rules,
}: Pick<ScanExportDeps, 'database' | 'rules'>): Promise<void> {
  const { read } = database
  const missing = [...listWithout(read).all(), ...listStale(read).all({ v: findRuleVersion(read) })]
  await writeAll(database, missing, {}, (conn, some) => {
    const inForce = rules(conn)
    for (const { id } of some) keepFactsAgain(conn, id, inForce)
  })
}

function factsOf(
  scanId: string,
  head: JsonObject,
  { category, filename, state }: Kept,
): Omit<Facts, 'rulesSince'> {
  const shown = shownHead(category === 'bank_entry', head)
  const isMapped = state === 'waiting' && textOf(head['vendor_name']) !== null
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
  const day = invoiceDate ?? account?.to ?? account?.from ?? ''
  return {
    seller: foldedOrNull(seller ?? account?.bank),
    number: foldedOrNull(invoiceNo ?? account?.number)?.replaceAll(/\d+/g, padded) ?? null,
    day: /^\d{4}-\d\d-\d\d$/.test(day) ? day : null,
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

type ById = Params<{ id: string }>

const insertFacts = insertInto(scanFacts)

export const deleteFacts = query((conn, { id }: ById) =>
  conn.delete(scanFacts).where(eq(scanFacts.scanId, id)),
)

const endFacts = query((conn, { scanId, next }: Params<{ scanId: string; next: number }>) =>
  conn
    .update(scanFacts)
    .set({ rulesUntil: sql`${next}` })
    .where(and(eq(scanFacts.scanId, scanId), lt(scanFacts.rulesSince, next))),
)

type AtVersion = Params<{ scanId: string; version: number }>

const deletePreparedFacts = query((conn, { scanId, version }: AtVersion) =>
  conn
    .delete(scanFacts)
    .where(and(eq(scanFacts.scanId, scanId), gt(scanFacts.rulesSince, version))),
)

const deleteReplacedFacts = query((conn, { scanId, version }: AtVersion) =>
  conn
    .delete(scanFacts)
    .where(and(eq(scanFacts.scanId, scanId), lte(scanFacts.rulesUntil, version))),
)

const reopenFacts = query((conn, { scanId, until }: Params<{ scanId: string; until: number }>) =>
  conn
    .update(scanFacts)
    .set({ rulesUntil: sql`${until}` })
    .where(eq(scanFacts.scanId, scanId)),
)

const findStored = query((conn, { id }: ById) => {
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

const listWithout = query((conn) => {
  const kept = conn
    .select({ one: sql`1` })
    .from(scanFacts)
    .where(eq(scanFacts.scanId, scans.id))
  return conn.select({ id: scans.id }).from(scans).where(notExists(kept))
})

const listStale = query((conn, { v }: Params<{ v: number }>) =>
  conn
    .select({ id: scanFacts.scanId })
    .from(scanFacts)
    .where(and(sql`${scanFacts.state} = 'read'`, lt(scanFacts.rulesSince, v))),
)
