import { type Fields, textAt } from '../../paper/checks/document.ts'
import { readPaise, rupees } from '../../paper/checks/values.ts'
import type { Lookup } from './lookup.ts'
import type { VoucherKind } from './voucher.ts'

/** Words that stand on a note, and the codes that e-invoices have for them (source: the IRP's schema, DocDtls.Typ). */
const creditNote =
  /\bc(?:redit|r\.?)[\s_-]*note|\bcrn\b|\bc\.?\s?n\b|\b(?:sales?|goods|purchase)[\s_-]*returns?\b/i
const debitNote = /\bd(?:ebit|r\.?)[\s_-]*note|\bdbn\b/i

/** By these nothing is owed yet, whatever else stands in their title. "DN" is a delivery note as often as one of debit. */
const noInvoice =
  /\bpro[\s_-]*forma|\be[\s_-]*way\b|\bd\.?\s?n\b|\b(?:delivery|goods[\s_-]*received)[\s_-]*note|\bgrn\b/i
/** By these neither, unless it is an invoice too: "Tax Invoice cum Delivery Challan". A "Credit Memo" is a bill on credit or a note. */
const otherPaper =
  /\bchallan|\bp\.?\s?o\b|\b(?:credit|debit|[cd]r\.?)[\s_-]*memo|\bquot(?:e|ation)|\bestimate|\border\b|\bstatement\b|\bpacking[\s_-]*(?:list|slip)|\b(?:payment|advance)[\s_-]*(?:receipt|advice)|\benquiry|\binquiry/i
const invoice = /\b(?:invoice|bill|cash)\b/i

/** What a seller's paper is in the books. Refuses what calls itself no invoice, and one below zero that calls itself no note of credit. */
export function purchaseKind(head: Fields, isByItems: boolean, lookup: Lookup): VoucherKind {
  const type = textAt(head, 'document_type')
  const kind = kindNamed(type) ?? (isByItems ? 'purchase_items' : 'purchase')
  const total = readPaise(textAt(head, 'total')) ?? 0
  if (kindNamed(type) === undefined && isNoInvoice(type)) {
    const message = `The paper calls itself “${type}”: only what says that it is an invoice or a note is entered in the books.`
    lookup.refuse({ code: 'other', field: 'document_type', message })
  }
  if (total < 0 && kind !== 'debit_note') {
    const message = `The total is ${rupees(total)}: a paper below zero is entered when it says that it is a credit note.`
    lookup.refuse({ code: 'totals_mismatch', field: 'total', message })
  }
  return kind
}

function kindNamed(type: string): VoucherKind | undefined {
  if (creditNote.test(type)) return 'debit_note'
  return debitNote.test(type) ? 'credit_note' : undefined
}

function isNoInvoice(type: string): boolean {
  return noInvoice.test(type) || (otherPaper.test(type) && !invoice.test(type))
}
