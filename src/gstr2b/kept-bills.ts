import { writeAll } from '../platform/db/database.ts'
import { Type } from '@sinclair/typebox'
import { query, type Conn, type Params } from '../platform/db/connection.ts'
import { declareSetting, readSetting, writeSetting } from '../platform/settings.ts'
import {
  countedBill,
  scanAgeLimitMs,
  type ScanExportDeps,
} from '../services/scan-export/service.ts'
import type { ScanData } from '../paper/rules/normalise.ts'
import { type Fields, numberAt, textAt } from '../paper/checks/document.ts'
import { billFacts, type Bill, type Note } from '../paper/facts.ts'
import { keysWhere, type Kind } from '../paper/fields.ts'
import { documentOf } from '../paper/paper.ts'
import { readPercent } from '../paper/values.ts'
import type { KeptBill } from './matching/bill.ts'
import { and, eq, getTableColumns, gte, sql } from 'drizzle-orm'
import { deleteIn, insertInto } from '../platform/db/statements.ts'
import { changes } from '../changes/tables.ts'
import { keptBills } from './tables.ts'

/** The last change that was followed, and under which rename rules: other rules may give another number. */
export const placeSetting = declareSetting({
  name: 'scan-export.kept-bills',
  schema: Type.Object({ seq: Type.Integer(), rules: Type.Integer() }),
  default: { seq: 0, rules: 0 },
})

/** Documents per query. */
const documentsAtOnce = 50

type Deps = Pick<ScanExportDeps, 'clock' | 'rules' | 'names'>

/** Updates the kept heads of bills. Stops between two slices when the signal aborts. */
export async function followDocuments(
  deps: Deps & Pick<ScanExportDeps, 'database'>,
  { signal, isPatient = false }: { signal?: AbortSignal; isPatient?: boolean } = {},
): Promise<void> {
  const changed = (conn: Conn, limit: number) =>
    listChangedDocuments(conn).all({ ...placeOf(conn, deps), limit })
  if (changed(deps.database.read, 1).length === 0) return
  const next = (conn: Conn) => changed(conn, documentsAtOnce)
  await writeAll(deps.database, next, { isPatient, signal }, (conn, some) => {
    const [{ version: rules }, now] = [deps.rules(conn), deps.clock.now()]
    let { seq } = placeOf(conn, deps)
    for (const change of some) {
      if (change.isGone) deleteYounger(conn).run({ scanId: change.id, since: now - scanAgeLimitMs })
      else keepHead(conn, deps, change.id)
      seq = change.seq
    }
    writeSetting(conn, placeSetting, { seq, rules })
  })
}

/** Starts from the beginning after the rules have changed. */
function placeOf(conn: Conn, { rules }: Deps): { seq: number } {
  const place = readSetting(conn, placeSetting)
  return { seq: place.rules === rules(conn).version ? place.seq : 0 }
}

/** Keeps a document's head as it counts now, in place of the old head. */
function keepHead(conn: Conn, deps: Deps, scanId: string): void {
  deleteKept(conn).run({ scanId })
  const counted = countedBill(deps, conn, scanId)
  const bill = counted && keptBillOf(scanId, counted.data, counted.createdAt)
  if (bill === undefined) return
  const { id, ...kept } = bill
  const seller = deps.names(conn).vendors.canonical(bill.seller) ?? bill.seller
  insertKept(conn).run({ ...kept, seller, scanId: id })
}

/** Characters of a number and of a name. */
const numberMax = 50
const nameMax = 200

/**
 * Bills of supply, which have no tax (source: CGST Rules, rule 49). A title with "invoice" too has taxed goods beside others (rule 46A).
 */
const billOfSupply = /^(?!.*\binvoice).*\bbill[\s_-]*of[\s_-]*supply\b/i

/** Titles of papers with taxed goods. If no tax was read on one, the reader missed the tax. */
const taxInvoice = /\btax[\s_-]*invoice|\binvoice.*\bbill[\s_-]*of[\s_-]*supply\b/i

const kindsOfTax: readonly Kind[] = ['tax', 'slab', 'half slab', 'cess rate']

/** The keys in which a bill, or a line of it, says tax. */
const taxKeys = ['tax_amount', ...keysWhere(({ kind }) => kindsOfTax.includes(kind))]

/** How far a total without tax may be above the sum of its goods, in paise, because it is rounded to the rupee. */
const roundOffMaxPaise = 100

/** The head of a bill as it is delivered. Undefined for a paper that is neither a bill nor a note. */
function keptBillOf(id: string, data: ScanData, seenAt: number): KeptBill | undefined {
  const document = documentOf(data, 'vendor_invoice')
  const facts = billFacts(document)
  if (facts.kind === 'other') return undefined
  const { head, lines } = document
  const { tax } = facts
  const noTax = billOfSupply.test(facts.title ?? '') ? 0 : null
  return {
    id,
    kind: facts.kind === 'bill' ? 'invoice' : facts.kind,
    number: (facts.number ?? '').slice(0, numberMax),
    day: facts.day ?? '',
    gstin: facts.seller.gstin ?? misreadGstin(facts.seller.printedGstin),
    seller: (facts.seller.name ?? '').slice(0, nameMax),
    pos: facts.placeOfSupply ?? '',
    isReverse: facts.isReverseCharge,
    total: sizeOf(facts.total),
    taxable: sizeOf(facts.taxable),
    igst: sizeOf(tax.igst) ?? noTax,
    cgst: sizeOf(tax.cgst) ?? noTax,
    sgst: sizeOf(tax.sgst) ?? noTax,
    cess: sizeOf(tax.cess) ?? noTax,
    saysNoTax: saysNoTax(facts, [head, ...lines]),
    seenAt,
  }
}

/**
 * Whether a bill charges no tax, as composition dealers and sellers of exempt goods do: it names no tax, and its total is the sum of its
 * goods. Otherwise a tax may have been missed.
 */
function saysNoTax(facts: Bill | Note, printed: readonly Fields[]): boolean {
  const total = sizeOf(facts.total)
  if (total === null || taxInvoice.test(facts.title ?? '') || printed.some(namesTax)) return false
  const amounts = facts.lines.map(({ amount }) => sizeOf(amount) ?? 0)
  const sums = [sizeOf(facts.taxable) ?? 0, amounts.reduce((sum, one) => sum + one, 0)]
  const goods = sums.filter((paise) => paise !== 0)
  return goods.length > 0 && goods.every((paise) => total - paise <= roundOffMaxPaise)
}

/** A value that cannot be read may be a tax too. */
function namesTax(fields: Fields): boolean {
  return taxKeys.some((key) => {
    const text = textAt(fields, key)
    return text !== '' && (numberAt(fields, key) ?? readPercent(text)) !== 0
  })
}

/** A GSTIN that may have wrong characters. Number and amounts can show whose it is. */
function misreadGstin(gstin = ''): string {
  return /^[0-9A-Z]{15}$/.test(gstin) ? gstin : ''
}

/** Drops the sign: papers print the amounts of credit notes with a minus or without. */
function sizeOf(paise: number | undefined): number | null {
  return paise === undefined ? null : Math.abs(paise)
}

const insertKept = insertInto(keptBills)

const deleteKept = deleteIn(keptBills, 'scanId')

/** Deletes the kept head of a document that came in after a time. */
const deleteYounger = query((conn, { scanId, since }: Params<{ scanId: string; since: number }>) =>
  conn.delete(keptBills).where(and(eq(keptBills.scanId, scanId), gte(keptBills.seenAt, since))),
)

const { seq: _seq, ...keptColumns } = getTableColumns(keptBills)

export const listKeptBills = query((conn) => conn.select(keptColumns).from(keptBills))

/** Deletes the next `limit` bills that came in before a time. */
export const deleteKeptBefore = query(
  (conn, { before, limit }: Params<{ before: number; limit: number }>) =>
    conn
      .delete(keptBills)
      .where(
        sql`${keptBills.seq} IN (SELECT seq FROM kept_bills WHERE seen_at < ${before} ORDER BY seen_at LIMIT ${limit})`,
      )
      .returning({ seq: keptBills.seq }),
)

/** Documents that changed after a place in the feed of changes, including deleted documents. */
const listChangedDocuments = query((conn, { seq, limit }: Params<{ seq: number; limit: number }>) =>
  conn
    .select({ seq: changes.seq, id: changes.id, isGone: changes.isGone })
    .from(changes)
    .where(sql`${changes.seq} > ${seq} AND +${changes.kind} = 'document'`)
    .orderBy(changes.seq)
    .limit(limit),
)
