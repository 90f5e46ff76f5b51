import type { NameMatchers } from '../../../names/matchers.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { storedData } from './delivered.ts'
import { findDeliverSeparately } from './queries.ts'
import { mayBeSamePaper, sellerSigns, type SellerSigns } from './rules.ts'
import { listAlike, type WaitingScan } from './waiting-queries.ts'

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
  const { scanId, userId, category, documentHash, invoiceNo } = scan
  if (documentHash === null && invoiceNo === null) return []
  return listAlike(conn)
    .all({ scanId, userId, category, documentHash, invoiceNo, generation })
    .filter(
      (other) =>
        isYounger(other, scan) && isSamePaper(other, scan, names) && !isOfItsOwn(conn, other),
    )
}

/** An owner said that it is another paper. */
function isOfItsOwn(conn: Conn, { scanId }: WaitingScan): boolean {
  return findDeliverSeparately(conn).get({ id: scanId })?.deliverSeparately === true
}

function isSamePaper(other: WaitingScan, scan: WaitingScan, names: NameMatchers): boolean {
  if (other.documentHash !== null && other.documentHash === scan.documentHash) return true
  return mayBeSamePaper(signsOf(scan, names), signsOf(other, names))
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
