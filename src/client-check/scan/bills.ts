import { type Desk, type Held, putIn } from '../waiting/desk.ts'
import type { Supply } from '../waiting/waiting.ts'
import { type Bill, billOf } from './documents.ts'

type AboutBill = Omit<Parameters<typeof billOf>[0], 'createdAt'> & { createdAt?: number }

/** Between two documents, in milliseconds. */
const apartMs = 60_000

/** Numbers are of one scenario alone: a client may well refuse a number that it has. */
let numbered = 0

/** Lets as many documents wait as there are descriptions, the first one the oldest. */
export function letWait(desk: Desk<Bill>, now: number, abouts: readonly AboutBill[]): Held<Bill>[] {
  const bills = abouts.map((about, at): Bill => {
    numbered += 1
    const createdAt = now - (abouts.length - at) * apartMs
    return billOf({ createdAt, number: `DB/${now.toString(36)}/${numbered}`, ...about })
  })
  return putIn(desk, bills)
}

export const bills: Supply<Bill> = {
  noun: 'documents',
  one: 'document',
  letWait(desk, now, count, isSameTime = false) {
    const about = isSameTime ? { createdAt: now } : {}
    return letWait(
      desk,
      now,
      Array.from({ length: count }, () => about),
    )
  },
}
