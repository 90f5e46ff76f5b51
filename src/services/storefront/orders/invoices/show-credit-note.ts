import { AppError } from '../../../../platform/errors.ts'
import { stateNameOf } from '../../../../platform/gst/gst.ts'
import type { StorefrontDeps } from '../../deps.ts'
import { findOrderWithLines, type Order } from '../order.ts'
import { creditedTaxes } from './credit-rules.ts'
import {
  findCreditNote,
  findInvoice,
  findInvoiceBySeq,
  findOrderOfInvoice,
  listCreditedLines,
  listCreditNotesOf,
} from './queries.ts'
import { buyerOf, inWords, lineOf, sellerOf, splitOf } from './show-invoice.ts'

/** Everything on the paper of a credit note, in the form of an invoice. Money in paise. Throws AppError `not_found`. */
export function showCreditNote(deps: Pick<StorefrontDeps, 'database'>, id: string) {
  const { read } = deps.database
  const note = findCreditNote(read).get({ id })
  const invoice = note && findInvoiceBySeq(read).get({ seq: note.invoiceSeq })
  const orderId = invoice && findOrderOfInvoice(read).get({ orderSeq: invoice.orderSeq })?.id
  if (note === undefined || invoice === undefined || orderId === undefined) throw noNote()
  const { order, lines } = findOrderWithLines(deps, orderId)
  const seller = sellerOf(invoice)
  const { placeOfSupply } = invoice
  const split = splitOf(invoice)
  const all = listCreditedLines(read).all({ invoiceSeq: invoice.seq })
  const before = all.filter(({ noteSeq }) => noteSeq < note.seq)
  const credited = all.filter(({ noteSeq }) => noteSeq === note.seq)
  return {
    number: note.number,
    kind: 'credit note' as const,
    namesTax: invoice.kind === 'tax invoice',
    issuedAt: new Date(note.issuedAt).toISOString(),
    orderNo: order.orderNo,
    orderId: order.id,
    undone: null,
    seller: { ...seller, state: stateNameOf(seller.stateCode) ?? '' },
    buyer: buyerOf(order),
    placeOfSupply: { code: placeOfSupply, name: stateNameOf(placeOfSupply) ?? '' },
    isInterState: split.isInterState,
    lines: credited.flatMap((back) => {
      const line = lines.find(({ id: itemId }) => itemId === back.itemId)
      return line === undefined ? [] : lineOf({ ...line, ...back })
    }),
    taxes: creditedTaxes(lines, split, before, credited),
    subtotal: note.taxable,
    gstTotal: note.gst,
    discount: note.discount,
    roundOff: note.payable - (note.taxable + note.gst - note.discount),
    payable: note.payable,
    inWords: inWords(note.payable),
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
