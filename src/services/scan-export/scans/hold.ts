import { writeAll } from '../../../platform/db/database.ts'
import { useCredit } from '../../../accounts/credits.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { checkDocument } from '../../../paper/checks/check-document.ts'
import type { Finding, CheckedAgainst, Fields } from '../../../paper/checks/document.ts'
import type { ScanExportDeps } from '../deps.ts'
import { type NormalisedAhead, normaliseInTurns } from '../../../paper/rules/normalise.ts'
import { requeue } from './enqueue.ts'
import {
  checkedDocument,
  doubtsIn,
  checkedFields,
  paperOf,
  type StoredPaper,
} from '../../../paper/paper.ts'
import { papersOf } from './papers.ts'
import { findReading } from './reading-rows.ts'
import { findScan, listHeld, requireScan, setChecked, type Scan } from './queries.ts'
import { findOrganisation } from '../../../accounts/queries.ts'
import { eachInTurns, nextTurn } from '../../../platform/turns.ts'
import type { Category } from '../../../paper/categories.ts'
import { dayInIndia } from '../../../paper/values.ts'

/*
 * Daybook holds a scan when a check contradicts what a person typed or Daybook read, or when Daybook is not sure of a value. It waits until
 * somebody corrects or confirms it. A held scan keeps its place in the queue, so its younger copies still wait behind it.
 */

/** A finding that a person confirmed as printed on the paper. `at` in milliseconds since the epoch. */
export type ConfirmedFinding = Finding & { by: string; at: number }

type Deps = Pick<ScanExportDeps, 'clock' | 'rules'>

/** The findings that a person confirms, and who confirms them. */
type Confirmation = { by: string; findings: readonly Finding[] }

/** The result of a check: the findings that hold the scan, and the findings confirmed just now. */
type Checked = { open: Finding[]; confirmed: ConfirmedFinding[] }

/**
 * Checks a scan, and puts it into the queue or holds it. A confirmation still counts while the check finds the same. `ahead`: findings
 * from before the command.
 */
export function holdOrQueue(
  conn: Conn,
  deps: Deps,
  id: string,
  { confirmation, ahead }: { confirmation?: Confirmation; ahead?: CheckedAhead | undefined } = {},
): Checked {
  const scan = requireScan(conn, id)
  const reading = findReading(conn).get({ scanId: id })
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
  requeue(conn, id, deps.rules(conn), known)
  // What a person typed costs nothing. Daybook's reading costs one credit, once, when the scan can be delivered.
  if (!held && isDaybooks(reading)) useCredit(conn, scan.userId, id, deps.clock.now())
  return { open, confirmed: now }
}

/**
 * Puts a scan into the queue, or holds it. Checks what a person typed or Daybook read. A program's reading is queued without a check, by
 * the contract's rules.
 */
export function checkAndQueue(
  conn: Conn,
  deps: Deps,
  { id, correction }: Pick<Scan, 'id' | 'correction'>,
  ahead?: NormalisedAhead,
): void {
  const isOfProgram = correction === null && !isDaybooks(findReading(conn).get({ scanId: id }))
  if (isOfProgram) requeue(conn, id, deps.rules(conn), ahead)
  else holdOrQueue(conn, deps, id)
}

/**
 * The findings of a scan as it counts now, without confirmed ones. Values that another program left out are no findings: some programs
 * never send them.
 */
export function openFindings(conn: Conn, deps: Deps, scan: ReadScan): Finding[] {
  const reading = findReading(conn).get({ scanId: scan.id })
  const open = openOf(findingsOf(conn, deps, scan, reading), confirmedOf(scan))
  const isOfProgram = scan.correction === null && !isDaybooks(reading)
  return isOfProgram ? open.filter(({ code }) => code !== 'missing') : open
}

/** The parts of a scan that the checks need. */
export type ReadScan = Pick<Scan, 'id' | 'category' | 'raw' | 'correction' | 'confirmed'>

/** How a reader found the values. Undefined when no reader explained them. */
type Reading = ReturnType<ReturnType<typeof findReading>['get']>

function findingsOf(conn: Conn, deps: Deps, scan: ReadScan, reading: Reading): Finding[] {
  const { read, typed, counting } = papersOf(conn, scan, deps.rules(conn).rules, reading)
  if (counting === null) return []
  const found = checkDocument(checkedDocument(counting), checkedAgainst(conn, deps.clock))
  return read === null ? found : [...found, ...doubtsIn(read, typed)]
}

function isDaybooks(reading: Reading): boolean {
  return reading?.reader === 'daybook'
}

function openOf(found: readonly Finding[], confirmed: readonly Finding[]): Finding[] {
  const isConfirmed = isAmong(confirmed)
  return found.filter((finding) => !isConfirmed(finding))
}

/**
 * Checks all held scans again: other rules may read them otherwise, a future day may have come, or the shop may have another GSTIN. A scan
 * without open findings is released.
 */
export async function checkHeldAgain(deps: Deps & Pick<ScanExportDeps, 'database'>): Promise<void> {
  await writeAll(deps.database, listHeld(deps.database.read).all(), {}, (conn, some) => {
    for (const { id } of some) checkAgain(conn, deps, id)
  })
}

export function confirmedOf({ confirmed }: Pick<Scan, 'confirmed'>): ConfirmedFinding[] {
  return confirmed === null ? [] : JSON.parse(confirmed)
}

/** Somebody may have corrected or deleted the scan meanwhile. */
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

/** Whether a finding is among these. The message contains the value, so another value makes another finding. */
function isAmong(findings: readonly Finding[]): (finding: Finding) => boolean {
  const identities = new Set(findings.map(identityOf))
  return (finding) => identities.has(identityOf(finding))
}

function identityOf({ key, line, code, message }: Finding): string {
  return JSON.stringify([key, line ?? null, code, message])
}

/** Why a scan is held, for a list. */
function reasonOf(findings: readonly Finding[]): string {
  const [first] = findings
  const more = findings.length - 1
  return `${first?.message ?? ''}${more > 0 ? ` (and ${more} more)` : ''}`
}

/*
 * Checking a statement with thousands of rows takes a tenth of a second, and would hold up everybody else. So Daybook checks a reading
 * before the command that stores it, and lets others work in between.
 */

/** The findings of a reading, and what they depend on. They count while these stay the same. */
export type CheckedAhead = NormalisedAhead & {
  readonly against: CheckedAgainst
  readonly findings: readonly Finding[]
}

export async function checkAhead(
  { database, clock, rules: rulesOf }: Pick<ScanExportDeps, 'database' | 'clock' | 'rules'>,
  category: Category,
  read: StoredPaper,
): Promise<CheckedAhead> {
  const { rules } = rulesOf(database.read)
  const against = checkedAgainst(database.read, clock)
  const paper = paperOf(read, category, rules)
  await nextTurn()
  const data = await normaliseInTurns(paper)
  const lines: Fields[] = []
  await eachInTurns(paper.lines, (line) => lines.push(checkedFields(line)))
  await nextTurn()
  const found = checkDocument({ category, head: checkedFields(paper.head), lines }, against)
  await nextTurn()
  return { category, rules, data, against, findings: [...found, ...doubtsIn(paper)] }
}

/** The day and the shop's GSTIN that documents are checked against. */
export function checkedAgainst(conn: Conn, clock: ScanExportDeps['clock']): CheckedAgainst {
  const ownGstin = findOrganisation(conn).get()?.gstin ?? null
  return { today: dayInIndia(clock.now()), ownGstin }
}

/** Whether findings from before are still right now. */
function isStillSo(
  conn: Conn,
  { clock, rules: rulesOf }: Pick<ScanExportDeps, 'clock' | 'rules'>,
  ahead: CheckedAhead,
  { correction, category }: Pick<Scan, 'correction' | 'category'>,
): boolean {
  const { ownGstin, today } = checkedAgainst(conn, clock)
  return (
    correction === null &&
    category === ahead.category &&
    rulesOf(conn).rules === ahead.rules &&
    ownGstin === ahead.against.ownGstin &&
    today === ahead.against.today
  )
}
