import type { VoucherKind } from '../vouchers/voucher.ts'

/** What documents and orders become in ERPNext. */
export const doctypes = [
  'Purchase Invoice',
  'Sales Invoice',
  'Sales Order',
  'Bank Transaction',
] as const

export type Doctype = (typeof doctypes)[number]

type Fields = { date: string; party: string; reference: string; narration: string }

/** Where each keeps what a voucher says. An order has no remarks: its number is the web shop's. */
export const fieldsOf: Readonly<Record<Doctype, Fields>> = {
  'Purchase Invoice': {
    date: 'posting_date',
    party: 'supplier',
    reference: 'bill_no',
    narration: 'remarks',
  },
  'Sales Invoice': {
    date: 'posting_date',
    party: 'customer',
    reference: 'po_no',
    narration: 'remarks',
  },
  'Sales Order': {
    date: 'transaction_date',
    party: 'customer',
    reference: 'po_no',
    narration: '',
  },
  'Bank Transaction': {
    date: 'date',
    party: 'party',
    reference: 'reference_number',
    narration: 'description',
  },
}

/** A note of debit, by which a seller is owed more, is one more invoice of its; what it takes off is a return. */
export function doctypeOf(kind: VoucherKind): Doctype {
  switch (kind) {
    case 'purchase':
    case 'purchase_items':
    case 'credit_note':
    case 'debit_note':
      return 'Purchase Invoice'
    case 'sales':
      return 'Sales Invoice'
    case 'sales_order':
      return 'Sales Order'
    case 'payment':
    case 'receipt':
    case 'contra':
      return 'Bank Transaction'
  }
}

export function isOfBank(kind: VoucherKind): boolean {
  return doctypeOf(kind) === 'Bank Transaction'
}

/** The key as a name, or as the value of the field that stands for it. */
export function idOf(key: string): string {
  return `DB-${key.toUpperCase()}`
}

/** The key of a name, also of what was made anew in the place of a cancelled one: `DB-…-1`. */
export function keyOfId(id: string): string | undefined {
  return /^DB-([A-Z2-7]{26})(?:-\d+)*$/i.exec(id)?.[1]?.toLowerCase()
}

/**
 * Which field has the key: the site's own name, or the unique field that somebody made for it. Of what a bank did it is one that ERPNext
 * has for that.
 */
export function keyField(doctype: Doctype, idField: string): string {
  return doctype === 'Bank Transaction' ? 'transaction_id' : idField
}
