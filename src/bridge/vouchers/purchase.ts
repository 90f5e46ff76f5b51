import { gstStates, stateCodeOf, stateNameOf } from '../../platform/gst/gst.ts'
import { type CheckedDocument, type Fields, textAt } from '../../paper/checks/document.ts'
import { readGstin, readPaise, readQuantity } from '../../paper/values.ts'
import { withTaxInGoods } from './amounts.ts'
import { discountOf } from './extras.ts'
import { billAmounts } from './bill-amounts.ts'
import { purchaseKind } from './bill-kind.ts'
import type { DeliveredScan } from './delivered.ts'
import { documentOf, firstText, paperOf } from '../../paper/paper.ts'
import { dayAt } from './document.ts'
import { entriesBesideItems, entriesOf, type Invoice } from './entries.ts'
import { itemLines } from './item-lines.ts'
import type { Lookup } from './lookup.ts'
import type { Mappings } from './mappings.ts'
import type { BillAllocation, Voucher, VoucherKind, VoucherTax } from './voucher.ts'

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
  const document = documentOf(paperOf(scan.data, 'vendor_invoice'))
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
