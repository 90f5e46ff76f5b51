import { formatDay } from '../../components/days.ts'
import type { ListedDocument } from './data.ts'

/** The account of a bank statement. */
export type Account = NonNullable<ListedDocument['account']>

/** Its number and its bank; null when neither was read. */
export function accountText({ number, bank }: Account): string | null {
  const parts = [number === null ? null : `A/c ${number}`, bank]
  const text = parts.filter((part) => part !== null).join(', ')
  return text === '' ? null : text
}

/** The days that it covers, as far as they were read. */
export function periodText({ from, to }: Account): string | null {
  if (from !== null && to !== null) return `${formatDay(from)} – ${formatDay(to)}`
  if (from !== null) return `from ${formatDay(from)}`
  return to === null ? null : `until ${formatDay(to)}`
}
