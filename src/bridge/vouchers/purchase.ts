import { withTaxInGoods, type InvoiceAmounts, type LineAmount } from './amounts.ts'
import { billAmounts } from './bill-amounts.ts'
import type { DeliveredScan } from './delivered.ts'
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
import {
  type CheckedDocument,
  dayAt,
  type Fields,
  numberAt,
  textAt,
} from '../../paper/checks/document.ts'
import type { LineFigures } from '../../paper/checks/figures.ts'
import { billFacts, type Bill, type Note, type Trade } from '../../paper/facts.ts'
import type { BillKind } from '../../paper/kind.ts'
import { documentOf, firstText } from '../../paper/paper.ts'
import { readLastDay, rupees } from '../../paper/values.ts'
import { gstStates, stateNameOf } from '../../platform/gst/rates-and-states.ts'

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
  const facts = billFacts(document)
  const isByItems = mappings.settings.invoice_as === 'items' && hasGoods(document)
  const kind = purchaseKind(facts, isByItems, lookup)
  refuseOthersPaper(facts, document, mappings.own_gstin, lookup)
  const { gstin = '', name = '' } = facts.seller
  const party = lookup.party(gstin, name)
  const voucherType = lookup.voucherType(kind)
  refuseTaxOnSupply(facts, lookup)
  const printed = billAmounts(facts, mappings.own_gstin, lookup)
  const date = dateOf(facts, mappings, today, lookup)
  if (printed === undefined || date === undefined) return undefined
  const isComposition = mappings.settings.gst_scheme === 'composition'
  const amounts = isComposition ? withTaxInGoods(printed) : printed
  // A debit note reverses a purchase.
  const factor = kind === 'debit_note' ? -1 : 1
  const { number: reference = '', orderNumber } = facts
  const bill = billOf(facts, document, kind, date.voucher)
  const invoice = { side: 'input', party, amounts, bill } as const
  return {
    kind,
    voucherType,
    date: date.voucher,
    party,
    reference,
    ...(date.paper && { referenceDate: date.paper }),
    ...(orderNumber !== undefined && { orderNumber }),
    narration: narrationOf(facts, scan.filename),
    ...(isByItems
      ? {
          items: itemLines(facts, document, amounts, factor, lookup),
          entries: entriesBesideItems(withDiscount(invoice), factor, lookup),
        }
      : { items: [], entries: entriesOf(invoice, factor, lookup) }),
    tax: taxOf(facts, document, mappings.own_gstin),
    ...(mappings.settings.as_optional && { isOptional: true }),
  }
}

/** Rent, repairs and electricity have no stock items, even if the shop enters its goods as stock items. */
function hasGoods({ lines }: CheckedDocument): boolean {
  return lines.some((line) => {
    // An unreadable quantity becomes a problem for a person. It does not make the bill one without goods.
    return textAt(line, 'qty') !== '' && numberAt(line, 'qty') !== 0
  })
}

/** A bill to another company gives this shop no tax credit. */
function refuseOthersPaper(
  { buyer: { gstin: buyer }, currency }: Trade,
  { head }: CheckedDocument,
  ownGstin: string,
  lookup: Lookup,
): void {
  if (buyer !== undefined && ownGstin !== '' && buyer !== ownGstin) {
    const message = `The paper is made out to ${buyer}, and the shop is ${ownGstin}.`
    lookup.refuse({ code: 'gst_mismatch', field: 'buyer_gstin', message })
  }
  if (currency !== 'INR') {
    const printed = firstText(head, 'currency', 'Currency')
    const message = `The paper is in ${printed || (currency ?? 'another currency')}: only rupees can be entered.`
    lookup.refuse({ code: 'other', field: 'currency', message })
  }
}

/** A seller charges no tax on a bill of supply. Tax printed there cannot be claimed. */
function refuseTaxOnSupply({ title = '', tax }: Trade, lookup: Lookup): void {
  if (!/\bbill of supply\b/i.test(title)) return
  if ([tax.cgst, tax.sgst, tax.igst].every((paise = 0) => paise === 0)) return
  const message =
    'It calls itself a bill of supply, by which no tax is charged, and prints tax all the same: ask the seller which is right.'
  lookup.refuse({ code: 'gst_mismatch', field: 'document_type', message })
}

/** Dealers under the composition scheme must print these words on their bills (source: CGST Rules, rule 5). */
const compositionDealer = /\bcomposition (?:taxable person|dealer|scheme|levy)\b/i

/** The date of the voucher, and the date on the paper. */
function dateOf({ day: paper }: Trade, { settings }: Mappings, today: string, lookup: Lookup) {
  const voucher = settings.date_from === 'today' ? today : paper
  if (voucher !== undefined) return { voucher, paper }
  const message = 'The paper has no date, and it is entered under the date of the paper.'
  lookup.refuse({ code: 'date_out_of_period', field: 'invoice_date', message })
  return undefined
}

function billOf(
  facts: Bill | Note,
  { head }: CheckedDocument,
  kind: VoucherKind,
  date: string,
): BillAllocation {
  const original = 'original' in facts ? facts.original.number : undefined
  if (kind === 'debit_note' && original !== undefined) return { name: original, type: 'Agst Ref' }
  if (facts.number === undefined) return { name: '', type: 'On Account' }
  const dueDays = dueDaysOf(facts.dueDay, textAt(head, 'payment_terms'), date)
  return { name: facts.number, type: 'New Ref', ...(dueDays !== undefined && { dueDays }) }
}

/** Nobody gives credit for more days. */
const creditDaysMax = 366
const dayMs = 24 * 60 * 60 * 1000

/** The days until payment: from the printed due date, else from the terms, such as "30 Days". */
function dueDaysOf(due: string | undefined, terms: string, date: string): number | undefined {
  const printed = /^\D{0,20}(\d{1,3})\s*days?\b/i.exec(terms)?.[1]
  const days =
    due === undefined ? Number(printed ?? 0) : (Date.parse(due) - Date.parse(date)) / dayMs
  return days > 0 && days <= creditDaysMax ? days : undefined
}

function narrationOf({ title = 'Bill', number, orderNumber }: Trade, filename: string): string {
  const what = [title, number].filter(Boolean).join(' ')
  return [what, orderNumber && `order ${orderNumber}`, filename].filter(Boolean).join(', ')
}

/** The place of supply is the shop's state. The party's state is the seller's. */
function taxOf(
  { seller, isReverseCharge }: Trade,
  document: CheckedDocument,
  ownGstin: string,
): VoucherTax {
  const partyState = gstStates.get(seller.state ?? '')
  const own = stateNameOf(ownGstin.slice(0, 2))
  return {
    registration: registrationOf(seller, document),
    ...(seller.gstin !== undefined && { partyGstin: seller.gstin }),
    ...(partyState !== undefined && { partyState }),
    ...(own !== undefined && { placeOfSupply: own }),
    ...(isReverseCharge && { isReverseCharge }),
  }
}

function registrationOf(
  { gstin }: Trade['seller'],
  { head }: CheckedDocument,
): NonNullable<VoucherTax['registration']> {
  if (gstin === undefined) return 'Unregistered'
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
  facts: Trade,
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
  return document.lines.flatMap((line, at) => {
    const [own, amount] = [facts.lines[at], lines[at]]
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
  const [made, expires] = [dayAt(line, 'mfg_date'), readLastDay(textAt(line, 'expiry_date'))]
  return { batch, ...(made && { made }), ...(expires && { expires }) }
}

/** The free quantity, from its own column or behind the quantity: "10+2" has two free. */
function freeOf(line: Fields): number {
  const behind = /^\s*\d+\s*\+\s*(\d+)/.exec(textAt(line, 'qty'))?.[1] ?? 0
  return Math.abs(numberAt(line, 'free_qty') ?? Number(behind))
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
function purchaseKind(facts: Bill | Note, isByItems: boolean, lookup: Lookup): VoucherKind {
  const { kind: named, title = '', total = 0 } = facts
  const kind = noteVouchers[named] ?? (isByItems ? 'purchase_items' : 'purchase')
  if (named === 'other') {
    const message = `The paper calls itself “${title}”: only what says that it is an invoice or a note is entered in the books.`
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
