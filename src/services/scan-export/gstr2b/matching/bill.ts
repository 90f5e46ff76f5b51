import type { PortalRow } from '../portal/row.ts'

/* The two sides that are matched: what suppliers filed, and what of the shop's bills is kept. */

/** A document of a month's GSTR-2B. `id` is its own; `key` the same for the same document in another month's. */
export type FiledBill = PortalRow & { id: string; key: string; period: string }

/**
 * What is kept of a bill, or of a note, that was read. Amounts in paise, null where none was read; `day` and `gstin` are ''
 * then, and `pos` where it names no state. `seenAt` is when the document came, in milliseconds since the epoch.
 */
export type KeptBill = {
  id: string
  kind: 'invoice' | 'credit_note' | 'debit_note'
  number: string
  day: string
  gstin: string
  seller: string
  pos: string
  isReverse: boolean
  total: number | null
  taxable: number | null
  igst: number | null
  cgst: number | null
  sgst: number | null
  cess: number | null
  /** It names no tax, and its total leaves no room for one. */
  saysNoTax: boolean
  seenAt: number
}

/** What a bill's tax comes to, in paise; null where none was read, and it may have one. */
export function taxOfBill({ igst, cgst, sgst, cess, saysNoTax }: KeptBill): number | null {
  const parts = [igst, cgst, sgst, cess].filter((part) => part !== null)
  if (parts.length === 0) return saysNoTax ? 0 : null
  return parts.reduce((sum, part) => sum + part, 0)
}

export function taxOfFiled({ igst, cgst, sgst, cess }: PortalRow): number {
  return igst + cgst + sgst + cess
}
