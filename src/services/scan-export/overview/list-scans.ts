import { snapshot } from '../../../platform/db/connection.ts'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { mapNames } from '../delivery/delivered.ts'
import type { ScanExportDeps } from '../deps.ts'
import { readDate, readNumber } from '../normalising/printed-values.ts'
import { normaliseDocument, readDocument } from '../normalising/normalise.ts'
import { retentionMs } from '../scans/rules.ts'
import { deliveryAt, type Delivery } from '../scans/waiting-queries.ts'
import { listScanIds, listScanRows, type ListedRow, type ScanListInput } from './listed-queries.ts'

/**
 * How a scan stands: to be read, failed, waiting for delivery, held back as a duplicate of one that waits, delivered, or
 * acknowledged together with the one that was delivered.
 */
type ScanState = 'pending' | 'failed' | 'waiting' | 'duplicate' | 'synced' | 'synced duplicate'

/** A scan in a list; times in milliseconds since the epoch, `total` in rupees. */
export type ListedScan = Omit<ListedRow, 'head' | 'headAs' | 'deliveredId'> & {
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

/** Scans as a person looks for them, the newest first, with how many there are. */
export function listScans(
  deps: ScanExportDeps,
  input: ScanListInput,
  page: { limit: number; offset: number },
): { items: ListedScan[]; total: number } {
  const { read } = deps.database
  return snapshot(read, () => {
    const delivery = deliveryAt(read, deps.clock.now())
    const { ids, total } = listScanIds(read, input, delivery, page)
    return { items: listedScans(deps, delivery, ids), total }
  })
}

/** Those of some ids that there are, in that order; read together, however many. */
export function listedScans(
  deps: ScanExportDeps,
  delivery: Delivery,
  ids: readonly string[],
): ListedScan[] {
  if (ids.length === 0) return []
  const headOf = headReader(deps)
  return listScanRows(deps.database.read, ids, delivery).map((row) => {
    const { head: _head, headAs: _headAs, deliveredId, ...scan } = row
    const originalId = scan.duplicateOf ?? (deliveredId === scan.id ? null : deliveredId)
    return {
      ...scan,
      state: stateOf(scan, originalId),
      originalId,
      ...shownHead(scan.category === 'bank_entry', headOf(row)),
      expiresAt: scan.createdAt + retentionMs,
    }
  })
}

function stateOf(
  { status, syncedAt }: Pick<ListedRow, 'status' | 'syncedAt'>,
  originalId: string | null,
): ScanState {
  if (status !== 'successful') return status
  if (syncedAt !== null) return originalId === null ? 'synced' : 'synced duplicate'
  return originalId === null ? 'waiting' : 'duplicate'
}

/** Brings what is kept of a scan's head to how it is delivered. */
function headReader({ database: { read }, names, rules }: ScanExportDeps) {
  const { vendors, products } = names(read)
  return ({ head, headAs, category }: ListedRow): JsonObject => {
    if (head === null) return {}
    const data = readDocument(head)
    if (headAs === 'delivered') return data.invoice_metadata
    if (headAs === 'waiting') return mapNames(data, category, vendors, products).invoice_metadata
    return normaliseDocument(data, category, rules(read).rules).invoice_metadata
  }
}

function shownHead(isStatement: boolean, head: JsonObject) {
  return {
    invoiceNo: textOf(head['invoice_no']) ?? textOf(head['po_no']),
    invoiceDate: textOf(head['invoice_date']) ?? textOf(head['po_date']),
    seller: isStatement ? null : (textOf(head['vendor_name']) ?? textOf(head['name'])),
    account: isStatement ? accountOf(head) : null,
    total: amountOf(head['total']),
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
