import type { Paise, Voucher } from '../vouchers/voucher.ts'

const dayMs = 24 * 60 * 60 * 1000

/** `1050.00`, `-0.40` */
export function rupeesText(paise: Paise): string {
  const [rupees, rest] = [Math.floor(Math.abs(paise) / 100), Math.abs(paise) % 100]
  return `${paise < 0 ? '-' : ''}${rupees}.${String(rest).padStart(2, '0')}`
}

/** yyyy-mm-dd. Undefined without a due date. */
export function dueDateOf({ date, entries }: Voucher): string | undefined {
  const days = entries.find(({ bill }) => bill?.dueDays !== undefined)?.bill?.dueDays
  if (days === undefined) return undefined
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)
}
