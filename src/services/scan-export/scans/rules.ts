import type { NameMatcher } from '../../../names/matching.ts'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { foldText } from '../../../platform/text.ts'
import type { ScanData } from '../../../paper/rules/normalise.ts'

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

/** What identifies the seller on a document. Undefined where nothing was read. */
export type SellerSigns = {
  gstin: string | undefined
  vendorName: string | undefined
  invoiceDate: string | undefined
}

/** What duplicates are found by: the trimmed number, and the number with its seller. Null without a number. */
type DuplicateNumbers = { invoiceNo: string | null; sellerNumber: string | null }

export function duplicateNumbers(data: ScanData): DuplicateNumbers {
  const invoiceNo = textOf(data.invoice_metadata['invoice_no'])
  if (invoiceNo === undefined) return { invoiceNo: null, sellerNumber: null }
  const { gstin, vendorName } = sellerSigns(data)
  const seller = gstin ?? (vendorName === undefined ? '' : foldText(vendorName))
  // A trimmed number cannot contain the separator, so different pairs stay different.
  return { invoiceNo, sellerNumber: `${seller}\n${invoiceNo}` }
}

function sellerSigns(data: ScanData): SellerSigns {
  const metadata: JsonObject = data.invoice_metadata
  return {
    gstin: textOf(metadata['gstin']),
    vendorName: textOf(metadata['vendor_name']) ?? textOf(metadata['name']),
    invoiceDate: textOf(metadata['invoice_date']),
  }
}

/** The signs, with the vendor's delivered name: two aliases of one vendor do not mean two sellers. */
export function canonicalSigns(
  data: ScanData,
  vendors: Pick<NameMatcher, 'canonical'>,
): SellerSigns {
  const signs = sellerSigns(data)
  const { vendorName } = signs
  if (vendorName === undefined) return signs
  return { ...signs, vendorName: vendors.canonical(vendorName) ?? vendorName }
}

/**
 * Whether two scans with the same number may be the same paper: no sign says that they are different. Numbers are unique only per supplier
 * and year (CGST rule 46(b)). Vendor names must be canonical.
 */
export function mayBeSamePaper(a: SellerSigns, b: SellerSigns): boolean {
  return (
    agree(a.gstin, b.gstin) &&
    agree(fold(a.vendorName), fold(b.vendorName)) &&
    agree(a.invoiceDate, b.invoiceDate)
  )
}

function agree(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b
}

function fold(text: string | undefined): string | undefined {
  return text === undefined ? undefined : foldText(text)
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string') return undefined
  const trimmed = value.trim()
  return trimmed === '' ? undefined : trimmed
}
