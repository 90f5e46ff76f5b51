import type { PortalRow } from '../portal/row.ts'
import type { keptBills } from '../tables.ts'

/* The two sides of matching: the bills that suppliers filed, and the kept heads of the shop's bills. */

/** A document of a month's GSTR-2B. `id` is unique; `key` is the same for the same document in another month. */
export type FiledBill = PortalRow & { id: string; key: string; period: string }

/** The kept head of a bill or note. `id`: of its document. */
export type KeptBill = Omit<typeof keptBills.$inferSelect, 'seq' | 'scanId'> & { id: string }

/** A bill's tax in paise. Null where none was read but the bill may have tax. */
export function taxOfBill({ igst, cgst, sgst, cess, saysNoTax }: KeptBill): number | null {
  const parts = [igst, cgst, sgst, cess].filter((part) => part !== null)
  if (parts.length === 0) return saysNoTax ? 0 : null
  return parts.reduce((sum, part) => sum + part, 0)
}

export function taxOfFiled({ igst, cgst, sgst, cess }: PortalRow): number {
  return igst + cgst + sgst + cess
}
