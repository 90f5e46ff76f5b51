import type { Category } from '../../paper/categories.ts'
import { fieldName } from '../../paper/fields.ts'
import type { ReadPage, ReadValue } from '../page.ts'
import { type Phrase, phrasesOf, type Row, textOf } from '../rows.ts'
import { bareWorth, type Candidate, type HeadPage, valueOf } from './candidates.ts'
import { findLabels, type LabelSpot } from './find-labels.ts'
import { isAmountKey, keyFor } from './known-labels.ts'
import { titlesOf } from './kind.ts'
import { isLikely } from './party-names.ts'
import { type LabelValue, type Place, valuesOf } from './label-values.ts'
import { partyCandidates } from './parties.ts'
import type { KnownParties } from './party-facts.ts'
import { headRows } from './pieces.ts'
import { type Area, tableRows } from './table-region.ts'
import { unlabelled } from './unlabelled.ts'
import { findZones, zoneAt } from './zones.ts'
import { readDay } from '../../paper/values.ts'
import { heightOf, type Piece } from '../level.ts'
import { amountForm, dateForm } from './forms.ts'

/* Reads the head of a page: the values of its labels, and the party that each value belongs to. */

/** The rows, labels and blocks of a page. `areas` tells where its lines stand, if that is known already. */
export function layOut(
  page: ReadPage,
  category: Category,
  rows: readonly Row[] = headRows(page),
  areas?: readonly Area[],
): HeadPage {
  const isOcr = page.source === 'ocr'
  const place = { rows, spots: findLabels(rows, category, isOcr), isOcr }
  const table = tableRows(rows, page.number, category, areas)
  return {
    ...place,
    page,
    category,
    titles: titlesOf(rows),
    zones: findZones(place, (row) => table.has(row)),
    table,
  }
}

/** The values in the head of a page, below its table and beside it. */
export function pageCandidates(layout: HeadPage, known: KnownParties): Candidate[] {
  const { ownGstin } = known
  return [
    ...labelled(layout).map((one) => withOwner(one, layout, ownGstin)),
    ...(layout.category === 'bank_entry'
      ? statement(layout)
      : [
          ...unlabelled(layout).map((one) => withOwner(one, layout, ownGstin)),
          ...partyCandidates(layout, known, []),
        ]),
  ]
}

/** The shop's GSTIN belongs to the shop, wherever it stands. */
function withOwner(
  candidate: Candidate,
  { category }: HeadPage,
  ownGstin: string | null,
): Candidate {
  const isOwn = candidate.key.endsWith('gstin') && candidate.value.text === ownGstin
  // The shop places the order, perhaps from another state under the same PAN. A GSTIN with another PAN is the seller's.
  const isSellers =
    category === 'purchase_order' &&
    candidate.key === 'buyer_gstin' &&
    ownGstin !== null &&
    candidate.value.text.slice(2, 12) !== ownGstin.slice(2, 12)
  if (isSellers) return { ...candidate, key: 'gstin' }
  return isOwn && category !== 'bank_entry'
    ? { ...candidate, key: 'buyer_gstin', worth: 2 }
    : candidate
}

function labelled(layout: HeadPage): Candidate[] {
  return layout.spots.flatMap((spot) => {
    if (isInTable(spot, layout) || spot.keys.some(isAmountKey)) return []
    return valuesOf(spot, layout).flatMap((value) => labelledValue(value, layout))
  })
}

/** Balances of a statement stand below its rows, and no sum marks the end of these rows. */
function isInTable({ row, keys }: LabelSpot, { table }: HeadPage): boolean {
  const first = firstOf(table)
  // "Total Pcs" may be the heading of a column. The real total stands below the lines.
  if (keys[0] === 'total_qty' && first !== undefined && row < first) return true
  const isBalance =
    first !== undefined && row > first + 1 && /^(?:opening|closing)_/.test(keys[0] ?? '')
  return table.has(row) && !isBalance
}

function firstOf(table: HeadPage['table']): number | undefined {
  return table.size === 0 ? undefined : Math.min(...table)
}

/** The value of the first label with this key. */
export function labelledText(layout: HeadPage, key: string): string | undefined {
  return labelled(layout).find((candidate) => candidate.key === key)?.value.text
}

function labelledValue(found: LabelValue, layout: HeadPage): Candidate[] {
  const { spot, pieces } = found
  const [first] = layout.rows[spot.row]?.pieces.slice(spot.from) ?? []
  const zone = first === undefined ? undefined : zoneAt(layout.zones, spot.row, first)
  const owner = ownLabel.test(spot.text) ? 'seller' : zone?.owner
  const key = keyFor(found.key, owner, layout.category)
  if (key === undefined || pieces.length === 0 || !isLikely(key, found.text)) return []
  const value = valueOf(found.text, spot.text, pieces, layout)
  const repaired = found.isRepaired ? withRepair(value, key) : value
  const worth = found.nearness - (found.isRepaired ? 0.2 : 0)
  if (!spot.isInSentence) return [{ key, value: repaired, worth }]
  return [
    {
      key,
      value: {
        ...repaired,
        confidence: Math.min(repaired.confidence, sentenceMax),
        doubts: [
          ...(repaired.doubts ?? []),
          `${fieldName(key)}: “${repaired.text}” stands in a sentence, so it may be another paper’s.`,
        ],
      },
      worth: bareWorth,
    },
  ]
}

/** The highest confidence of a value in the middle of a sentence. */
const sentenceMax = 0.8

/** "Our" on a paper means the issuer. */
const ownLabel = /^(?:our|company'?s?|supplier'?s?|seller'?s?|vendor'?s?)\b/i

/** The highest confidence of a corrected value: with a check character that proves it, and without. */
const [provenMax, repairedMax] = [0.92, 0.8]

function withRepair(value: ReadValue, key: string): ReadValue {
  if (key.endsWith('gstin')) return { ...value, confidence: Math.min(value.confidence, provenMax) }
  return {
    ...value,
    confidence: Math.min(value.confidence, repairedMax),
    doubts: ['A character of it was hard to read and was put right.'],
  }
}

function statement(layout: HeadPage): Candidate[] {
  return statementFacts(layout, firstOf(layout.table) ?? layout.rows.length).map(
    ({ key, text, label, pieces }) => ({
      key,
      value: valueOf(text, label, pieces, layout),
      worth: bareWorth,
    }),
  )
}

/* Values of a bank statement without a label: the name of the bank, the holder, and balances in sentences and rows. */

type Found = {
  readonly key: string
  readonly text: string
  readonly label: string
  readonly pieces: readonly Piece[]
}

/** `above` is the number of rows above the table of movements. */
function statementFacts({ rows, spots }: Place, above: number): Found[] {
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
