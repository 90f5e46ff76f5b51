import { withTaxInGoods, type InvoiceAmounts, type LineAmount } from './amounts.ts'
import { billAmounts } from './bill-amounts.ts'
import { type DeliveredScan, dayAt, lastDayAt } from './delivered.ts'

import { entriesBesideItems, entriesOf, type Invoice, goodsLedger, discountOf } from './entries.ts'

import type { Lookup, Mappings } from './lookup.ts'

import type {
  BillAllocation,
  Voucher,
  VoucherKind,
  VoucherTax,
  ItemLine,
  Paise,
} from './voucher.ts'
import { type CheckedDocument, type Fields, textAt } from '../../paper/checks/document.ts'
import type { LineFigures } from '../../paper/checks/figures.ts'
import { tradeFacts } from '../../paper/facts.ts'
import { type BillKind, billKind } from '../../paper/kind.ts'
import { documentOf, firstText } from '../../paper/paper.ts'
import { readGstin, readPaise, readQuantity, rupees } from '../../paper/values.ts'
import { gstStates, stateCodeOf, stateNameOf } from '../../platform/gst/rates-and-states.ts'

/**
 * The voucher of a seller's paper. A bill is a purchase. A seller's credit note reduces what the shop owes, so it is a debit note here. A
 * seller's debit note increases what the shop owes, so it is a credit note here. Undefined if the figures of the paper do not allow a
 * voucher.
 */
export function purchaseOf(
  scan: DeliveredScan,
  mappings: Mappings,
  today: string,
  lookup: Lookup,
): Voucher | undefined {
  const document = documentOf(scan.data, 'vendor_invoice')
  const { head } = document
  const isByItems = mappings.settings.invoice_as === 'items' && hasGoods(document)
  const kind = purchaseKind(head, isByItems, lookup)
  refuseOthersPaper(head, mappings.own_gstin, lookup)
  const gstin = readGstin(textAt(head, 'gstin')) ?? ''
  const party = lookup.party(gstin, firstText(head, 'vendor_name', 'name'))
  const voucherType = lookup.voucherType(kind)
  refuseTaxOnSupply(document, lookup)
  const printed = billAmounts(document, mappings.own_gstin, lookup)
  const date = dateOf(head, mappings, today, lookup)
  if (printed === undefined || date === undefined) return undefined
  const isComposition = mappings.settings.gst_scheme === 'composition'
  const amounts = isComposition ? withTaxInGoods(printed) : printed
  // A debit note reverses a purchase.
  const factor = kind === 'debit_note' ? -1 : 1
  const reference = textAt(head, 'invoice_no')
  const orderNumber = textAt(head, 'po_no')
  const bill = billOf(head, reference, kind, date.voucher)
  const invoice = { side: 'input', party, amounts, bill } as const
  return {
    kind,
    voucherType,
    date: date.voucher,
    party,
    reference,
    ...(date.paper && { referenceDate: date.paper }),
    ...(orderNumber !== '' && { orderNumber }),
    narration: narrationOf(head, scan.filename),
    ...(isByItems
      ? {
          items: itemLines(document, amounts, factor, lookup),
          entries: entriesBesideItems(withDiscount(invoice), factor, lookup),
        }
      : { items: [], entries: entriesOf(invoice, factor, lookup) }),
    tax: taxOf(head, gstin, mappings.own_gstin),
    ...(mappings.settings.as_optional && { isOptional: true }),
  }
}

/** Rent, repairs and electricity have no stock items, even if the shop enters its goods as stock items. */
function hasGoods({ lines }: CheckedDocument): boolean {
  return lines.some((line) => {
    const qty = textAt(line, 'qty')
    // An unreadable quantity becomes a problem for a person. It does not make the bill one without goods.
    return qty !== '' && readQuantity(qty) !== 0
  })
}

/** A bill to another company gives this shop no tax credit. */
function refuseOthersPaper(head: Fields, ownGstin: string, lookup: Lookup): void {
  const buyer = readGstin(textAt(head, 'buyer_gstin'))
  if (buyer !== undefined && ownGstin !== '' && buyer !== ownGstin) {
    const message = `The paper is made out to ${buyer}, and the shop is ${ownGstin}.`
    lookup.refuse({ code: 'gst_mismatch', field: 'buyer_gstin', message })
  }
  const currency = firstText(head, 'currency', 'Currency')
  if (currency !== '' && !/^(?:inr|rs\.?|₹|(?:indian )?rupees?)$/i.test(currency)) {
    const message = `The paper is in ${currency}: only rupees can be entered.`
    lookup.refuse({ code: 'other', field: 'currency', message })
  }
}

/** A seller charges no tax on a bill of supply. Tax printed there cannot be claimed. */
function refuseTaxOnSupply({ head }: CheckedDocument, lookup: Lookup): void {
  if (!/\bbill of supply\b/i.test(textAt(head, 'document_type'))) return
  const taxes = ['cgst', 'sgst', 'igst'].map((key) => readPaise(textAt(head, key)) ?? 0)
  if (taxes.every((paise) => paise === 0)) return
  const message =
    'It calls itself a bill of supply, by which no tax is charged, and prints tax all the same: ask the seller which is right.'
  lookup.refuse({ code: 'gst_mismatch', field: 'document_type', message })
}

/** Dealers under the composition scheme must print these words on their bills (source: CGST Rules, rule 5). */
const compositionDealer = /\bcomposition (?:taxable person|dealer|scheme|levy)\b/i

/** The date of the voucher, and the date on the paper. */
function dateOf(head: Fields, { settings }: Mappings, today: string, lookup: Lookup) {
  const paper = dayAt(head, 'invoice_date')
  const voucher = settings.date_from === 'today' ? today : paper
  if (voucher !== undefined) return { voucher, paper }
  const message = 'The paper has no date, and it is entered under the date of the paper.'
  lookup.refuse({ code: 'date_out_of_period', field: 'invoice_date', message })
  return undefined
}

function billOf(head: Fields, reference: string, kind: VoucherKind, date: string): BillAllocation {
  const original = textAt(head, 'original_invoice_no')
  if (kind === 'debit_note' && original !== '') return { name: original, type: 'Agst Ref' }
  if (reference === '') return { name: '', type: 'On Account' }
  const dueDays = dueDaysOf(head, date)
  return { name: reference, type: 'New Ref', ...(dueDays !== undefined && { dueDays }) }
}

/** Nobody gives credit for more days. */
const creditDaysMax = 366
const dayMs = 24 * 60 * 60 * 1000

/** The days until payment: from the printed due date, else from the terms, such as "30 Days". */
function dueDaysOf(head: Fields, date: string): number | undefined {
  const due = dayAt(head, 'due_date')
  const printed = /^\D{0,20}(\d{1,3})\s*days?\b/i.exec(textAt(head, 'payment_terms'))?.[1]
  const days =
    due === undefined ? Number(printed ?? 0) : (Date.parse(due) - Date.parse(date)) / dayMs
  return days > 0 && days <= creditDaysMax ? days : undefined
}

function narrationOf(head: Fields, filename: string): string {
  const type = textAt(head, 'document_type')
  const number = textAt(head, 'invoice_no')
  const order = textAt(head, 'po_no')
  const what = [type === '' ? 'Bill' : type, number].filter((text) => text !== '').join(' ')
  return [what, order === '' ? '' : `order ${order}`, filename].filter(Boolean).join(', ')
}

/** The place of supply is the shop's state. The party's state is the seller's. */
function taxOf(head: Fields, gstin: string, ownGstin: string): VoucherTax {
  const printed = stateCodeOf(firstText(head, 'seller_state', 'state'))
  const partyState = stateNameOf(gstin.slice(0, 2)) ?? gstStates.get(printed ?? '')
  const own = stateNameOf(ownGstin.slice(0, 2))
  const isReverseCharge = /^(?:y|yes|true|applicable)$/i.test(textAt(head, 'reverse_charge'))
  return {
    registration: registrationOf(head, gstin),
    ...(gstin !== '' && { partyGstin: gstin }),
    ...(partyState !== undefined && { partyState }),
    ...(own !== undefined && { placeOfSupply: own }),
    ...(isReverseCharge && { isReverseCharge }),
  }
}

function registrationOf(head: Fields, gstin: string): NonNullable<VoucherTax['registration']> {
  if (gstin === '') return 'Unregistered'
  const isComposition = Object.keys(head).some((key) => compositionDealer.test(textAt(head, key)))
  return isComposition ? 'Composition' : 'Regular'
}

/** Stock items are entered at the amounts of their lines. A discount at the foot is a separate entry. */
function withDiscount(invoice: Invoice): Invoice {
  const { amounts } = invoice
  const extras = [...amounts.extras, ...discountOf(amounts.footDiscount)]
  return { ...invoice, amounts: { ...amounts, extras } }
}

/** The lines of a bill as stock items. Refuses lines that cannot be stock items. `factor` is as in `entriesOf`. */
function itemLines(
  document: CheckedDocument,
  amounts: InvoiceAmounts,
  factor: 1 | -1,
  lookup: Lookup,
): ItemLine[] {
  const { lines } = amounts
  if (lines === undefined || lines.length === 0) {
    const message =
      'Its lines do not come to what is taxed: enter it as an accounting invoice, or mend its lines.'
    lookup.refuse({ code: 'totals_mismatch', field: 'line_items', message })
    return []
  }
  const godown = lookup.godown()
  const figures = tradeFacts(document).lines
  return document.lines.flatMap((line, at) => {
    const [own, amount] = [figures[at], lines[at]]
    if (own === undefined || amount === undefined || isNoGoods(own, amount)) return []
    return itemLine({ line, figures: own, amount, at, factor, godown }, lookup)
  })
}

/** Whether the line is only a heading or a remark. */
function isNoGoods({ qty }: LineFigures, { paise }: LineAmount): boolean {
  return qty === undefined && paise === 0
}

type Row = {
  line: Fields
  figures: LineFigures
  amount: LineAmount
  at: number
  factor: 1 | -1
  godown: string
}

function itemLine({ line, figures, amount, at, factor, godown }: Row, lookup: Lookup): ItemLine[] {
  const qty = Math.abs(figures.qty ?? 0)
  if (qty === 0) {
    const message = `Line ${at + 1} has no quantity, so it cannot be entered as a stock item.`
    lookup.refuse({ code: 'other', field: 'qty', message })
    return []
  }
  if (amount.paise < 0) {
    const message = `Line ${at + 1} goes back to the seller: a bill that sells and takes back is entered by hand, or as an accounting invoice.`
    lookup.refuse({ code: 'other', field: 'line_items', message })
    return []
  }
  const found = lookup.item({
    codes: textsAt(line, 'sku', 'item_code', 'barcode'),
    names: textsAt(line, 'product_name', 'description'),
  })
  const { percent, paise } = amount
  return [
    {
      item: found.item,
      ledger: goodsLedger('input', percent, lookup),
      paise: paise * factor,
      billedQty: qty,
      actualQty: qty + freeOf(line),
      unit: lookup.unit(textAt(line, 'unit'), found.unit),
      ...priceOf(figures, qty, paise),
      godown,
      ...batchOf(line),
      hsn: textAt(line, 'hsn'),
      ...(percent !== undefined && { gstPercent: percent }),
    },
  ]
}

/** A line without a batch number gets no days. */
function batchOf(line: Fields): Pick<ItemLine, 'batch' | 'made' | 'expires'> {
  const batch = textAt(line, 'batch_no')
  if (batch === '') return { batch }
  const [made, expires] = [dayAt(line, 'mfg_date'), lastDayAt(line, 'expiry_date')]
  return { batch, ...(made && { made }), ...(expires && { expires }) }
}

/** The free quantity, from its own column or behind the quantity: "10+2" has two free. */
function freeOf(line: Fields): number {
  const behind = /^\s*\d+\s*\+\s*(\d+)/.exec(textAt(line, 'qty'))?.[1] ?? 0
  return Math.abs(readQuantity(textAt(line, 'free_qty')) ?? Number(behind))
}

/** A rate that is worked out from an amount has this many decimals. */
const rateDecimals = 4

/**
 * The printed rate and discount if they give the amount. Else the rate worked out from the amount, if rounding it still gives the amount.
 */
function priceOf({ rate, discount }: LineFigures, qty: number, paise: Paise) {
  const { percent = 0 } = discount
  const isPrinted = (one: number, off: number) => Math.round(qty * one * (100 - off)) === paise
  if (rate !== undefined && isPrinted(rate, percent)) {
    return { rate, ...(percent > 0 && { discountPercent: percent }) }
  }
  const worked = Number((paise / 100 / qty).toFixed(rateDecimals))
  return isPrinted(worked, 0) ? { rate: worked } : {}
}

function textsAt(line: Fields, ...keys: string[]): string[] {
  return keys.map((key) => textAt(line, key)).filter((text) => text !== '')
}

/**
 * The voucher kind of a seller's paper. Refuses papers that are neither invoices nor notes, and papers below zero that are no credit notes.
 */
function purchaseKind(head: Fields, isByItems: boolean, lookup: Lookup): VoucherKind {
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
