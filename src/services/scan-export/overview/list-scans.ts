import { snapshot, type Conn } from '../../../platform/db/connection.ts'
import { readSetting } from '../../../platform/settings.ts'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { type ScanExportDeps, duplicatesSetting } from '../deps.ts'
import { normaliseDocument, type RawDocument } from '../normalising/normalise.ts'
import { readDate } from '../normalising/dates.ts'
import { readNumber } from '../normalising/numbers.ts'
import { findRuleVersion } from '../rules-in-force.ts'
import type { Category } from '../categories.ts'
import {
  findListedScan,
  findWaitingHead,
  listByNumber,
  listBySellerNumber,
  listScanIds,
  type ListedSelection,
} from './listed-queries.ts'
import { mapNames } from '../delivery/delivered.ts'
import { findScan } from '../scans/queries.ts'
import { retentionMs } from '../scans/rules.ts'

/** How a scan stands: to be read, failed, waiting for delivery, hidden behind a twin, delivered, settled with a twin. */
type ScanState = 'pending' | 'failed' | 'waiting' | 'hidden' | 'synced' | 'settled'

type ListedRow = NonNullable<ReturnType<ReturnType<typeof findListedScan>['get']>>

/** A scan in a list; times in milliseconds since the epoch, `total` in rupees. */
export type ListedScan = Omit<ListedRow, 'syncedHead' | 'syncedLines' | 'isCorrected'> & {
  isCorrected: boolean
  state: ScanState
  /** The scan that is delivered, or was, in place of this one. */
  originalId: string | null
  invoiceNo: string | null
  invoiceDate: string | null
  /** Null for a bank statement: its account's name is the shop's own. */
  seller: string | null
  /** Of a bank statement. */
  account: Account | null
  total: number | null
  lines: number
  /** When it is deleted, delivered or not. */
  expiresAt: number
}

/** An account and the days that a statement of it covers, as far as they were read. */
type Account = {
  number: string | null
  bank: string | null
  from: string | null
  to: string | null
}

export type ScanListInput = Omit<ListedSelection, 'generation' | 'withSeller' | 'deliveredFrom'>

/** What decides which scans hide others. */
export type Delivery = Pick<ListedSelection, 'generation' | 'withSeller' | 'deliveredFrom'>

/** Scans as a person looks for them, the newest first, with how many there are. */
export function listScans(
  deps: ScanExportDeps,
  input: ScanListInput,
  page: { limit: number; offset: number },
): { items: ListedScan[]; total: number } {
  const { read } = deps.database
  return snapshot(read, () => {
    const delivery = deliveryOf(deps)
    const { ids, total } = listScanIds(read, { ...input, ...delivery }, page)
    return { items: ids.flatMap((id) => listedScan(deps, delivery, id) ?? []), total }
  })
}

export function deliveryOf({ database: { read }, clock }: ScanExportDeps): Delivery {
  return {
    generation: findRuleVersion(read),
    withSeller: readSetting(read, duplicatesSetting) === 'invoice_no_and_seller',
    deliveredFrom: clock.now() - retentionMs,
  }
}

/** One of them; undefined when there is no such scan. */
export function listedScan(
  deps: ScanExportDeps,
  delivery: Delivery,
  id: string,
): ListedScan | undefined {
  const { read } = deps.database
  const row = findListedScan(read).get({ id })
  if (row === undefined) return undefined
  const { syncedHead: _head, syncedLines: _lines, isCorrected, ...scan } = row
  const waiting = findWaitingHead(read).get({ scanId: id, ...delivery })
  const twins = waiting === undefined ? [] : listTwins(read, delivery, scan.userId, waiting, 1)
  const hiddenBehind = twins.find((twin) => twin !== id) ?? null
  return {
    ...scan,
    isCorrected: isCorrected === 1,
    state: stateOf(row, hiddenBehind),
    originalId: scan.duplicateOf ?? hiddenBehind,
    ...headOf(deps, row, waiting),
    expiresAt: scan.createdAt + retentionMs,
  }
}

/** The waiting scans of a user with one number, the oldest first; none without a number. */
export function listTwins(
  conn: Conn,
  delivery: Delivery,
  userId: string,
  { number, sellerNumber }: { number: string | null; sellerNumber: string | null },
  limit: number,
): string[] {
  const compared = delivery.withSeller ? sellerNumber : number
  if (compared === null) return []
  const list = delivery.withSeller ? listBySellerNumber : listByNumber
  const rows = list(conn).all({ number: compared, userId, ...delivery, limit })
  return rows.map(({ id }) => id)
}

function stateOf({ status, syncedAt, duplicateOf }: ListedRow, hiddenBehind: string | null) {
  if (status !== 'successful') return status
  if (syncedAt !== null) return duplicateOf === null ? 'synced' : 'settled'
  return hiddenBehind === null ? 'waiting' : 'hidden'
}

function headOf(
  deps: ScanExportDeps,
  row: ListedRow,
  waiting: { head: string; lines: number } | undefined,
) {
  const { head, lines } = readHead(deps, row, waiting)
  const isStatement = row.category === 'bank_entry'
  return {
    invoiceNo: textOf(head['invoice_no']) ?? textOf(head['po_no']),
    invoiceDate: textOf(head['invoice_date']) ?? textOf(head['po_date']),
    seller: isStatement ? null : (textOf(head['vendor_name']) ?? textOf(head['name'])),
    account: isStatement ? accountOf(head) : null,
    total: amountOf(head['total']),
    lines,
  }
}

function accountOf(head: JsonObject): Account {
  return {
    number: textOf(head['account_no']),
    bank: textOf(head['bank_name']),
    from: dayOf(head['statement_from']),
    to: dayOf(head['statement_to']),
  }
}

function readHead(
  { database: { read }, names, rules }: ScanExportDeps,
  row: ListedRow,
  waiting: { head: string; lines: number } | undefined,
): { head: JsonObject; lines: number } {
  if (row.syncedHead !== null) {
    return { head: JSON.parse(row.syncedHead), lines: row.syncedLines ?? 0 }
  }
  if (waiting !== undefined) {
    const head: JsonObject = JSON.parse(waiting.head)
    const { vendors, products } = names(read)
    const data = { invoice_metadata: head, line_items: [] }
    const mapped = mapNames(data, row.category, vendors, products)
    return { head: mapped.invoice_metadata, lines: waiting.lines }
  }
  return readAgain(read, row.id, row.category, rules)
}

/** A scan that was imported as delivered has no data of its delivery: only what was read. */
function readAgain(conn: Conn, id: string, category: Category, rules: ScanExportDeps['rules']) {
  const scan = findScan(conn).get({ id })
  const text = scan?.correction ?? scan?.raw ?? null
  if (text === null) return { head: {}, lines: 0 }
  const raw: RawDocument = JSON.parse(text)
  const head = { invoice_metadata: raw.invoice_metadata, line_items: [] }
  const data = normaliseDocument(head, category, rules(conn).rules)
  return { head: data.invoice_metadata, lines: raw.line_items.length }
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** Printed dates of a head that the rules leave as they are. */
function dayOf(value: JsonValue | undefined): string | null {
  const text = textOf(value)
  return text === null ? null : (readDate(text) ?? text)
}

function amountOf(value: JsonValue | undefined): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? (readNumber(value, false) ?? null) : null
}
