import type { NameMatchers } from '../../../names/matchers.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { storedData } from './delivered.ts'
import { findDeliverSeparately } from './queries.ts'
import { mayBeSamePaper, sellerSigns, type SellerSigns } from './rules.ts'
import { findWaitingBySeq, listAlike, type AlikeScan, type WaitingScan } from './waiting-queries.ts'

export type FindCopies = (
  scan: WaitingScan,
  isNamed: (other: AlikeScan) => boolean,
) => WaitingScan[]

type SignsOf = (seq: number) => SellerSigns

/**
 * Finds the copies of a scan, for one act: younger ones that wait, of the same user and category, with the same
 * document bytes, or with the same invoice number and no sign of another seller. Not those that an owner delivers
 * separately, nor those that the call names itself. The signs of each scan are read once: many may share a number.
 */
export function copyFinder(conn: Conn, names: NameMatchers, generation: number): FindCopies {
  const signsOf = readOnce(conn, names)
  return (scan, isNamed) => {
    const { scanId, userId, category, documentHash, invoiceNo } = scan
    if (documentHash === null && invoiceNo === null) return []
    return listAlike(conn)
      .all({ scanId, userId, category, documentHash, invoiceNo, generation })
      .filter(
        (other) =>
          isYounger(other, scan) &&
          !isNamed(other) &&
          isSamePaper(other, scan, signsOf) &&
          !isOfItsOwn(conn, other),
      )
      .flatMap(({ seq }) => findWaitingBySeq(conn).get({ seq }) ?? [])
  }
}

/** An owner said that it is another paper. */
function isOfItsOwn(conn: Conn, { scanId }: AlikeScan): boolean {
  return findDeliverSeparately(conn).get({ id: scanId })?.deliverSeparately === true
}

function isSamePaper(other: AlikeScan, scan: AlikeScan, signsOf: SignsOf): boolean {
  if (other.documentHash !== null && other.documentHash === scan.documentHash) return true
  return mayBeSamePaper(signsOf(scan.seq), signsOf(other.seq))
}

function isYounger(copy: AlikeScan, scan: AlikeScan): boolean {
  if (copy.createdAt !== scan.createdAt) return copy.createdAt > scan.createdAt
  return copy.scanId > scan.scanId
}

function readOnce(conn: Conn, names: NameMatchers): SignsOf {
  const known = new Map<number, SellerSigns>()
  return (seq) => {
    const signs = known.get(seq) ?? readSigns(conn, names, seq)
    known.set(seq, signs)
    return signs
  }
}

/** Vendor names are compared as they are delivered: two aliases of one vendor are no sign of another seller. */
function readSigns(conn: Conn, names: NameMatchers, seq: number): SellerSigns {
  const scan = findWaitingBySeq(conn).get({ seq })
  if (scan === undefined) throw new Error(`Row ${seq} of the queue went away within an act.`)
  const signs = sellerSigns(storedData(scan))
  const { vendorName } = signs
  if (vendorName === undefined) return signs
  return { ...signs, vendorName: names.vendors.canonical(vendorName) ?? vendorName }
}
