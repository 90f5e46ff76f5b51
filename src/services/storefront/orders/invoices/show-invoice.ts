import { Value } from '@sinclair/typebox/value'
import { ToWords } from 'to-words/en-IN'
import { AppError } from '../../../../platform/errors.ts'
import { stateNameOf } from '../../../../platform/gst/rates-and-states.ts'
import type { StorefrontDeps } from '../../deps.ts'
import { type Order, type OrderLine, findOrder, findOrderWithLines } from '../order.ts'
import { asId, isUndone } from '../rules.ts'
import {
  type Invoice,
  findCreditNote,
  findInvoice,
  findInvoiceBySeq,
  findOrderOfInvoice,
  listCreditNotesOf,
  listCreditedLines,
} from './queries.ts'
import { taxByHsn, type TaxSplit } from '../../../../platform/money.ts'
import { creditedTaxes, taxSum, upiAddress } from './rules.ts'
import { type Seller, sellerSchema } from './seller.ts'
import { asc, desc, eq, sql } from 'drizzle-orm'
import { type Params, query, snapshot } from '../../../../platform/db/connection.ts'
import { creditNotes, invoices, orders } from '../../tables.ts'

/** An amount in paise, in words, as Indian papers write it. */
function inWords(paise: number): string {
  return words.convert(paise / 100)
}

const words = new ToWords({ localeCode: 'en-IN', converterOptions: { currency: true } })

/** Everything on the paper of an invoice. Money in paise. */
type InvoicePaper = ReturnType<typeof paperOf>

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
  const { number, kind, payable } = invoice
  const taxes = taxByHsn(lines, splitOf(invoice))
  const { subtotal, discount } = order
  const gstTotal = kind === 'tax invoice' ? taxSum(taxes) : order.gstTotal
  return {
    ...saleOf(invoice, order),
    number,
    kind,
    issuedAt: new Date(invoice.issuedAt).toISOString(),
    /** The status of an order that was cancelled or returned since. */
    undone: isUndone(order.status) ? order.status : null,
    lines: lines.map(lineOf),
    taxes,
    ...totalsOf({ subtotal, gstTotal, discount, payable }),
    /** For a credit note: the invoice that it credits. */
    credits: null,
    upi: isUndone(order.status) ? null : upiOf(sellerOf(invoice), invoice),
  }
}

/** Who sold what to whom: the same on an invoice and its credit notes. */
function saleOf(invoice: Invoice, order: Order) {
  const seller = sellerOf(invoice)
  const { placeOfSupply } = invoice
  return {
    namesTax: invoice.kind === 'tax invoice',
    orderNo: order.orderNo,
    seller: { ...seller, state: stateNameOf(seller.stateCode) ?? '' },
    buyer: buyerOf(order),
    placeOfSupply: { code: placeOfSupply, name: stateNameOf(placeOfSupply) ?? '' },
    isInterState: splitOf(invoice).isInterState,
  }
}

type Totals = { subtotal: number; gstTotal: number; discount: number; payable: number }

function totalsOf({ subtotal, gstTotal, discount, payable }: Totals) {
  const roundOff = payable - (subtotal + gstTotal - discount)
  return { subtotal, gstTotal, discount, roundOff, payable, inWords: inWords(payable) }
}

export function splitOf(invoice: Invoice): TaxSplit {
  const { placeOfSupply, halvesAreEqual } = invoice
  return { isInterState: sellerOf(invoice).stateCode !== placeOfSupply, halvesAreEqual }
}

/** The seller when the invoice was made. */
function sellerOf({ number, seller }: Invoice): Seller {
  const kept: unknown = JSON.parse(seller)
  if (Value.Check(sellerSchema, kept)) return kept
  throw new Error(`The invoice ${number} does not say who sold.`)
}

function buyerOf(order: Order) {
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

function lineOf(line: OrderLine) {
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

/** Everything on the paper of a credit note, in the form of an invoice. Money in paise. Throws AppError `not_found`. */
export function showCreditNote(deps: Pick<StorefrontDeps, 'database'>, id: string) {
  const { read } = deps.database
  const note = findCreditNote(read).get({ id })
  const invoice = note && findInvoiceBySeq(read).get({ seq: note.invoiceSeq })
  const orderId = invoice && findOrderOfInvoice(read).get({ seq: invoice.orderSeq })?.id
  if (note === undefined || invoice === undefined || orderId === undefined) throw noNote()
  const { order, lines } = findOrderWithLines(deps, orderId)
  const all = listCreditedLines(read).all({ invoiceSeq: invoice.seq })
  const before = all.filter(({ noteSeq }) => noteSeq < note.seq)
  const credited = all.filter(({ noteSeq }) => noteSeq === note.seq)
  return {
    ...saleOf(invoice, order),
    number: note.number,
    kind: 'credit note' as const,
    issuedAt: new Date(note.issuedAt).toISOString(),
    orderId: order.id,
    undone: null,
    lines: credited.flatMap((back) => {
      const line = lines.find(({ id: itemId }) => itemId === back.itemId)
      return line === undefined ? [] : lineOf({ ...line, ...back })
    }),
    taxes: creditedTaxes(lines, splitOf(invoice), before, credited),
    ...totalsOf({ ...note, subtotal: note.taxable, gstTotal: note.gst }),
    credits: {
      number: invoice.number,
      kind: invoice.kind,
      issuedAt: new Date(invoice.issuedAt).toISOString(),
      reason: note.reason,
    },
    upi: null,
  }
}

/** The credit notes of an order's invoice, oldest first. */
export function listCreditNotesOfOrder(
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
  { seq: orderSeq }: Pick<Order, 'seq'>,
) {
  const invoice = findInvoice(read).get({ orderSeq })
  return invoice === undefined ? [] : listCreditNotesOf(read).all({ invoiceSeq: invoice.seq })
}

function noNote(): AppError {
  return new AppError('not_found', 'There is no such credit note.')
}

/** The sort keys of the list. Numbers in a series rise with time. */
export const creditNoteSorts = ['made', 'total'] as const

type Sort = { by: (typeof creditNoteSorts)[number]; isDescending: boolean }

type Chosen = { search?: string | undefined; from?: number | undefined; until?: number | undefined }

/** A page of the credit notes and their total number. The search covers numbers and the customer's name. */
export function listCreditNotes(
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
  { search = '', from, until }: Chosen,
  { sort, limit, offset }: { sort: Sort; limit: number; offset: number },
) {
  const chosen = {
    search: search.trim(),
    from: from ?? Number.MIN_SAFE_INTEGER,
    until: until ?? Number.MAX_SAFE_INTEGER,
  }
  const page = pages[sort.by][sort.isDescending ? 'down' : 'up']
  return snapshot(read, () => ({
    notes: page(read).all({ ...chosen, limit, offset }),
    total: count(read).get(chosen)?.n ?? 0,
  }))
}

type Wanted = { search: string; from: number; until: number }

const isWanted = ({ search, from, until }: Params<Wanted>) => sql`(${search} = ''
  OR instr(${creditNotes.number}, upper(${search})) OR instr(${invoices.number}, upper(${search}))
  OR instr(${orders.orderNo}, ${search}) OR instr(lower(${orders.customerName}), lower(${search})))
  AND ${creditNotes.issuedAt} >= ${from} AND ${creditNotes.issuedAt} <= ${until}`

const pages = {
  made: { up: pageBy('made', asc), down: pageBy('made', desc) },
  total: { up: pageBy('total', asc), down: pageBy('total', desc) },
}

function pageBy(by: Sort['by'], direction: typeof asc) {
  const column = by === 'made' ? creditNotes.seq : creditNotes.payable
  return query((conn, p: Params<Wanted & { limit: number; offset: number }>) =>
    conn
      .select({
        id: creditNotes.id,
        number: creditNotes.number,
        issuedAt: creditNotes.issuedAt,
        reason: creditNotes.reason,
        invoice: invoices.number,
        invoicedAt: invoices.issuedAt,
        orderId: orders.id,
        orderNo: orders.orderNo,
        customerName: orders.customerName,
        customerGstin: orders.customerGstin,
        taxable: creditNotes.taxable,
        gst: creditNotes.gst,
        discount: creditNotes.discount,
        payable: creditNotes.payable,
      })
      .from(creditNotes)
      .innerJoin(invoices, eq(invoices.seq, creditNotes.invoiceSeq))
      .innerJoin(orders, eq(orders.seq, invoices.orderSeq))
      .where(isWanted(p))
      .orderBy(direction(column), direction(creditNotes.seq))
      .limit(p.limit)
      .offset(p.offset),
  )
}

const count = query((conn, p: Params<Wanted>) =>
  conn
    .select({ n: sql<number>`count(*)` })
    .from(creditNotes)
    .innerJoin(invoices, eq(invoices.seq, creditNotes.invoiceSeq))
    .innerJoin(orders, eq(orders.seq, invoices.orderSeq))
    .where(isWanted(p)),
)
