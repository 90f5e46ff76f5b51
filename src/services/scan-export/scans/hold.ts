import { useCredit } from '../../../accounts/credits.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import type { Finding } from '../../../paper/checks/document.ts'
import type { ScanExportDeps } from '../deps.ts'
import { readDocument } from '../../../paper/rules/normalise.ts'
import { type CheckedAhead, isStillSo } from './check-ahead.ts'
import { checkReading } from './check-reading.ts'
import { requeue } from './enqueue.ts'
import { doubtsIn, readExplained } from '../../../paper/explained.ts'
import { findReading } from './reading-rows.ts'
import { findScan, listHeld, requireScan, setChecked, type Scan } from './queries.ts'

/*
 * What a person typed, or Daybook read, and a check contradicts is held until somebody mends or confirms it. So is what
 * Daybook is not sure to have read. It keeps its place among what waits: its younger copies go on waiting behind it.
 */

/** A finding of which somebody said that it stands so on the paper; `at` in milliseconds since the epoch. */
export type ConfirmedFinding = Finding & { by: string; at: number }

type Deps = Pick<ScanExportDeps, 'clock' | 'rules'>

/** Whose word it is that some findings stand so on the paper. */
type Confirmation = { by: string; findings: readonly Finding[] }

/** What came of a check: what holds the scan, and what was confirmed just now. */
type Checked = { open: Finding[]; confirmed: ConfirmedFinding[] }

/**
 * Checks what was typed of a scan and puts it into the queue, or holds it. What was confirmed before stays so as long as
 * the same is found. `ahead` is what was found of it before.
 */
export function holdOrQueue(
  conn: Conn,
  deps: Deps,
  id: string,
  { confirmation, ahead }: { confirmation?: Confirmation; ahead?: CheckedAhead | undefined } = {},
): Checked {
  const scan = requireScan(conn, id)
  const reading = findReading(conn).get({ id })
  const known = ahead !== undefined && isStillSo(conn, deps, ahead, scan) ? ahead : undefined
  const found = known?.findings ?? findingsOf(conn, deps, scan, reading)
  const before = confirmedOf(scan).filter(isAmong(found))
  const now = confirmedNow(openOf(found, before), confirmation, deps.clock.now())
  const confirmed = [...before, ...now]
  const open = openOf(found, confirmed)
  const held = open.length > 0
  setChecked(conn).run({
    id,
    held,
    status: held ? 'failed' : 'successful',
    failureReason: held ? reasonOf(open) : null,
    hasWaited: scan.hasWaited || scan.status === 'successful',
    confirmed: confirmed.length > 0 ? JSON.stringify(confirmed) : null,
  })
  requeue(conn, id, deps.rules(conn), known?.raw)
  // What a person typed costs nothing; what Daybook read does, once, when it can go out.
  if (!held && isDaybooks(reading)) useCredit(conn, scan.userId, id, deps.clock.now())
  return { open, confirmed: now }
}

/** Puts a scan into the queue, or holds it: what a person typed or Daybook read is checked, what a program read keeps the contract's rules. */
export function checkAndQueue(
  conn: Conn,
  deps: Deps,
  { id, correction }: Pick<Scan, 'id' | 'correction'>,
): void {
  const isOfProgram = correction === null && !isDaybooks(findReading(conn).get({ id }))
  if (isOfProgram) requeue(conn, id, deps.rules(conn))
  else holdOrQueue(conn, deps, id)
}

/**
 * What contradicts a scan as it counts now, but for what was confirmed. What another program left out contradicts
 * nothing: some never send it.
 */
export function openFindings(conn: Conn, deps: Deps, scan: ReadScan): Finding[] {
  const reading = findReading(conn).get({ id: scan.id })
  const open = openOf(findingsOf(conn, deps, scan, reading), confirmedOf(scan))
  const isOfProgram = scan.correction === null && !isDaybooks(reading)
  return isOfProgram ? open.filter(({ code }) => code !== 'missing') : open
}

/** What the checks need of a scan. */
export type ReadScan = Pick<Scan, 'id' | 'category' | 'raw' | 'correction' | 'confirmed'>

/** How a reader came to what it read; undefined when none said so. */
type Reading = ReturnType<ReturnType<typeof findReading>['get']>

function findingsOf(conn: Conn, deps: Deps, scan: ReadScan, reading: Reading): Finding[] {
  const read = scan.correction ?? scan.raw
  if (read === null) return []
  const found = checkReading(conn, deps, scan.category, readDocument(read))
  return [...found, ...doubtsOf(conn, deps, scan, reading)]
}

/** What the reader was not sure of, and nobody has changed since. */
function doubtsOf(
  conn: Conn,
  { rules }: Deps,
  { category, raw, correction }: ReadScan,
  reading: Reading,
): Finding[] {
  if (raw === null || reading === undefined) return []
  const typed = correction === null ? null : readDocument(correction)
  const readings = { category, raw: readDocument(raw), correction: typed }
  return doubtsIn(readExplained(reading.explained), readings, rules(conn).rules)
}

function isDaybooks(reading: Reading): boolean {
  return reading?.reader === 'daybook'
}

function openOf(found: readonly Finding[], confirmed: readonly Finding[]): Finding[] {
  const isConfirmed = isAmong(confirmed)
  return found.filter((finding) => !isConfirmed(finding))
}

/**
 * Other rules may read what is held, a day that was to come has come, or the shop has another GSTIN: it is checked again, and goes out when
 * nothing contradicts it any more.
 */
export async function checkHeldAgain(deps: Deps & Pick<ScanExportDeps, 'database'>): Promise<void> {
  const ids = listHeld(deps.database.read).all()
  const slices = deps.database.writeEach(ids, {}, (conn, some) => {
    for (const { id } of some) checkAgain(conn, deps, id)
  })
  for await (const _ of slices) {
    // Each slice is a transaction of its own, so that others come in between.
  }
}

export function confirmedOf({ confirmed }: Pick<Scan, 'confirmed'>): ConfirmedFinding[] {
  return confirmed === null ? [] : JSON.parse(confirmed)
}

/** Somebody may have mended or removed it meanwhile. */
function checkAgain(conn: Conn, deps: Deps, id: string): void {
  const scan = findScan(conn).get({ id })
  if (scan !== undefined && scan.held) holdOrQueue(conn, deps, id)
}

function confirmedNow(
  open: readonly Finding[],
  confirmation: Confirmation | undefined,
  at: number,
): ConfirmedFinding[] {
  if (confirmation === undefined) return []
  const { by, findings } = confirmation
  return open.filter(isAmong(findings)).map((finding) => ({ ...finding, by, at }))
}

/** Whether a finding is one of some: the message has the value in it, and another value is another finding. */
function isAmong(findings: readonly Finding[]): (finding: Finding) => boolean {
  const identities = new Set(findings.map(identityOf))
  return (finding) => identities.has(identityOf(finding))
}

function identityOf({ key, line, code, message }: Finding): string {
  return JSON.stringify([key, line ?? null, code, message])
}

/** Why it is held, for a list. */
function reasonOf(findings: readonly Finding[]): string {
  const [first] = findings
  const more = findings.length - 1
  return `${first?.message ?? ''}${more > 0 ? ` (and ${more} more)` : ''}`
}
