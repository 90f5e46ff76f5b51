import { sampleVendors } from '../../../demo/vendors.ts'
import { composeMovement } from '../../../demo/bank-narrations.ts'
import type { Random } from '../../../demo/random.ts'
import { digits, ownShop } from './parties.ts'
import { type Day, daysAfter } from './texts.ts'

/** A line of a statement; amounts in paise. */
export type Movement = {
  date: Day
  valueDate: Day
  narration: string
  reference: string
  side: 'debit' | 'credit'
  amount: number
  /** The balance after this movement. */
  balance: number
}

export type Statement = {
  holder: string
  account: string
  customer: string
  ifsc: string
  micr: string
  branch: string
  from: Day
  to: Day
  opening: number
  closing: number
  movements: Movement[]
}

/** About a month of an account with a bank. The bank's IFSC codes begin with `code`. */
export function composeStatement(
  random: Random,
  code: string,
  count: readonly [least: number, most: number],
): Statement {
  const ifsc = `${code}0${digits(random, 6)}`
  const vendors = sampleVendors(random)
  const from = daysAfter('2026-03-01', random.int(0, 230))
  const to = daysAfter(from, random.pick([14, 29, 30, 60]))
  const span = (Date.parse(to) - Date.parse(from)) / 86_400_000
  const opening = random.int(20_000_00, 900_000_00)
  const days = Array.from({ length: random.int(...count) }, () => random.int(0, span))
  let balance = opening
  const movements = days
    .toSorted((a, b) => a - b)
    .map((at) => {
      const { direction, narration, reference, amount } = composeMovement({ random, vendors, ifsc })
      const side = direction === 'debit' && balance < amount ? 'credit' : direction
      balance += side === 'credit' ? amount : -amount
      const date = daysAfter(from, at)
      return { date, valueDate: date, narration, reference, side, amount, balance }
    })
  return {
    holder: ownShop.name.toUpperCase(),
    account: digits(random, random.pick([11, 12, 14, 15])),
    customer: digits(random, 9),
    ifsc,
    micr: digits(random, 9),
    branch: random.pick(['SADASHIV PETH', 'CAMP PUNE', 'KOTHRUD', 'LAXMI ROAD']),
    from,
    to,
    opening,
    closing: balance,
    movements,
  }
}
