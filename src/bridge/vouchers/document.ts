import { type Fields, textAt } from '../../paper/checks/document.ts'
import { readDay } from '../../paper/values.ts'

/** A day as yyyy-mm-dd. Undefined if there is none, or it cannot be read. */
export function dayAt(fields: Fields, key: string): string | undefined {
  return readDay(textAt(fields, key))
}

/** Goods that expire in a month are good until its last day: "06/27", "Jun-2027". */
export function lastDayAt(fields: Fields, key: string): string | undefined {
  const text = textAt(fields, key)
  const [, month = '', year = ''] = /^([a-z]{3,9}|\d{1,2})[\s/.-]+(\d{4}|\d{2})$/i.exec(text) ?? []
  const first = year === '' ? undefined : readDay(`01-${month}-${year.padStart(4, '20')}`)
  if (first === undefined) return readDay(text)
  const last = new Date(`${first}T00:00:00Z`)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return last.toISOString().slice(0, 10)
}
