import { Type } from '@sinclair/typebox'
import type { Conn } from '../../../../platform/db/connection.ts'
import { declareSetting, readSetting, writeSetting } from '../../../../platform/settings.ts'
import type { ScanExportDeps } from '../../deps.ts'
import {
  normaliseDocument,
  readDocument,
  type ScanData,
} from '../../../../paper/rules/normalise.ts'
import { findRuleVersion } from '../../rules-in-force.ts'
import { findScan, type Scan } from '../../scans/queries.ts'
import { retentionMs } from '../../scans/rules.ts'
import { findWaiting } from '../../scans/waiting-queries.ts'
import { deleteKept, deleteYounger, insertKept, listChangedDocuments } from './queries.ts'
import { stateCodeOf } from '../../../../platform/gst/gst.ts'
import type { JsonObject, JsonValue } from '../../../../platform/json/json.ts'
import { readDate, readNumber } from '../../../../paper/rules/printed-values.ts'
import type { KeptBill } from '../matching/bill.ts'

/*
 * The heads of bills are kept by following the feed of changes: nothing of it is done where documents come in. It is brought up
 * before somebody looks, and at night before documents are deleted. A document that was deleted by its age leaves its head; one that is
 * gone before that was removed by somebody, as one that came in by mistake, and takes its head along.
 */

/** Characters of a number and of a name that are kept. */
const numberMax = 50
const nameMax = 200

/** What a paper calls itself that takes away, or adds (source: titles on papers, and the codes of e-invoices). */
const creditNote = /\bcredit[\s_-]*note|\bcrn\b|\b(?:sales?|goods|purchase)[\s_-]*returns?\b/i
const debitNote = /\bdebit[\s_-]*note|\bdbn\b/i

/** What is no invoice: nobody files it. */
const noInvoice =
  /\bpro[\s_-]*forma|\bquot(?:e|ation)|\bestimate|\bdelivery[\s_-]*(?:note|challan)/i

/**
 * Papers without tax (source: CGST Rules, rule 49); one that is an invoice too has taxed goods beside others (rule 46A).
 */
const billOfSupply = /^(?!.*\binvoice).*\bbill[\s_-]*of[\s_-]*supply\b/i

/** Papers of taxed goods: where none of the tax was read, it was not found. */
const taxInvoice = /\btax[\s_-]*invoice|\binvoice.*\bbill[\s_-]*of[\s_-]*supply\b/i

/** Where a bill, or a line of one, says tax. */
const taxKeys =
  'igst cgst sgst utgst cess tax_amount gst_rate igst_rate cgst_rate sgst_rate cess_rate'.split(' ')

/** How far a total may be from what it is made of without a tax between them, in paise: it is rounded to the rupee. */
const roundOffMaxPaise = 100

/** How far it has come, and under which rename rules: other rules may read another number. */
export const placeSetting = declareSetting({
  name: 'scan-export.kept-bills',
  schema: Type.Object({ seq: Type.Integer(), rules: Type.Integer() }),
  default: { seq: 0, rules: 0 },
})

/** Documents that are looked for at once. */
const documentsAtOnce = 50

type Deps = Pick<ScanExportDeps, 'clock' | 'rules' | 'names'>

/** Brings up what is kept. Ends early, between two slices, when the signal says so. */
export async function followDocuments(
  deps: Deps & Pick<ScanExportDeps, 'database'>,
  { signal, isPatient = false }: { signal?: AbortSignal; isPatient?: boolean } = {},
): Promise<void> {
  if (isUpToDate(deps.database.read)) return
  const slices = deps.database.writeEach(changedNext, { isPatient }, (conn, some) => {
    const [rules, now] = [findRuleVersion(conn), deps.clock.now()]
    let { seq } = placeOf(conn)
    for (const change of some) {
      if (change.isGone) deleteYounger(conn).run({ scanId: change.id, since: now - retentionMs })
      else keepHead(conn, deps, change.id)
      seq = change.seq
    }
    writeSetting(conn, placeSetting, { seq, rules })
  })
  for await (const _ of slices) {
    if (signal?.aborted === true) return
  }
}

function isUpToDate(conn: Conn): boolean {
  return listChangedDocuments(conn).all({ ...placeOf(conn), limit: 1 }).length === 0
}

function changedNext(conn: Conn) {
  return listChangedDocuments(conn).all({ ...placeOf(conn), limit: documentsAtOnce })
}

/** From the beginning again where the rules are others. */
function placeOf(conn: Conn): { seq: number } {
  const { seq, rules } = readSetting(conn, placeSetting)
  return { seq: rules === findRuleVersion(conn) ? seq : 0 }
}

/** Keeps the head of a document as it counts now, in the place of what was kept of it before. */
function keepHead(conn: Conn, deps: Deps, scanId: string): void {
  deleteKept(conn).run({ scanId })
  const scan = findScan(conn).get({ id: scanId })
  if (scan === undefined || scan.category !== 'vendor_invoice') return
  // The paper counts once.
  if (scan.sameAs !== null || scan.duplicateOf !== null) return
  const data = scan.syncedAt === null ? waitingData(conn, scanId) : deliveredOf(conn, deps, scan)
  if (data === undefined) return
  const bill = keptBillOf(scanId, data, scan.createdAt)
  if (bill === undefined) return
  const { id, ...kept } = bill
  const seller = deps.names(conn).vendors.canonical(bill.seller) ?? bill.seller
  insertKept(conn).run({ ...kept, seller, scanId: id })
}

function waitingData(conn: Conn, scanId: string): ScanData | undefined {
  const waiting = findWaiting(conn).get({ scanId })
  return waiting === undefined ? undefined : readDocument(waiting.data)
}

/** What was imported as delivered came without what was delivered. */
function deliveredOf(conn: Conn, { rules }: Deps, scan: Scan): ScanData | undefined {
  if (scan.syncedData !== null) return readDocument(scan.syncedData)
  const read = scan.correction ?? scan.raw
  if (read === null) return undefined
  return normaliseDocument(readDocument(read), scan.category, rules(conn).rules)
}

/** What is kept of the head of a bill, as it is delivered; undefined for what is neither a bill nor a note. */
function keptBillOf(
  id: string,
  { invoice_metadata: head, line_items: lines }: ScanData,
  seenAt: number,
): KeptBill | undefined {
  const type = textOf(head['document_type'], nameMax)
  if (noInvoice.test(type)) return undefined
  const noTax = billOfSupply.test(type) ? 0 : null
  return {
    id,
    kind: kindOf(type),
    number: textOf(head['invoice_no'], numberMax),
    day: dayOf(head['invoice_date']),
    gstin: gstinOf(head['gstin']),
    seller: textOf(head['vendor_name'], nameMax) || textOf(head['name'], nameMax),
    pos: stateCodeOf(textOf(head['place_of_supply'], nameMax)) ?? '',
    isReverse: /^(?:y|yes|true|applicable)$/i.test(textOf(head['reverse_charge'], nameMax)),
    total: paiseOf(head['total']),
    taxable: paiseOf(head['taxable_value']),
    igst: paiseOf(head['igst']) ?? noTax,
    cgst: paiseOf(head['cgst']) ?? noTax,
    sgst: paiseOf(head['sgst']) ?? paiseOf(head['utgst']) ?? noTax,
    cess: paiseOf(head['cess']) ?? noTax,
    saysNoTax: saysNoTax(type, head, lines),
    seenAt,
  }
}

/**
 * Whether a bill charges no tax, as composition dealers and sellers of exempt goods bill: it names none, and its total is what its
 * goods come to. Else a tax may stand on it that was not read.
 */
function saysNoTax(type: string, head: JsonObject, lines: readonly JsonObject[]): boolean {
  const total = paiseOf(head['total'])
  if (total === null || taxInvoice.test(type) || [head, ...lines].some(namesTax)) return false
  const amounts = lines.map((line) => paiseOf(line['amount']) ?? 0)
  const sums = [paiseOf(head['taxable_value']) ?? 0, amounts.reduce((sum, one) => sum + one, 0)]
  const goods = sums.filter((paise) => paise !== 0)
  return goods.length > 0 && goods.every((paise) => total - paise <= roundOffMaxPaise)
}

/** What cannot be read may be a tax too. */
function namesTax(fields: JsonObject): boolean {
  return taxKeys.some((key) => {
    const text = textOf(fields[key], nameMax).replaceAll('%', '')
    return text !== '' && readNumber(text, false) !== 0
  })
}

function kindOf(type: string): KeptBill['kind'] {
  if (creditNote.test(type)) return 'credit_note'
  return debitNote.test(type) ? 'debit_note' : 'invoice'
}

function textOf(value: JsonValue | undefined, max: number): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.trim().slice(0, max) : ''
}

function dayOf(value: JsonValue | undefined): string {
  const text = textOf(value, nameMax)
  return text === '' ? '' : (readDate(text) ?? '')
}

/** Also one that was misread: whose it is shows when number and amounts fit. */
function gstinOf(value: JsonValue | undefined): string {
  const text = textOf(value, nameMax)
    .toUpperCase()
    .replaceAll(/[\s.-]+/g, '')
  return /^[0-9A-Z]{15}$/.test(text) ? text : ''
}

/** Without the sign: papers that take away print amounts with one or without. */
function paiseOf(value: JsonValue | undefined): number | null {
  const rupees = typeof value === 'string' ? readNumber(value, false) : value
  return typeof rupees === 'number' ? Math.round(Math.abs(rupees) * 100) : null
}
