import { textOfValue } from '../../../paper/values.ts'
import type { NameMatcher } from '../../../names/matching.ts'
import type { JsonValue } from '../../../platform/json/json.ts'
import { foldText } from '../../../platform/text.ts'
import type { ScanData, RawDocument } from '../../../paper/rules/normalise.ts'

/** Scans are kept 30 days, and the unsynced list covers the same 30 days, to the millisecond (source: the contract). */
export const retentionMs = 30 * 24 * 60 * 60 * 1000

/** Bounds of `limit` (source: the contract). */
export const listLimitDefault = 500
export const listLimitMax = 1000

/** Entries in each list of mark-synced, and the length of `source` in characters (source: decisions). */
export const markedEntriesMax = 10_000
export const sourceLengthMax = 100

/** Identifies a reading of a scan, so that a correction does not overwrite a reading that it has not seen. */
export function versionOf(scan: { correction: string | null; raw: string | null }): string {
  return Bun.SHA256.hash(scan.correction ?? scan.raw ?? '', 'hex')
}

/**
 * What tells the sellers and days of two documents apart, as texts: also a wrong GSTIN or an unreadable day does. Undefined where nothing was
 * read. `seller` is folded.
 */
export type Signs = {
  gstin: string | undefined
  seller: string | undefined
  day: string | undefined
}

/** What duplicates are found by: the trimmed number, and the number with its seller. Null without a number. */
type DuplicateNumbers = { invoiceNo: string | null; sellerNumber: string | null }

export function duplicateNumbers(data: ScanData): DuplicateNumbers {
  const invoiceNo = textOf(data.invoice_metadata['invoice_no'])
  if (invoiceNo === undefined) return { invoiceNo: null, sellerNumber: null }
  const { gstin, seller = '' } = printedSigns(data)
  // A trimmed number cannot contain the separator, so different pairs stay different.
  return { invoiceNo, sellerNumber: `${gstin ?? seller}\n${invoiceNo}` }
}

function printedSigns({ invoice_metadata: head }: ScanData): Signs {
  const seller = textOf(head['vendor_name']) ?? textOf(head['name'])
  return {
    gstin: textOf(head['gstin']),
    seller: seller === undefined ? undefined : foldText(seller),
    day: textOf(head['invoice_date']),
  }
}

/** The signs with the vendor's name in the list: two aliases of one vendor do not mean two sellers. */
export function canonicalSigns(data: ScanData, vendors: Pick<NameMatcher, 'canonical'>): Signs {
  const signs = printedSigns(data)
  const listed = signs.seller === undefined ? undefined : vendors.canonical(signs.seller)
  return listed === undefined ? signs : { ...signs, seller: foldText(listed) }
}

/**
 * Whether two scans with the same number may be the same paper: no sign says that they are different. Numbers are unique only per supplier
 * and year (CGST rule 46(b)). Vendor names must be canonical.
 */
export function mayBeSamePaper(a: Signs, b: Signs): boolean {
  return agree(a.gstin, b.gstin) && agree(a.seller, b.seller) && agree(a.day, b.day)
}

function agree(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string') return undefined
  const trimmed = value.trim()
  return trimmed === '' ? undefined : trimmed
}

/** Whether two readings have the same values under the same labels. An empty value counts as absent. */
export function hasSameValues(a: RawDocument, b: RawDocument): boolean {
  const lines = Math.max(a.line_items.length, b.line_items.length)
  return (
    isSame(a.invoice_metadata, b.invoice_metadata) &&
    Array.from({ length: lines }, (_, at) => at).every((at) =>
      isSame(a.line_items[at], b.line_items[at]),
    )
  )
}

type Values = RawDocument['invoice_metadata']

function isSame(a: Values = {}, b: Values = {}): boolean {
  const labels = new Set([...Object.keys(a), ...Object.keys(b)])
  // A form sends numbers as text.
  return [...labels].every((label) => textOfValue(a[label]) === textOfValue(b[label]))
}
