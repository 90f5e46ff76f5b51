import { Value } from '@sinclair/typebox/value'
import { ToWords } from 'to-words/en-IN'
import { AppError } from '../../../../platform/errors.ts'
import { stateNameOf } from '../../../../platform/gst/gst.ts'
import type { StorefrontDeps } from '../../deps.ts'
import { findOrder, findOrderWithLines, type Order, type OrderLine } from '../order.ts'
import { asId, isUndone } from '../rules.ts'
import { findInvoice, type Invoice } from './queries.ts'
import { taxByHsn, taxSum, upiAddress, type TaxSplit } from './rules.ts'
import { sellerSchema, type Seller } from './seller.ts'

/** An amount in paise, in words, as Indian papers write it. */
export function inWords(paise: number): string {
  return words.convert(paise / 100)
}

const words = new ToWords({ localeCode: 'en-IN', converterOptions: { currency: true } })

/** Everything on the paper of an invoice. Money in paise. */
export type InvoicePaper = ReturnType<typeof paperOf>

/** The number and kind of an order's invoice, and when it was made (ms since the epoch). Undefined without an invoice. */
export function findInvoiceOf(
  { database }: Pick<StorefrontDeps, 'database'>,
  { seq: orderSeq }: Pick<Order, 'seq'>,
): Pick<Invoice, 'number' | 'kind' | 'issuedAt'> | undefined {
  return findInvoice(database.read).get({ orderSeq })
}

/** The invoice of an order. Throws AppError `not_found` if the order or its invoice is missing. */
export function showInvoice(deps: Pick<StorefrontDeps, 'database'>, orderId: string): InvoicePaper {
  const { order, invoice } = papersOf(deps, orderId)
  if (invoice !== null) return invoice
  throw new AppError('not_found', `Order ${order.orderNo} has no invoice yet.`)
}

/** The papers of some orders, in the given order. An invoice is null before it is made. Unknown ids are left out. */
export function listPapers(deps: Pick<StorefrontDeps, 'database'>, orderIds: readonly string[]) {
  const { read } = deps.database
  return orderIds
    .filter((id) => findOrder(read).get({ id: asId(id) }) !== undefined)
    .map((id) => papersOf(deps, id))
}

/** Throws AppError `not_found`. */
function papersOf(deps: Pick<StorefrontDeps, 'database'>, orderId: string) {
  // Lines and invoice never change, so that two separate reads fit together.
  const { order, lines } = findOrderWithLines(deps, orderId)
  const invoice = findInvoice(deps.database.read).get({ orderSeq: order.seq })
  return { order, lines, invoice: invoice === undefined ? null : paperOf(invoice, order, lines) }
}

function paperOf(invoice: Invoice, order: Order, lines: readonly OrderLine[]) {
  const seller = sellerOf(invoice)
  const { number, kind, payable, placeOfSupply } = invoice
  const split = splitOf(invoice)
  const taxes = taxByHsn(lines, split)
  const namesTax = kind === 'tax invoice'
  const gstTotal = namesTax ? taxSum(taxes) : order.gstTotal
  return {
    number,
    kind,
    namesTax,
    issuedAt: new Date(invoice.issuedAt).toISOString(),
    orderNo: order.orderNo,
    /** The status of an order that was cancelled or returned since. */
    undone: isUndone(order.status) ? order.status : null,
    seller: { ...seller, state: stateNameOf(seller.stateCode) ?? '' },
    buyer: buyerOf(order),
    placeOfSupply: { code: placeOfSupply, name: stateNameOf(placeOfSupply) ?? '' },
    isInterState: split.isInterState,
    lines: lines.map(lineOf),
    taxes,
    subtotal: order.subtotal,
    gstTotal,
    discount: order.discount,
    roundOff: payable - (order.subtotal + gstTotal - order.discount),
    payable,
    inWords: inWords(payable),
    /** For a credit note: the invoice that it credits. */
    credits: null,
    upi: isUndone(order.status) ? null : upiOf(seller, invoice),
  }
}

export function splitOf(invoice: Invoice): TaxSplit {
  const { placeOfSupply, halvesAreEqual } = invoice
  return { isInterState: sellerOf(invoice).stateCode !== placeOfSupply, halvesAreEqual }
}

/** The seller when the invoice was made. */
export function sellerOf({ number, seller }: Invoice): Seller {
  const kept: unknown = JSON.parse(seller)
  if (Value.Check(sellerSchema, kept)) return kept
  throw new Error(`The invoice ${number} does not say who sold.`)
}

export function buyerOf(order: Order) {
  return {
    name: order.customerName,
    phone: order.customerPhone,
    gstin: order.customerGstin,
    address: order.shippingAddress,
    city: order.shippingCity,
    pincode: order.shippingPincode,
    state: order.shippingState,
  }
}

export function lineOf(line: OrderLine) {
  return {
    id: line.id,
    name: line.productName,
    variant: line.variantLabel,
    sku: line.sku,
    hsn: line.hsn,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    offer: line.offerTitle,
    taxable: line.lineTotal - line.gstAmount,
    gstBasisPoints: line.gstBasisPoints,
    gst: line.gstAmount,
    total: line.lineTotal,
  }
}

function upiOf({ upiId, name }: Seller, { number, payable }: Invoice): string | null {
  return upiAddress({ upiId, name, paise: payable, note: number })
}
