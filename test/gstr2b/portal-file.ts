import type { KeptBill } from '../../src/gstr2b/matching/bill.ts'
import type { PortalMonth, PortalRow } from '../../src/gstr2b/portal/row.ts'

/* Files of the GST portal, made as it makes them. */

export const shopGstin = '27AAPFU0939F1ZV'
export const sellerGstin = '27AABCT1332L1ZV'

type Document = Record<string, unknown>

/** A bill of ₹1,050 as the portal has it. */
export function filedDocument(document: Document = {}): Document {
  return {
    inum: 'ST/118',
    typ: 'R',
    dt: '03-07-2026',
    val: 1050,
    pos: '27',
    rev: 'N',
    itcavl: 'Y',
    rsn: '',
    diffprcnt: 1,
    txval: 1000,
    igst: 0,
    cgst: 25,
    sgst: 25,
    cess: 0,
    ...document,
  }
}

export function supplier(list: Document, about: Document = {}): Document {
  return {
    ctin: sellerGstin,
    trdnm: 'Shree Traders',
    supprd: '072026',
    supfildt: '11-08-2026',
    ...about,
    ...list,
  }
}

/** A whole file; `docdata` is its part with the documents. */
export function portalFile(docdata: Document, about: Document = {}): string {
  return JSON.stringify({
    chksum: 'ABC',
    data: {
      gstin: shopGstin,
      rtnprd: '072026',
      version: '1.0',
      gendt: '14-08-2026',
      docdata,
      ...about,
    },
  })
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/** A filed bill of ₹1,050, as it is read. */
export function portalRow(row: Partial<PortalRow> = {}): PortalRow {
  return {
    section: 'b2b',
    gstin: sellerGstin,
    name: 'Shree Traders',
    kind: 'invoice',
    number: 'ST/118',
    day: '2026-07-03',
    originalNumber: '',
    originalDay: '',
    pos: '27',
    isReverse: false,
    value: 105_000,
    taxable: 100_000,
    igst: 0,
    cgst: 2_500,
    sgst: 2_500,
    cess: 0,
    itc: 'yes',
    reason: '',
    isRejected: false,
    filedOn: '2026-08-11',
    ...row,
  }
}

export function portalMonth(
  rows: readonly PortalRow[],
  about: Partial<PortalMonth> = {},
): PortalMonth {
  return {
    gstin: shopGstin,
    period: '2026-07',
    generatedOn: '2026-08-14',
    rows: [...rows],
    ...about,
  }
}

/** The same bill as the shop has it. */
export function kept(bill: Partial<KeptBill> = {}): KeptBill {
  return {
    id: 'bill',
    kind: 'invoice',
    number: 'ST/118',
    day: '2026-07-03',
    gstin: sellerGstin,
    seller: 'Shree Traders',
    pos: '27',
    isReverse: false,
    total: 105_000,
    taxable: 100_000,
    igst: null,
    cgst: 2_500,
    sgst: 2_500,
    cess: null,
    saysNoTax: false,
    seenAt: Date.UTC(2026, 6, 5),
    ...bill,
  }
}

/** Nobody has decided anything. */
export const nothing = { linked: new Map<string, string>(), apart: new Set<string>() }
