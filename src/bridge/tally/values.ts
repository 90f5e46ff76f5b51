import type { Paise } from '../vouchers/voucher.ts'

/** `20260804` as `2026-08-04`; '' for anything else. */
export function dayOf(text: string): string {
  const [, year, month, day] = /^\s*(\d{4})(\d{2})(\d{2})\s*$/.exec(text) ?? []
  return day === undefined ? '' : `${year}-${month}-${day}`
}

/** Tally writes a space before numbers. 0 for a text that is no number. */
export function numberOf(text: string): number {
  const number = Number(text.trim())
  return Number.isFinite(number) ? number : 0
}

/** Tally's amounts are negative for debits; the result is positive. NaN for a text that is no amount, so that it equals nothing. */
export function paiseOf(text: string): Paise {
  const [, sign, rupees = '', paise = ''] =
    /^\s*(-?)(\d+)(?:\.(\d{1,2})0*)?\s*$/.exec(text.replaceAll(',', '')) ?? []
  if (sign === undefined) return Number.NaN
  const amount = Number(rupees) * 100 + Number(paise.padEnd(2, '0'))
  return sign === '-' ? amount : 0 - amount
}
