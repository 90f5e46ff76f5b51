import type { NameMatchers } from '../../../names/matching.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { readDocument } from '../normalising/normalise.ts'
import { areToldApart, findNarrowScan } from '../scans/queries.ts'
import { canonicalSigns, mayBeSamePaper, type SellerSigns } from '../scans/rules.ts'
import {
  findWaitingBySeq,
  listAlike,
  type AlikeScan,
  type WaitingScan,
} from '../scans/waiting-queries.ts'

/** What a call names itself is marked in its own right, and signs are read once in it. */
type Looking = {
  conn: Conn
  call: { ids: ReadonlySet<string>; numbers: ReadonlySet<string> }
  signsOf: SignsOf
}

/**
 * The duplicates of a scan: younger ones that wait, of the same user and category, with the same document bytes, or with
 * the same invoice number and no sign of another seller. Not those that somebody said are other papers, nor those that the
 * call names itself: they are marked in their own right, and count.
 */
export function findDuplicates(slice: Looking, scan: WaitingScan): WaitingScan[] {
  if (scan.documentHash === null && scan.invoiceNo === null) return []
  const { conn } = slice
  return listAlike(conn)
    .all(scan)
    .filter(
      (other) =>
        isYounger(other, scan) &&
        !isNamed(slice.call, other) &&
        isSamePaper(slice, other, scan) &&
        !isOfItsOwn(conn, other) &&
        !areToldApart(conn, other.scanId, scan.scanId),
    )
    .flatMap(({ seq }) => findWaitingBySeq(conn).get({ seq }) ?? [])
}

function isYounger(one: AlikeScan, other: AlikeScan): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt
  return one.scanId > other.scanId
}

function isNamed({ ids, numbers }: Looking['call'], { scanId, invoiceNo }: AlikeScan): boolean {
  return ids.has(scanId) || (invoiceNo !== null && numbers.has(invoiceNo))
}

function isSamePaper({ signsOf }: Looking, one: AlikeScan, other: AlikeScan): boolean {
  if (one.documentHash !== null && one.documentHash === other.documentHash) return true
  return mayBeSamePaper(signsOf(other.seq), signsOf(one.seq))
}

/** Somebody said that it is another paper than all others. */
function isOfItsOwn(conn: Conn, { scanId }: AlikeScan): boolean {
  return findNarrowScan(conn).get({ id: scanId })?.deliverSeparately === true
}

export type SignsOf = (seq: number) => SellerSigns

/** Reads the signs of each waiting scan once: many may share a number. */
export function signsReader(conn: Conn, names: NameMatchers): SignsOf {
  const known = new Map<number, SellerSigns>()
  return (seq) => {
    const signs = known.get(seq) ?? readSigns(conn, names, seq)
    known.set(seq, signs)
    return signs
  }
}

function readSigns(conn: Conn, names: NameMatchers, seq: number): SellerSigns {
  const scan = findWaitingBySeq(conn).get({ seq })
  if (scan === undefined) throw new Error(`Row ${seq} of the queue went away within a command.`)
  return canonicalSigns(readDocument(scan.data), names.vendors)
}
