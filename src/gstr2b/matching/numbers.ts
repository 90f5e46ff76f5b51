import { normalised } from '../../platform/text.ts'

/* Numbers of bills, as suppliers print them and type them into returns, and as readers misread them. */

/** The first year of a financial year, April to March: 2026 for 2026-27. Undefined without a day. `day` is yyyy-mm-dd. */
export function financialYear(day: string): number | undefined {
  if (day === '') return undefined
  const year = Number(day.slice(0, 4))
  return Number(day.slice(5, 7)) < 4 ? year - 1 : year
}

/** Whether two days may be in the same financial year. '' fits any year. */
export function mayBeOneYear(a: string, b: string): boolean {
  const [one, other] = [financialYear(a), financialYear(b)]
  return one === undefined || other === undefined || one === other
}

/**
 * A number in the form in which numbers of a supplier are compared: in upper case, without the financial year in any spelling, separators
 * and leading zeros. "INV/2026-27/0118", "INV-26-27-118" and "Inv 118" are one number. A separator between two digits stays, as "-": "11/2"
 * and "1/12" are two numbers.
 */
export function cleanNumber(number: string, day: string): string {
  const text = normalised(number, 'NFKC').toUpperCase()
  const year = financialYear(day)
  if (year === undefined) return bare(text)
  const clean = bare(text.replaceAll(yearPattern(year), ' '))
  if (/\p{N}/u.test(clean)) return clean
  // If only the year has digits, the year is the number: "INV-2627" is not "INV".
  const short = String(year).slice(2) + String(year + 1).slice(2)
  return bare(text.replaceAll(yearPattern(year), ` ${short} `))
}

const yearPatterns = new Map<number, RegExp>()

function yearPattern(year: number): RegExp {
  const known = yearPatterns.get(year)
  if (known !== undefined) return known
  const [begins, ends] = [String(year), String(year + 1)]
  const pair = `(?:20)?${begins.slice(2)}\\s*[-/.]?\\s*(?:20)?${ends.slice(2)}`
  const pattern = new RegExp(String.raw`(?<!\d)${pair}(?!\d)`, 'g')
  yearPatterns.set(year, pattern)
  return pattern
}

function bare(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/(?<!\d)0+(?=\d)/g, '')
    .trim()
    .replaceAll(/(?<!\p{N}) | (?!\p{N})/gu, '')
    .replaceAll(' ', '-')
}

/** Letters that readers mistake for digits, and digits that they mistake for letters. */
const lookalikes: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
}

/** With this many characters, the end of a number identifies it when its beginning is missing. */
const tailMin = 3

/**
 * How similar two clean numbers are. 3: only separators and lookalike characters differ. 2: one is the end of the other. 1: one character
 * differs. 0: otherwise.
 */
export function likeness(a: string, b: string): number {
  if (a === '' || b === '') return 0
  const [one, other] = [looksOf(a), looksOf(b)]
  if (one === other) return 3
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length >= tailMin && long.endsWith(short)) return 2
  return short.length >= tailMin && differsByOne(short, long) ? 1 : 0
}

function looksOf(clean: string): string {
  return clean
    .replaceAll('-', '')
    .replaceAll(/[OQDILZSGB]/g, (letter) => lookalikes[letter] ?? letter)
}

/** Whether one character is replaced, missing or added. */
function differsByOne(short: string, long: string): boolean {
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  const isReplaced = short.length === long.length
  return short.slice(isReplaced ? at + 1 : at) === long.slice(at + 1)
}

/** How many characters of two GSTINs differ. The longer length when the lengths differ. */
export function gstinDistance(a: string, b: string): number {
  if (a.length !== b.length) return Math.max(a.length, b.length)
  return Array.from(a).filter((letter, at) => letter !== b[at]).length
}

/** The order of two texts, by their characters. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** The PAN in a GSTIN: it identifies the owner in every state. */
export function panOf(gstin: string): string {
  return gstin.slice(2, 12)
}
