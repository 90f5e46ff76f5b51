import { lettingSomeWait, lettingWait, type Supply } from '../waiting/waiting.ts'
import { type Bill, billOf } from './documents.ts'

type AboutBill = Omit<Parameters<typeof billOf>[0], 'createdAt'> & { createdAt?: number }

/** Numbers are of one scenario alone: a client may well refuse a number that it has. */
let numbered = 0

/** Lets as many documents wait as there are descriptions, the first one the oldest. */
export const letWait = lettingWait((about: AboutBill & { createdAt: number }): Bill => {
  numbered += 1
  return billOf({ number: `DB/${about.createdAt.toString(36)}/${numbered}`, ...about })
})

export const bills: Supply<Bill> = {
  noun: 'documents',
  one: 'document',
  letWait: lettingSomeWait(letWait),
}
