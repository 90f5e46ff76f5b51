import { type Fields, textAt } from '../../paper/checks/document.ts'
import { readPaise, rupees } from '../../paper/values.ts'
import { type BillKind, billKind } from '../../paper/kind.ts'
import type { Lookup } from './lookup.ts'
import type { VoucherKind } from './voucher.ts'

/**
 * The voucher kind of a seller's paper. Refuses papers that are neither invoices nor notes, and papers below zero that are no credit notes.
 */
export function purchaseKind(head: Fields, isByItems: boolean, lookup: Lookup): VoucherKind {
  const type = textAt(head, 'document_type')
  const named = billKind(type)
  const kind = noteVouchers[named] ?? (isByItems ? 'purchase_items' : 'purchase')
  const total = readPaise(textAt(head, 'total')) ?? 0
  if (named === 'other') {
    const message = `The paper calls itself “${type}”: only what says that it is an invoice or a note is entered in the books.`
    lookup.refuse({ code: 'other', field: 'document_type', message })
  }
  if (total < 0 && kind !== 'debit_note') {
    const message = `The total is ${rupees(total)}: a paper below zero is entered when it says that it is a credit note.`
    lookup.refuse({ code: 'totals_mismatch', field: 'total', message })
  }
  return kind
}

/** A seller's credit note reduces what the shop owes. In the buyer's accounts this is a debit note. */
const noteVouchers: Partial<Record<BillKind, VoucherKind>> = {
  credit_note: 'debit_note',
  debit_note: 'credit_note',
}
