import type { VoucherKind } from '../vouchers/voucher.ts'

/** The ERPNext doctypes that documents and orders become. */
export const doctypes = [
  'Purchase Invoice',
  'Sales Invoice',
  'Sales Order',
  'Bank Transaction',
] as const

export type Doctype = (typeof doctypes)[number]

type Fields = { date: string; party: string; reference: string; narration: string }

/** Where each doctype keeps the values of a voucher. An order has no remarks; its number is the web shop's. */
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

/** A debit note from a seller, which raises what we owe, becomes another invoice. A note that lowers it becomes a return. */
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

/** The key as a document's name, or as the value of the key field. */
export function idOf(key: string): string {
  return `DB-${key.toUpperCase()}`
}

/** The key in a name. ERPNext adds a number when somebody amends a cancelled document: `DB-…-1`. */
export function keyOfId(id: string): string | undefined {
  return /^DB-([A-Z2-7]{26})(?:-\d+)*$/i.exec(id)?.[1]?.toLowerCase()
}

/**
 * The field with the key: the site's own name field, or a unique field that somebody created. A Bank Transaction uses ERPNext's own
 * `transaction_id`.
 */
export function keyField(doctype: Doctype, idField: string): string {
  return doctype === 'Bank Transaction' ? 'transaction_id' : idField
}
