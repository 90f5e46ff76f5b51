import { pastOf } from './decide.ts'
import { type Desk, notedOf, type Work } from './desk.ts'
import type { Noted } from './journal/fold.ts'
import type { Problem, Voucher } from './vouchers/voucher.ts'

/*
 * The rows of a statement are known by their place. Who takes one out moves all below it: what was entered as one row then
 * stands at another, and would be booked a second time.
 */

type Sent = { part: number; noted: Noted; voucher: Voucher }

/** The same rows; those that may be booked already have a problem more, until a person asks for them. */
export function holdShifted(desk: Desk, works: readonly Work[]): Work[] {
  const sent = sentOf(desk, works)
  return works.map((work) => {
    const others = sent.filter(({ part }) => part !== work.part.part)
    const noted = notedOf(desk, work)
    const isHeld = pastOf(noted) === 'unsent' && !noted.isAsked && isShifted(work, works, others)
    return isHeld ? { ...work, problems: [...work.problems, shifted] } : work
  })
}

const shifted: Problem = {
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
  const parts = last?.noted.intent?.parts ?? works.length
  if (parts !== works.length) return true
  return others.some((other) => {
    const now = works.find(({ part }) => part.part === other.part)?.voucher
    return isSameRow(other.voucher, voucher) && !isSameRow(other.voucher, now)
  })
}

/** What the bank printed: ledgers may have been mapped otherwise since. */
function isSameRow(a: Voucher, b: Voucher | undefined): boolean {
  return b !== undefined && printed(a) === printed(b)
}

function printed({ date, narration, entries }: Voucher): string {
  const moved = entries.filter(({ bank }) => bank !== undefined).map(({ paise }) => paise)
  return JSON.stringify([date, narration, moved])
}
