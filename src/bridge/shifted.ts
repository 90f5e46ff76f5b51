import { pastOf } from './decide.ts'
import { type Desk, isOfOtherState, notedOf, type Work } from './desk.ts'
import type { Row } from './journal/lines.ts'
import type { Noted } from './journal/fold.ts'
import type { Problem, Voucher } from './vouchers/voucher.ts'

/*
 * The rows of a statement are known by their place. Who takes one out moves all below it: what was entered as one row then
 * stands at another, and would be booked a second time.
 */

type Sent = { part: number; noted: Noted; voucher: Voucher }

type Settled = { part: number; noted: Noted; row: Row }

/**
 * Rows that a person took off the list stay so in another place: what such a row says is known. What stands in the place of one that moved,
 * or that nobody finds again among rows that came or went, is held until a person asks for it.
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
    if (place !== undefined) carry(desk, place, one)
    if (place !== undefined) taken.add(place.part.part)
    // The same number of rows, and none that says so: it was corrected in its place, unless another row moved there.
    const isInPlace = one.row.of === works.length && !isOtherRow(desk, works, one.part)
    if (place !== undefined || !isInPlace) held.add(one.part)
  }
  const isLost = moved.some(({ row }) => row.of !== works.length && !isCarried(works, taken, row))
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

/** Nothing was ever sent for it, and nobody said anything of it. */
function isFree(desk: Desk, work: Work, taken: ReadonlySet<number>): boolean {
  const noted = notedOf(desk, work)
  const isOpen = pastOf(noted) === 'unsent' && !noted.isAsked && !isTakenOff(noted)
  return isOpen && !taken.has(work.part.part)
}

function isRow({ row }: Work, settled: Settled): boolean {
  return row?.printed === settled.row.printed
}

/** What stands in a place stood in another before. */
function isOtherRow(desk: Desk, works: readonly Work[], part: number): boolean {
  const printed = works.find((work) => work.part.part === part)?.row?.printed
  return works.some(
    (work) => work.part.part !== part && notedOf(desk, work).row?.printed === printed,
  )
}

function isCarried(works: readonly Work[], taken: ReadonlySet<number>, { printed }: Row): boolean {
  return works.some((work) => work.row?.printed === printed && taken.has(work.part.part))
}

function carry({ journal }: Desk, { part, row }: Work, { noted, part: from }: Settled): void {
  const as = noted.step === 'acked' ? noted.ackedAs : noted.step
  const detail = { by: `row ${from}, which stands here now`, ...(row && { row }) }
  journal.note(part, { step: as === 'dropped' ? 'dropped' : 'settled', detail })
}

/** The same rows; those that may be booked already have a problem more, until a person asks for them. */
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

/** Others met rows of it in another state of the statement, so that nobody knows here which rows those were. */
function isUnplaced(desk: Desk, works: readonly Work[]): boolean {
  const [first] = works
  if (first?.row === undefined) return false
  const parts = desk.journal.partsOf(first.part.subject)
  return parts.some((part) => isOfOtherState(notedOf(desk, { part }), first))
}

/** Only learned, and of what no look into the books tells which row it was. */
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

/** What was sent stands here now, or rows came or went since the last was sent: nobody knows which. */
function isShifted({ voucher }: Work, works: readonly Work[], others: readonly Sent[]): boolean {
  const last = others.toSorted((a, b) => b.noted.lastAt - a.noted.lastAt)[0]
  const parts = last?.noted.intent?.parts ?? last?.noted.verified?.parts ?? works.length
  if (parts !== works.length) return true
  return others.some((other) => {
    const now = works.find(({ part }) => part.part === other.part)?.voucher
    return isSameRow(other.voucher, voucher) && !isSameRow(other.voucher, now)
  })
}

/** What the bank printed: ledgers may have been mapped otherwise since. */
function isSameRow(a: Voucher, b: Voucher | undefined): boolean {
  return b !== undefined && printedBy(a) === printedBy(b)
}

function printedBy({ date, narration, entries }: Voucher): string {
  const moved = entries.filter(({ bank }) => bank !== undefined).map(({ paise }) => paise)
  return JSON.stringify([date, narration, moved])
}
