import { pastOf } from './decide.ts'
import { type Desk, isOfOtherState, notedOf, type Work } from './desk.ts'
import type { Row, Noted } from './journal/fold.ts'
import type { Problem, Voucher } from './vouchers/voucher.ts'

/*
 * The bridge knows rows of a statement by their position. If somebody removes a row, all rows below it move up. A row that was already
 * entered then stands in another position, and could be entered a second time.
 */

type Sent = { part: number; noted: Noted; voucher: Voucher }

type Settled = { part: number; noted: Noted; row: Row }

/**
 * Moves a person's "take off the list" along with the row, found by what the row says. Holds two kinds of rows until a person asks for
 * them: a row that now stands where a moved row was, and any new row while a settled row cannot be found.
 */
export function followSettled(desk: Desk, works: readonly Work[]): Work[] {
  const settled = settledOf(desk, works)
  const isAt = ({ part, row }: Settled) =>
    works.some((work) => work.part.part === part && work.row?.printed === row.printed)
  const moved = settled.filter((one) => !isAt(one))
  const held = new Set<number>()
  const taken = new Set(settled.filter(isAt).map(({ part }) => part))
  for (const one of moved) {
    const place = works.find((work) => isRow(work, one) && isFree(desk, work, taken))
    if (place !== undefined) moveDecision(desk, place, one)
    if (place !== undefined) taken.add(place.part.part)
    // Same number of rows and no row moved here: the row was corrected in place.
    const isInPlace = one.row.of === works.length && !isOtherRow(desk, works, one.part)
    if (place !== undefined || !isInPlace) held.add(one.part)
  }
  const isLost = moved.some(({ row }) => row.of !== works.length && !isDecided(works, taken, row))
  return works.map((work) => {
    const isNew = notedOf(desk, work).row?.printed !== work.row?.printed
    const isDoubtful = isLost && isNew && isFree(desk, work, taken)
    return held.has(work.part.part) || isDoubtful ? { ...work, isHeld: true } : work
  })
}

function settledOf(desk: Desk, [first]: readonly Work[]): Settled[] {
  if (first?.row === undefined) return []
  return desk.journal.partsOf(first.part.subject).flatMap((part) => {
    const noted = notedOf(desk, { part })
    const { row } = noted
    return isTakenOff(noted) && row !== undefined ? [{ part: part.part, noted, row }] : []
  })
}

function isTakenOff({ step, ackedAs, isAsked }: Noted): boolean {
  const as = step === 'acked' ? ackedAs : step
  return !isAsked && (as === 'settled' || as === 'dropped')
}

/** Nothing was ever sent for this row, and no person decided about it. */
function isFree(desk: Desk, work: Work, taken: ReadonlySet<number>): boolean {
  const noted = notedOf(desk, work)
  const isOpen = pastOf(noted) === 'unsent' && !noted.isAsked && !isTakenOff(noted)
  return isOpen && !taken.has(work.part.part)
}

function isRow({ row }: Work, settled: Settled): boolean {
  return row?.printed === settled.row.printed
}

/** The row now in this position stood in another before. */
function isOtherRow(desk: Desk, works: readonly Work[], part: number): boolean {
  const printed = works.find((work) => work.part.part === part)?.row?.printed
  return works.some(
    (work) => work.part.part !== part && notedOf(desk, work).row?.printed === printed,
  )
}

function isDecided(works: readonly Work[], taken: ReadonlySet<number>, { printed }: Row): boolean {
  return works.some((work) => work.row?.printed === printed && taken.has(work.part.part))
}

function moveDecision(
  { journal }: Desk,
  { part, row }: Work,
  { noted, part: from }: Settled,
): void {
  const as = noted.step === 'acked' ? noted.ackedAs : noted.step
  const detail = { by: `row ${from}, which stands here now`, ...(row && { row }) }
  journal.note(part, { step: as === 'dropped' ? 'dropped' : 'settled', detail })
}

/** Adds a problem to each row that may already be entered, until a person asks for that row. */
export function holdShifted(desk: Desk, works: readonly Work[]): Work[] {
  const sent = sentOf(desk, works)
  const isAnyUnplaced = isUnplaced(desk, works)
  return works.map((work) => {
    const others = sent.filter(({ part }) => part !== work.part.part)
    const noted = notedOf(desk, work)
    if (isAnyUnplaced && isLearnedUnseen(noted)) return { ...work, isHeld: true }
    const isOpen = pastOf(noted) === 'unsent' && !noted.isAsked
    const isHeld = isOpen && (isAnyUnplaced || isShifted(work, works, others))
    return isHeld ? { ...work, problems: [...work.problems, shifted] } : work
  })
}

/** Another bridge met rows in a different state of the statement, so nobody knows which rows those were. */
function isUnplaced(desk: Desk, works: readonly Work[]): boolean {
  const [first] = works
  if (first?.row === undefined) return false
  const parts = desk.journal.partsOf(first.part.subject)
  return parts.some((part) => isOfOtherState(notedOf(desk, { part }), first))
}

/** Only learned from another bridge, in a state that no look into the accounts can connect with a row. */
function isLearnedUnseen({ learned }: Noted): boolean {
  return learned !== undefined && ['settled', 'dropped', 'unanswered'].includes(learned.as)
}

export const shifted: Problem = {
  code: 'changed_since',
  field: '',
  message:
    'Rows of this statement were changed after some of them had been entered, and this one may be in the books already: look there, and try it again by its row.',
}

function sentOf(desk: Desk, [first]: readonly Work[]): Sent[] {
  if (first === undefined) return []
  return desk.journal.partsOf(first.part.subject).flatMap((part) => {
    const noted = notedOf(desk, { part })
    const { wasSent, voucher } = noted
    return wasSent && voucher !== undefined ? [{ part: part.part, noted, voucher }] : []
  })
}

/** What was sent from another row stands here now, or rows were added or removed since the last send, so nobody knows which. */
function isShifted({ voucher }: Work, works: readonly Work[], others: readonly Sent[]): boolean {
  const last = others.toSorted((a, b) => b.noted.lastAt - a.noted.lastAt)[0]
  const parts = last?.noted.intent?.parts ?? last?.noted.verified?.parts ?? works.length
  if (parts !== works.length) return true
  return others.some((other) => {
    const now = works.find(({ part }) => part.part === other.part)?.voucher
    return isSameRow(other.voucher, voucher) && !isSameRow(other.voucher, now)
  })
}

/** Compares what the bank printed. The mapping of ledgers may have changed since. */
function isSameRow(a: Voucher, b: Voucher | undefined): boolean {
  return b !== undefined && printedBy(a) === printedBy(b)
}

function printedBy({ date, narration, entries }: Voucher): string {
  const moved = entries.filter(({ bank }) => bank !== undefined).map(({ paise }) => paise)
  return JSON.stringify([date, narration, moved])
}
