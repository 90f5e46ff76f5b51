import type { Entry, Paper } from './ledger.ts'

/*
 * Which scans an acknowledgement settles, from the ledger alone: the scans that it names, all scans of its user
 * with a number that it names, and the copies of scans that it names by id. A scan that was just being uploaded may or
 * may not have been stored yet, so there are two answers: certain and possible.
 */

/** A scan of the ledger. Places are indexes of its lines. */
export type Sent = {
  user: string
  paper: Paper
  /** Before this line nobody had sent the scan. After the line `uploaded` it is certainly stored. */
  sending: number
  uploaded: number | undefined
  /** Known from the upload's answer or from its delivery, whichever came first. */
  id: string | undefined
  deliveries: number[]
}

export type Settled = {
  /** The first answered acknowledgement (its line) that met the scan for certain. */
  certainFrom: number
  /** That acknowledgement named the scan by id. */
  named: boolean
  /** An acknowledgement may have settled the scan. */
  possible: boolean
}

type Acknowledgement = {
  user: string
  ids: string[]
  invoice_nos: string[]
  sent: number
  answered: number
}

type Lists = Map<string, Sent[]>

/** The settlement of each scan. Scans that nothing settled are left out. */
export function settledScans(
  entries: readonly Entry[],
  scans: readonly Sent[],
): ReadonlyMap<Sent, Settled> {
  const byId = new Map(scans.flatMap((scan) => (scan.id === undefined ? [] : [[scan.id, scan]])))
  const byNumber = groupBy(scans, ({ user, paper }) => numberKey(user, paper.invoiceNo))
  const byDocument = groupBy(scans, ({ user, paper }) => documentKey(user, paper.document))
  const settled = new Map<Sent, Settled>()
  for (const call of acknowledgements(entries)) {
    for (const id of call.ids) {
      const scan = byId.get(id)
      if (scan === undefined) continue
      settle(settled, scan, call, true)
      for (const copy of copiesOf(scan, byNumber, byDocument)) settle(settled, copy, call, false)
    }
    for (const number of call.invoice_nos) {
      const matches = byNumber.get(numberKey(call.user, number) ?? '') ?? []
      for (const scan of matches) settle(settled, scan, call, false)
    }
  }
  return settled
}

/** Answered ones; each is sent for the first time at the last `marking` of its user before it. */
function acknowledgements(entries: readonly Entry[]): Acknowledgement[] {
  const sentAt = new Map<string, number>()
  return entries.flatMap((entry, line) => {
    if (entry.type === 'marking') sentAt.set(entry.user, line)
    if (entry.type !== 'acknowledged') return []
    const { user, ids, invoice_nos } = entry
    return [{ user, ids, invoice_nos, sent: sentAt.get(user) ?? line, answered: line }]
  })
}

function settle(
  settled: Map<Sent, Settled>,
  scan: Sent,
  call: Acknowledgement,
  named: boolean,
): void {
  if (scan.sending > call.answered || !scan.paper.eligible) return
  const known = settled.get(scan)
  // A scan that was delivered before the call was certainly stored, even if its upload was never answered.
  const certain =
    Math.min(
      scan.uploaded ?? Number.POSITIVE_INFINITY,
      scan.deliveries[0] ?? Number.POSITIVE_INFINITY,
    ) < call.sent
  const certainFrom = certain ? call.answered : Number.POSITIVE_INFINITY
  if (known === undefined || certainFrom < known.certainFrom) {
    settled.set(scan, { certainFrom, named, possible: true })
  }
}

/** Younger scans of the same user and category with the same pages, or the same number and no sign of another seller. */
function copiesOf(scan: Sent, byNumber: Lists, byDocument: Lists): Sent[] {
  const { user, paper } = scan
  const sameNumber = byNumber.get(numberKey(user, paper.invoiceNo) ?? '') ?? []
  const samePages = byDocument.get(documentKey(user, paper.document) ?? '') ?? []
  const samePaper = sameNumber.filter((other) => mayBeSamePaper(paper, other.paper))
  return [...samePages, ...samePaper].filter(
    (other) => other.paper.category === paper.category && isYounger(other, scan),
  )
}

/** Ids of one server sort by the time of their scans. One that is not known yet was answered later, so it is younger. */
function isYounger(copy: Sent, scan: Sent): boolean {
  return copy !== scan && (copy.id === undefined || scan.id === undefined || copy.id > scan.id)
}

function mayBeSamePaper(a: Paper, b: Paper): boolean {
  return (
    agree(a.gstin, b.gstin) &&
    agree(a.vendorName, b.vendorName) &&
    agree(a.invoiceDate, b.invoiceDate)
  )
}

function agree(a: string | null, b: string | null): boolean {
  return a === null || b === null || a === b
}

function numberKey(user: string, invoiceNo: string | null): string | undefined {
  return invoiceNo === null ? undefined : `${user}\n${invoiceNo}`
}

function documentKey(user: string, document: string | null): string | undefined {
  return document === null ? undefined : `${user}\n${document}`
}

function groupBy(scans: readonly Sent[], keyOf: (scan: Sent) => string | undefined): Lists {
  const lists: Lists = new Map()
  for (const scan of scans) {
    const key = keyOf(scan)
    if (key === undefined) continue
    const list = lists.get(key) ?? []
    list.push(scan)
    lists.set(key, list)
  }
  return lists
}
