import { fieldOf } from '../../paper/fields.ts'
import { builtInLabels, foldLabel } from '../../paper/rules/labels.ts'
import { readDay, readPaise } from '../../paper/values.ts'

/* The labels in the head of a statement, with or without a value behind them. */

/** A label at the start of a text. `rest` is the text behind the label. `isParted`: a colon stands between them. */
export type Label = {
  readonly key: string
  readonly label: string
  readonly rest: string
  readonly isParted: boolean
}

/** Keys that have another meaning in the head of a statement. */
const otherKeys = new Map([
  ['date', 'statement_date'],
  ['name', 'account_name'],
  ['buyer_name', 'account_name'],
])

/** A label has at most this many characters. */
const labelCharactersMax = 40

/** The longest label at the start of a text. */
export function labelAt(text: string): Label | undefined {
  const cuts = Array.from(text.slice(0, labelCharactersMax).matchAll(/(?<=[^\s:])(?=[\s:]|$)/g))
  for (const { index } of cuts.toReversed()) {
    const label = text.slice(0, index)
    const key = keyOf(label)
    if (key === undefined) continue
    const [between = ''] = /^[\s:.=–—-]*/.exec(text.slice(index)) ?? []
    const rest = text.slice(index + between.length)
    return { key, label: label.trim(), rest, isParted: between.includes(':') }
  }
  return undefined
}

/**
 * Two labels for two values, such as "IFSC / MICR". `rest` is the text behind them. A label with a slash in it, such as "A/c No", is no
 * pair.
 */
export function labelPair(
  text: string,
): { of: readonly { key: string; label: string }[]; rest: string } | undefined {
  const [, first = '', second = '', rest = ''] =
    /^([^:/]{2,30}?)\s*\/\s*([^:/]{2,30}?)\s*(?::+\s*(.*))?$/.exec(text) ?? []
  const [one, other] = [keyOf(first), keyOf(second)]
  if (one === undefined || other === undefined || one === other) return undefined
  const of = [
    { key: one, label: first },
    { key: other, label: second },
  ]
  return { of, rest }
}

function keyOf(label: string): string | undefined {
  const labels = builtInLabels('bank_entry', 'head')
  const known = labels.get(foldLabel(label)) ?? labels.get(foldLabel(latinOf(label)))
  const key = otherKeys.get(known ?? '') ?? known ?? keyOfWords(foldLabel(label))
  return key !== undefined && fieldOf(key)?.whose === 'bank' ? key : undefined
}

/** Finds the key of a label that no list has, by its words: "Primary Account Holder Name", "Customer/CIF ID". */
function keyOfWords(label: string): string | undefined {
  return patterns.find(([, form]) => form.test(label))?.[0]
}

const patterns: readonly (readonly [key: string, form: RegExp])[] = [
  [
    'account_name',
    /^(?:name of )?(?:the )?(?:(?:primary|first|sole|main) )?(?:a c|account|customer|member|depositor)(?: s)? (?:holders?(?: s)?(?: name)?|title|name)$|^(?:member|depositor)$/,
  ],
  [
    'customer_id',
    /^(?:(?:customer|cust|client|member|cif|ucic|crn) ?)+(?:id|no|number)$|^(?:crn|ucic|cif)$/,
  ],
  ['branch', /^(?:(?:home|base|parent|servicing) )?branch(?: (?:office|name))?$/],
]

/** The Latin part of a label in two languages: "Account No" of "खाता संख्या / Account No". */
function latinOf(label: string): string {
  if (!/[^\p{Script=Latin}\P{L}]/u.test(label)) return ''
  return label.replaceAll(/[^\p{Script=Latin}\p{N}.'\s]+|(?<!\p{Script=Latin})\./gu, ' ')
}

/** The text up to the next label that has a colon. */
export function untilNextLabel(text: string): string {
  for (const { index } of text.matchAll(/(?<=\s)(?=\S)/g)) {
    if (labelAt(text.slice(index))?.isParted === true) return text.slice(0, index).trim()
  }
  return text.trim()
}

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
