import { stateCodeOf, stateNameOf } from '../../platform/gst/rates-and-states.ts'
import { readPercent, readRupees, taxByHsn } from '../../platform/money.ts'
import { dayInIndia, readGstin, rupees } from '../../paper/values.ts'
import { byRate, type InvoiceAmounts, type TaxAmount } from './amounts.ts'
import type { DeliveredOrder } from './delivered.ts'
import { entriesBesideItems, entriesOf, goodsLedger, discountOf, roundOffOf } from './entries.ts'
import type { Lookup, Mappings } from './lookup.ts'
import { type ItemLine, type Paise, sumOf, type Voucher, type VoucherTax } from './voucher.ts'

/** A line of an order with its amounts in paise. */
type PaidLine = {
  item: DeliveredOrder['items'][number]
  taxable: Paise
  gst: Paise
  /** Undefined if no tax is charged. */
  percent: number | undefined
}

/** A shop under the composition scheme charges no tax. The whole amount of a line is its price. */
function withoutTax(line: PaidLine): PaidLine {
  return { ...line, taxable: line.taxable + line.gst, gst: 0, percent: undefined }
}

/**
 * The voucher of a web order: a sales order, which always has stock items, or a sale. Its total is the order's total. Undefined if the
 * order cannot be entered whole: it was cancelled or partly returned, or some of its lines are not delivered.
 */
export function orderVoucher(
  order: DeliveredOrder,
  mappings: Mappings,
  lookup: Lookup,
): Voucher | undefined {
  const kind = mappings.settings.order_as
  const voucherType = lookup.voucherType(kind)
  const party = partyOf(order, lookup)
  const isComposition = mappings.settings.gst_scheme === 'composition'
  const printed = paidLines(order, lookup)
  const lines = isComposition ? printed?.map(withoutTax) : printed
  if (!isWhole(order, lookup) || lines === undefined) return undefined
  const amounts = amountsOf(order, lines, mappings, lookup)
  if (amounts === undefined) return undefined
  const isByItems = kind === 'sales_order' || mappings.settings.invoice_as === 'items'
  const { order_no: reference } = order
  const bill = { name: reference, type: 'New Ref' } as const
  const invoice = { side: 'output', party, amounts, bill } as const
  const date = dayInIndia(Date.parse(order.created_at))
  return {
    kind,
    voucherType,
    date,
    party,
    reference,
    referenceDate: date,
    narration: `Web order ${reference}, ${order.customer_name}`,
    // The goods are credited, and the customer is debited.
    entries: (isByItems ? entriesBesideItems : entriesOf)(invoice, -1, lookup),
    items: isByItems ? lines.map((line) => itemLine(line, lookup)) : [],
    tax: taxOf(order, mappings.own_gstin),
    ...(mappings.settings.as_optional && { isOptional: true }),
  }
}

/** Looks up the customer only by GSTIN, because a customer may have the same name as a seller. */
function partyOf({ customer_gstin = '' }: DeliveredOrder, lookup: Lookup): string {
  const known = lookup.partyIfMapped(customer_gstin, '')
  return known ?? lookup.ledger('customer', 'customers of the web shop')
}

function isWhole(order: DeliveredOrder, lookup: Lookup): boolean {
  const refuse = (field: string, message: string) => {
    lookup.refuse({
      code: field === 'excluded_items' ? 'totals_mismatch' : 'other',
      field,
      message,
    })
    return false
  }
  const { status, excluded_items: excluded } = order
  if (status === 'cancelled' || status === 'returned') {
    return refuse('status', `The order was ${status}: there is nothing to enter. Leave it out.`)
  }
  if (order.items.some(({ returned_quantity: returned = 0 }) => returned > 0)) {
    const message = 'Some of it came back: enter the sale and its credit note by hand.'
    return refuse('returned_quantity', message)
  }
  const { paise = 0 } = readRupees(excluded.amount) ?? {}
  if (paise === 0) return true
  const total = rupees(readRupees(order.total)?.paise ?? 0)
  return refuse(
    'excluded_items',
    `The order comes to ${total}, and ${rupees(paise)} of it are lines without a SKU or that were entered before: enter it by hand, or leave it out.`,
  )
}

function paidLines({ items }: DeliveredOrder, lookup: Lookup): PaidLine[] | undefined {
  const lines = items.map((item) => {
    const [total, gst] = [readRupees(item.line_total), readRupees(item.gst_amount)]
    const isExact = total?.rounded === false && gst?.rounded === false
    return isExact
      ? { item, taxable: total.paise - gst.paise, gst: gst.paise, percent: item.gst_pct }
      : undefined
  })
  const exact = lines.filter((line) => line !== undefined)
  if (exact.length === lines.length && exact.length > 0) return exact
  const message = 'A line of the order has no amount in rupees and paise.'
  lookup.refuse({ code: 'totals_mismatch', field: 'line_total', message })
  return undefined
}

function amountsOf(
  order: DeliveredOrder,
  lines: readonly PaidLine[],
  mappings: Mappings,
  lookup: Lookup,
): InvoiceAmounts | undefined {
  const [total, discount] = [readRupees(order.total), readRupees(order.discount)]
  const sum = lines.reduce((all, { taxable, gst }) => all + taxable + gst, 0)
  const expected = sum - (discount?.paise ?? 0)
  if (total?.rounded !== false || discount?.rounded !== false || total.paise !== expected) {
    const message = `The order's total is ${order.total}, but its lines less the discount come to ${rupees(expected)}.`
    lookup.refuse({ code: 'totals_mismatch', field: 'total', message })
    return undefined
  }
  const amounts = lines.map(({ percent, taxable: paise }) => ({ percent, paise }))
  const taxes = taxesOf(lines, isBetweenStates(order, mappings.own_gstin))
  const roundOff = lines.reduce((all, { gst }) => all + gst, 0) - sumOf(taxes)
  return {
    total: total.paise,
    groups: byRate(amounts),
    footDiscount: 0,
    extras: [...discountOf(discount.paise), ...roundOffOf(roundOff)],
    taxes,
  }
}

/** Tax depends on where the goods are sent (source: IGST Act, section 10). If either state is unknown, the shop's own state counts. */
function isBetweenStates({ shipping_state }: DeliveredOrder, ownGstin: string): boolean {
  const sentTo = stateCodeOf(shipping_state)
  return ownGstin !== '' && sentTo !== undefined && sentTo !== ownGstin.slice(0, 2)
}

/** The tax by rate, worked out as on the shop's own invoices. */
function taxesOf(lines: readonly PaidLine[], isInterState: boolean): TaxAmount[] {
  // A cheap line whose own tax rounds to 0 counts in the taxable value all the same.
  const taxed = lines.filter(({ percent = 0 }) => percent > 0)
  const rows = taxByHsn(taxed.map(taxedLine), { isInterState, halvesAreEqual: true })
  return rows.flatMap(({ gstBasisPoints, cgst, sgst, igst }): TaxAmount[] => {
    const percent = gstBasisPoints / 100
    const taxes: TaxAmount[] = [
      { head: 'igst', percent, paise: igst },
      { head: 'cgst', percent: percent / 2, paise: cgst },
      { head: 'sgst', percent: percent / 2, paise: sgst },
    ]
    return taxes.filter(({ paise }) => paise !== 0)
  })
}

function taxedLine({ item, taxable, gst }: PaidLine) {
  const gstBasisPoints = readPercent(item.gst_pct)?.basisPoints ?? 0
  return { hsn: item.hsn ?? '', gstBasisPoints, lineTotal: taxable + gst, gstAmount: gst }
}

function itemLine({ item, taxable, percent }: PaidLine, lookup: Lookup): ItemLine {
  const label = item.variant_label ?? ''
  const names = [label === '' ? '' : `${item.product_name} ${label}`, item.product_name]
  const found = lookup.item({ codes: [item.sku], names: names.filter((name) => name !== '') })
  const rate = Number((taxable / 100 / item.quantity).toFixed(2))
  return {
    item: found.item,
    ledger: goodsLedger('output', percent, lookup),
    paise: -taxable,
    billedQty: item.quantity,
    actualQty: item.quantity,
    unit: lookup.unit('', found.unit),
    ...(Math.round(rate * 100 * item.quantity) === taxable && { rate }),
    godown: lookup.godown(),
    batch: '',
    hsn: item.hsn ?? '',
    ...(percent !== undefined && { gstPercent: percent }),
  }
}

/** The place of supply is the state to which the goods are sent. */
function taxOf(
  { customer_gstin = '', shipping_state }: DeliveredOrder,
  ownGstin: string,
): VoucherTax {
  const gstin = readGstin(customer_gstin)
  const state = stateNameOf(stateCodeOf(shipping_state) ?? ownGstin.slice(0, 2))
  return {
    registration: gstin === undefined ? 'Unregistered' : 'Regular',
    ...(gstin !== undefined && { partyGstin: gstin }),
    ...(state !== undefined && { partyState: state, placeOfSupply: state }),
  }
}
