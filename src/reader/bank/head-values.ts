import { readDay, readPaise } from '../../paper/values.ts'

/* The values that each label in the head of a statement may have. Any other text is ignored. */

/** Takes the value at the start of a text. Undefined if the text begins with something else. */
type Take = (text: string) => string | undefined

const date = String.raw`\d{4}-\d{1,2}-\d{1,2}|\d{1,2}(?:st|nd|rd|th)?[-/. ]{1,2}(?:\d{1,2}|[a-z]{3,9})[-/., ]{1,2}\d{2,4}|[a-z]{3,9}\.? \d{1,2},? \d{4}|\d{8}`
const leadingDate = new RegExp(`^(${date})(?!\\d)`, 'i')
const range = new RegExp(
  String.raw`(?<![\d/.-])(${date})\s*\)?\s*(?:to|till|until|up ?to|and|through|[-–—])\s*(?:date)?\s*[:.]?\s*(${date})(?![\d/.-])`,
  'i',
)

const takeDate: Take = (text) => {
  const day = leadingDate.exec(text)?.[1]
  return day !== undefined && readDay(day) !== undefined ? day : undefined
}

const takeText: Take = (text) => (/\p{L}{2}/u.test(text) ? text : undefined)

const takeName: Take = (text) => takeText(text.replace(/^m\/s\.?\s+/i, ''))

const takeBalance: Take = (text) => {
  const amount = text.replace(/[.,;]$/, '')
  return readPaise(amount, true) === undefined ? undefined : amount
}

/** Banks hide some of the digits. Spreadsheets keep leading zeros only behind a sign. */
const takeAccount: Take = (text) => {
  const [, number] =
    /^[_'"]*([\dX*]{2,20}(?:[ -][\dX*]{2,20}){0,5})(?![\p{L}\d/])/iu.exec(text) ?? []
  const compact = number?.replaceAll(/[ -]+/g, '') ?? ''
  return /^[\dX*]{5,20}$/i.test(compact) && /\d{3}$/.test(compact) ? compact : undefined
}

const takers: Readonly<Record<string, Take>> = {
  account_no: takeAccount,
  account_name: takeName,
  bank_name: takeText,
  branch: takeText,
  customer_id: (text) => /^(?=\S*\d)[A-Z\d*]{4,16}(?=\s|$)/i.exec(text)?.[0],
  ifsc: (text) => /^([A-Z]{4}0[A-Z\d]{6})(?![A-Z\d])/i.exec(text)?.[1],
  micr: (text) => /^(\d{9})(?!\d)/.exec(text)?.[1],
  currency: (text) => /^(INR|[A-Z]{3})(?![A-Z])/.exec(text)?.[1],
  statement_date: takeDate,
  statement_from: takeDate,
  statement_to: takeDate,
  opening_balance: takeBalance,
  closing_balance: takeBalance,
}

/**
 * Any text with letters could be a value of these keys. A colon, a column or a label that ends in "name" must part the value from its
 * label.
 */
export const textKeys: ReadonlySet<string> = new Set(['account_name', 'bank_name', 'branch'])

export const balanceKeys: ReadonlySet<string> = new Set(['opening_balance', 'closing_balance'])

/** The value of a key at the start of a text. */
export function takeValue(key: string, text: string): string | undefined {
  return Object.hasOwn(takers, key) ? takers[key]?.(text.trim()) : undefined
}

/** "01/04/2026 to 30/04/2026", as printed. */
export function takeRange(text: string): { from: string; to: string } | undefined {
  const [, from, to] = range.exec(text) ?? []
  if (from === undefined || to === undefined) return undefined
  const [first, last] = [readDay(from), readDay(to)]
  return first !== undefined && last !== undefined && first <= last ? { from, to } : undefined
}

/** The first and the last day of "Statement for the month of April 2026". */
export function takeMonth(text: string): { from: string; to: string } | undefined {
  const [, before = '', month, year] =
    /^(.*)\b(?:month|for|of)\W+([a-z]{3,9})[-,' ]+(\d{4})\s*$/i.exec(text) ?? []
  if (!/\b(?:statement|transactions|account)\b/i.test(before)) return undefined
  const from = `1 ${month} ${year}`
  const lastDay = [31, 30, 29, 28].find((day) => readDay(`${day} ${month} ${year}`) !== undefined)
  if (readDay(from) === undefined || lastDay === undefined) return undefined
  return { from, to: `${lastDay} ${month} ${year}` }
}
