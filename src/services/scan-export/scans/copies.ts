import type { NameMatchers } from '../../../names/matchers.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { storedData } from './delivered.ts'
import { findDeliverSeparately } from './queries.ts'
import { mayBeSamePaper, sellerSigns, type SellerSigns } from './rules.ts'
import {
  listWaitingByDocument,
  listWaitingByInvoiceNo,
  type WaitingScan,
} from './waiting-queries.ts'

/**
 * The copies of a scan: younger ones that wait, of the same user and category, with the same document bytes, or with
 * the same invoice number and no sign of another seller. Not those that an owner delivers separately.
 */
export function findCopies(
  conn: Conn,
  scan: WaitingScan,
  names: NameMatchers,
  generation: number,
): WaitingScan[] {
  const { userId, documentHash, invoiceNo } = scan
  const sameDocument =
    documentHash === null
      ? []
      : listWaitingByDocument(conn).all({ userId, documentHash, generation })
  const sameNumber =
    invoiceNo === null ? [] : listWaitingByInvoiceNo(conn).all({ userId, invoiceNo, generation })
  const samePaper = sameNumber.filter(
    (other) =>
      other.scanId !== scan.scanId && mayBeSamePaper(signsOf(scan, names), signsOf(other, names)),
  )
  const copies = new Map([...sameDocument, ...samePaper].map((copy) => [copy.scanId, copy]))
  return [...copies.values()].filter(
    (copy) => copy.category === scan.category && isYounger(copy, scan) && !isOfItsOwn(conn, copy),
  )
}

/** An owner said that it is another paper. */
function isOfItsOwn(conn: Conn, { scanId }: WaitingScan): boolean {
  return findDeliverSeparately(conn).get({ id: scanId })?.deliverSeparately === true
}

function isYounger(copy: WaitingScan, scan: WaitingScan): boolean {
  if (copy.createdAt !== scan.createdAt) return copy.createdAt > scan.createdAt
  return copy.scanId > scan.scanId
}

/** Vendor names are compared as they are delivered: two aliases of one vendor are no sign of another seller. */
function signsOf(scan: WaitingScan, names: NameMatchers): SellerSigns {
  const signs = sellerSigns(storedData(scan))
  const { vendorName } = signs
  if (vendorName === undefined) return signs
  return { ...signs, vendorName: names.vendors.canonical(vendorName) ?? vendorName }
}
