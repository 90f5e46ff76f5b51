/** What a seller's paper is, by its title. */
export type BillKind = 'bill' | 'credit_note' | 'debit_note' | 'other'

/** Words on notes, and the codes of e-invoices for notes (source: the IRP's schema, DocDtls.Typ). */
const creditNote =
  /\bc(?:redit|r\.?)[\s_-]*note|\bcrn\b|\bc\.?\s?n\b|\b(?:sales?|goods|purchase)[\s_-]*returns?\b/i
const debitNote = /\bd(?:ebit|r\.?)[\s_-]*note|\bdbn\b/i

/** Titles of papers that demand no payment yet, whatever else the title says. "DN" means delivery note as often as debit note. */
const noInvoice =
  /\bpro[\s_-]*forma|\be[\s_-]*way\b|\bd\.?\s?n\b|\b(?:delivery|goods[\s_-]*received)[\s_-]*note|\bgrn\b/i
/**
 * More such titles, unless the title also names an invoice: "Tax Invoice cum Delivery Challan". A "Credit Memo" is a bill on credit or a
 * note.
 */
const otherPaper =
  /\bchallan|\bp\.?\s?o\b|\b(?:credit|debit|[cd]r\.?)[\s_-]*memo|\bquot(?:e|ation)|\bestimate|\border\b|\bstatement\b|\bpacking[\s_-]*(?:list|slip)|\b(?:payment|advance)[\s_-]*(?:receipt|advice)|\benquiry|\binquiry/i
const invoice = /\b(?:invoice|bill|cash)\b/i

/** What a seller's paper is. A paper without a title is a bill. A paper of another kind demands no payment. */
export function billKind(title: string): BillKind {
  if (creditNote.test(title)) return 'credit_note'
  if (debitNote.test(title)) return 'debit_note'
  const isOther = noInvoice.test(title) || (otherPaper.test(title) && !invoice.test(title))
  return isOther ? 'other' : 'bill'
}
