import { readDay } from '../../paper/values.ts'
import type { Piece } from '../level.ts'
import { heightOf } from '../level.ts'
import { phrasesOf, type Phrase, type Row, textOf } from '../rows.ts'
import { amountForm, dateForm } from './forms.ts'
import type { Place } from './label-values.ts'

/* Values of a bank statement without a label: the name of the bank, the holder, and balances in sentences and rows. */

export type Found = {
  readonly key: string
  readonly text: string
  readonly label: string
  readonly pieces: readonly Piece[]
}

/** `above` is the number of rows above the table of movements. */
export function statementFacts({ rows, spots }: Place, above: number): Found[] {
  const head = rows.slice(0, above)
  const labels = spots.filter(({ text }) => !courtesy.test(`${text} `))
  const labelled = new Set(labels.flatMap(({ row, from }) => rows[row]?.pieces[from] ?? []))
  const phrases = head
    .flatMap((row) => phrasesOf(row))
    .filter(({ pieces: [first] }) => first !== undefined && !labelled.has(first))
  const bank = bankOf(phrases)
  return [
    ...(bank === undefined
      ? []
      : [{ key: 'bank_name', text: bank.text, label: '', pieces: bank.pieces }]),
    ...holderOf(phrases.filter((phrase) => phrase !== bank)),
    ...rows.flatMap(balanceIn),
    ...head.flatMap((row) => balanceOn(row, spots.length > 0 ? datesOf(rows) : [])),
  ]
}

/** The largest phrase with a word for a bank. */
function bankOf(phrases: readonly Phrase[]): Phrase | undefined {
  return phrases
    .filter(
      ({ text }) =>
        /\bbank\b|\bsahakari\b|co-?op(?:erative)?\b|बैंक/i.test(text) &&
        !/:|statement|details|dear|ltd\.? branch/i.test(text),
    )
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]
}

function sizeOf({ pieces: [first] }: Phrase): number {
  return first === undefined ? 0 : Math.round(heightOf(first))
}

/** The first name that stands by itself. */
function holderOf(phrases: readonly Phrase[]): Found[] {
  const holder = phrases.find(({ text }) => isName(text))
  if (holder === undefined) return []
  const text = holder.text.replace(courtesy, '')
  return [{ key: 'account_name', text, label: '', pieces: holder.pieces }]
}

const courtesy = /^(?:m\/s\.?|mr\.?|mrs\.?|ms\.?|shri|smt\.?|dr\.?)\s+/i

function isName(text: string): boolean {
  return (
    /^[\p{L}\p{M}][\p{L}\p{M}&.'’/ -]{4,60}$/u.test(text) && / /.test(text) && !notName.test(text)
  )
}

const notName =
  /statement|account|summary|page|branch|period|joint|road\b|nagar\b|customer|details|currency|savings|current|nomin|india$/i

const balanceKeys: readonly (readonly [string, RegExp])[] = [
  ['opening_balance', /^(?:opening bal(?:ance)?|balance b\/?f|brought forward|b\/f)\b/i],
  ['closing_balance', /^(?:closing bal(?:ance)?|balance c\/?f|c\/f)\b/i],
]

/** A row of the table that only names a balance. */
function balanceIn(row: Row): Found[] {
  const text = textOf(row.pieces.filter(({ word }) => !/^\d/.test(word.text)))
  const [key] = balanceKeys.find(([, words]) => words.test(text)) ?? []
  const amounts = row.pieces.filter(({ word }) => /\d[.,]\d\d(?:\(?[cd]r\.?\)?)?$/i.test(word.text))
  const [amount, more] = amounts
  if (key === undefined || amount === undefined || more !== undefined) return []
  return [{ key, text: amount.word.text, label: '', pieces: [amount] }]
}

/** The first and the last day that the statement prints. */
function datesOf(rows: readonly Row[]): readonly string[] {
  const words = rows.map(({ pieces }) => pieces.map(({ word }) => word.text))
  const days = words.flatMap((row) => readDay(dateForm(row, false)?.text ?? '') ?? []).toSorted()
  return [days[0], days.at(-1)].filter((day) => day !== undefined)
}

/** "Balance as on 08.08.2026 : 857,462.96" is the balance before the first day, or after the last day. */
function balanceOn(row: Row, [first, last]: readonly string[]): Found[] {
  const words = row.pieces.map(({ word }) => word.text)
  const at = words.findIndex(
    (word, index) => /^balance$/i.test(word) && /^(?:as|on)$/i.test(words[index + 1] ?? ''),
  )
  if (at === -1) return []
  const from = words.findIndex(
    (_, index) => index > at && dateForm(words.slice(index), false) !== undefined,
  )
  const date = from === -1 ? undefined : dateForm(words.slice(from), false)
  const start = from + (date?.count ?? 0)
  const offset = words.slice(start).findIndex((word) => /\d/.test(word))
  const amount = offset === -1 ? undefined : amountForm(words.slice(start + offset), false)
  const day = readDay(date?.text ?? '')
  if (amount === undefined || day === undefined || first === undefined) return []
  const key =
    last !== undefined && day >= last && day > first ? 'closing_balance' : 'opening_balance'
  const pieces = row.pieces.slice(start + offset, start + offset + amount.count)
  return [{ key, text: amount.text, label: '', pieces }]
}
