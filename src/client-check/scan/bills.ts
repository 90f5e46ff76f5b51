import { type Desk, type Held, putIn } from '../desk.ts'
import { type Bill, billOf } from '../documents.ts'

type About = Omit<Parameters<typeof billOf>[0], 'createdAt'> & { createdAt?: number }

/** Between two documents, in milliseconds. */
const apartMs = 60_000

/** Numbers are of one scenario alone: a client may well refuse a number that it has. */
let numbered = 0

/** Lets as many documents wait as there are descriptions, the first one the oldest. */
export function letWait(desk: Desk, now: number, abouts: readonly About[]): Held[] {
  const bills = abouts.map((about, at): Bill => {
    numbered += 1
    const createdAt = now - (abouts.length - at) * apartMs
    return billOf({ createdAt, number: `DB/${now.toString(36)}/${numbered}`, ...about })
  })
  return putIn(desk, bills)
}

export function plainBills(count: number): About[] {
  return Array.from({ length: count }, () => ({}))
}

export function idsOf(held: readonly Held[]): string[] {
  return held.map(({ bill }) => bill.id)
}

export function isGiven(held: readonly Held[]): boolean {
  return held.some(({ given }) => given > 0)
}
