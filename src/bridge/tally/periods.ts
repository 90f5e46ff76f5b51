import type { OpenCompany } from './companies.ts'
import type { Period } from './read-vouchers.ts'

type Dated = Pick<OpenCompany, 'booksFrom' | 'lastVoucherDate'>

const dayMs = 24 * 60 * 60 * 1000

/** How far a person moves a voucher's date: looking no further keeps a look quick. */
const nearDays = 90

/** Bills are dated ahead by a year at most. */
const aheadDays = 366

/** 90 days to both sides. */
export function periodAround(date: string): Period {
  const at = Date.parse(date)
  return { from: day(at - nearDays * dayMs), to: day(at + nearDays * dayMs) }
}

/** What was entered of late is dated of late, mostly. */
export function lastMonths(company: Dated, now: number): Period {
  return { from: day(now - nearDays * dayMs), to: wholePeriod(company, now).to }
}

/** All that the books hold, and what else is dated so; the clock alone does not tell, it may stand years behind. */
export function wholePeriod(company: Dated, now: number, date = ''): Period {
  const { booksFrom, lastVoucherDate } = company
  const last = [day(now), lastVoucherDate, date].toSorted().at(-1) ?? ''
  return { from: booksFrom, to: day(Date.parse(last) + aheadDays * dayMs) }
}

/** From 1 April to 31 March. */
export function financialYear(date: string): Period {
  const year = Number(date.slice(0, 4)) - (date.slice(5, 7) < '04' ? 1 : 0)
  return { from: `${year}-04-01`, to: `${year + 1}-03-31` }
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
