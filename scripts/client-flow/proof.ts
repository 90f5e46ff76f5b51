import { settledScans, type Sent, type Settled } from './settled.ts'
import type { Entry, Paper } from './ledger.ts'

/** A broken rule, and the detail that broke it. */
export type Violation = { rule: string; detail: string }

/** What the service answers at the end for each user: the number of unsynced scans, and the ids in the list. */
export type FinalState = ReadonlyMap<string, { waiting: number; listed: readonly string[] }>

export type ProofOptions = {
  /** Every scan of these users came from this ledger. */
  onlyOurs: boolean
  /** Absent while the integrator still works: missing scans may then still arrive. */
  final: FinalState | undefined
}

/** The rules that a ledger broke: none when every eligible scan arrived, and none again after its acknowledgement. */
export function violationsOf(entries: readonly Entry[], options: ProofOptions): Violation[] {
  const violations: Violation[] = []
  const report = (rule: string, detail: string) => violations.push({ rule, detail })
  const scans = collect(entries, report, options.onlyOurs)
  const settled = settledScans(entries, [...scans.values()])
  for (const scan of scans.values()) {
    checkDeliveries(scan, settled.get(scan), report)
    if (options.final !== undefined) checkArrival(scan, settled.get(scan), report)
  }
  checkAcknowledged(entries, report)
  for (const [user, { waiting, listed }] of options.final ?? []) {
    if (waiting === 0 && listed.length === 0) continue
    report('nothing is left', `${user}: ${waiting} wait, and the list holds ${listed.join(', ')}`)
  }
  return violations
}

/** How many scans a ledger holds: uploaded for certain, delivered, and settled by an answered acknowledgement. */
export function countScans(entries: readonly Entry[]) {
  const scans = [...collect(entries, () => undefined, false).values()]
  const settled = settledScans(entries, scans)
  const acknowledged = scans.filter((scan) => Number.isFinite(settled.get(scan)?.certainFrom))
  return {
    uploaded: scans.filter(({ uploaded }) => uploaded !== undefined).length,
    delivered: scans.filter(({ deliveries }) => deliveries.length > 0).length,
    acknowledged: acknowledged.length,
  }
}

type Report = (rule: string, detail: string) => void

/** The scans of a ledger by file name. */
function collect(entries: readonly Entry[], report: Report, onlyOurs: boolean): Map<string, Sent> {
  const scans = new Map<string, Sent>()
  const parcels = new Map<string, string[]>()
  entries.forEach((entry, line) => {
    if (entry.type === 'sending') {
      parcels.set(
        entry.key,
        entry.papers.map(({ filename }) => filename),
      )
      for (const paper of entry.papers) scans.set(paper.filename, newSent(entry.user, paper, line))
    }
    if (entry.type === 'uploaded') {
      parcels.get(entry.key)?.forEach((filename, i) => {
        const scan = scans.get(filename)
        if (scan === undefined) return
        scan.uploaded = line
        learnId(scan, entry.ids[i], report)
      })
    }
    if (entry.type === 'delivered') {
      const scan = scans.get(entry.filename)
      if (scan !== undefined) noteDelivery(scan, entry, line, report)
      else if (onlyOurs) report('only what was sent is delivered', `${entry.id} to ${entry.user}`)
    }
  })
  return scans
}

function newSent(user: string, paper: Paper, sending: number): Sent {
  return { user, paper, sending, uploaded: undefined, id: undefined, deliveries: [] }
}

function noteDelivery(
  scan: Sent,
  entry: Entry & { type: 'delivered' },
  line: number,
  report: Report,
): void {
  scan.deliveries.push(line)
  learnId(scan, entry.id, report)
  if (scan.user !== entry.user) {
    report('scans go to their own user', `${entry.id} of ${scan.user} went to ${entry.user}`)
  }
  if (entry.invoice_no !== scan.paper.invoiceNo) {
    const { invoiceNo } = scan.paper
    report('delivered as sent', `${entry.id} has number ${entry.invoice_no}, not ${invoiceNo}`)
  }
}

function learnId(scan: Sent, id: string | undefined, report: Report): void {
  if (scan.id !== undefined && scan.id !== id) {
    const { filename } = scan.paper
    report('an upload is entered once', `${filename} is there as ${scan.id} and as ${id}`)
  }
  scan.id = id
}

function checkDeliveries(scan: Sent, settled: Settled | undefined, report: Report): void {
  const { deliveries, id, paper } = scan
  if (deliveries.length > 0 && !paper.eligible) {
    report('only successful scans are delivered', `${id} (${paper.filename})`)
  }
  const certain = settled?.certainFrom ?? Number.POSITIVE_INFINITY
  const again = deliveries.find((line) => line > certain)
  if (again === undefined) return
  report(
    settled?.named === true ? 'nothing acknowledged is delivered again' : 'copies stay settled',
    `${id} (${paper.filename}) settled at line ${certain + 1}, delivered at line ${again + 1}`,
  )
}

function checkArrival(scan: Sent, settled: Settled | undefined, report: Report): void {
  const { deliveries, uploaded, id, paper } = scan
  if (!paper.eligible || uploaded === undefined) return
  if (deliveries.length === 0 && settled?.possible !== true) {
    report('every eligible scan arrives', `${id} (${paper.filename}) never came`)
  }
}

/** An integrator acknowledges only what it has written down. */
function checkAcknowledged(entries: readonly Entry[], report: Report): void {
  const known = new Set<string>()
  for (const entry of entries) {
    if (entry.type === 'delivered') known.add(entry.id)
    if (entry.type !== 'acknowledged') continue
    for (const id of entry.ids) {
      if (!known.has(id)) report('acknowledged means delivered', `${id} was never written down`)
    }
  }
}
