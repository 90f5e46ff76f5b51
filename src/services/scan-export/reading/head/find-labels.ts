import type { Category } from '../../categories.ts'
import { foldLabel } from '../../normalising/labels.ts'
import { gapBetween, type Row, textOf, wordGapMax } from '../rows.ts'
import { formOf } from './key-forms.ts'
import {
  confusableLabels,
  foldConfusable,
  type KnownLabels,
  knownLabels,
  nearLabel,
} from './known-labels.ts'
import { keysOfWords, numberAndDate } from './label-patterns.ts'
import { closedEnd, type LabelSpot } from './label-spot.ts'
import { withWrapped } from './wrapped-labels.ts'

/* Where labels stand on a page. */

/** Words of the longest label. */
const wordsMax = 14

/** The labels of all rows, from top to bottom and left to right; none overlaps another one. */
export function findLabels(rows: readonly Row[], category: Category, isOcr: boolean): LabelSpot[] {
  const spots = withDates(rows.flatMap((row, index) => labelsOfRow(row, index, category, isOcr)))
  return withWrapped(rows, spots, category)
}

/** A bare "Dated" is of the number that stands before it. */
function withDates(spots: readonly LabelSpot[]): LabelSpot[] {
  return spots.map((spot, at) => {
    const before = spots[at - 1]
    // "… against invoice 118 of 3 June …"
    const isReference = spot.isInSentence && spot.keys.join(' ') === 'original_invoice_no'
    if (isReference) return { ...spot, keys: [...spot.keys, 'original_invoice_date'] }
    const isBare = bareDate.test(spot.text) && spot.keys.length === 1
    // A sentence goes on in the next row.
    const isBehind = before?.row === spot.row || (before?.row === spot.row - 1 && spot.from === 0)
    if (!isBare || before === undefined || !isBehind) return spot
    // What the number is no part of, its date is none of either.
    const isInSentence = spot.isInSentence && before.isInSentence
    const key = dateOf.get(before.keys[0] ?? '')
    if (key === undefined) return { ...spot, isInSentence }
    return { ...spot, isInSentence, keys: key === '' ? [] : [key] }
  })
}

const bareDate = /^(?:dated?|dt)\.?$/i

/** Number → its date; '' where nobody asks for it. */
const dateOf: ReadonlyMap<string, string> = new Map([
  ['po_no', 'po_date'],
  ['original_invoice_no', 'original_invoice_date'],
  ['ack_no', 'ack_date'],
  ['delivery_note_no', ''],
  ['lr_no', ''],
  ['', ''],
])

function labelsOfRow(row: Row, index: number, category: Category, isOcr: boolean): LabelSpot[] {
  const spots: LabelSpot[] = []
  for (let at = 0; at < row.pieces.length; at += 1) {
    const spot = labelAt(row, index, at, category, isOcr)
    if (spot === undefined) continue
    spots.push(isNamedBank(spots.at(-1), spot, row) ? { ...spot, from: spot.from + 1 } : spot)
    at = spot.to - 1
  }
  return spots
}

/** "Bank : ICICI Bank A/c 0023": the word is of the bank's name. */
function isNamedBank(before: LabelSpot | undefined, spot: LabelSpot, row: Row): boolean {
  const isBehind =
    before?.keys[0] === 'bank_name' && before.to < spot.from && !isGap(row, spot.from)
  return (
    isBehind && spot.to > spot.from + 1 && /^bank$/i.test(row.pieces[spot.from]?.word.text ?? '')
  )
}

function labelAt(row: Row, index: number, from: number, category: Category, isOcr: boolean) {
  const isFirst = from === 0 || isGap(row, from)
  for (let to = phraseEnd(row, from); to > from; to -= 1) {
    const pieces = row.pieces.slice(from, to)
    const next = row.pieces[to]
    const text = textOf(pieces)
    const keys =
      keysOf(text, category, isOcr) ??
      (isOcr && isFirst && ends(row, to) ? likeLabel(text, category) : undefined)
    if (keys === undefined) continue
    const isClosed =
      closed.test(text) || next === undefined || isGap(row, to) || opens.test(next.word.text)
    // Within a phrase only what is plainly a label is one: "… as per Order No: 12".
    const isPlainly =
      isFirst || isMarked(text, next?.word.text) || isPlain(keys, row, from, to, isOcr)
    const isInSentence = !isPlainly && isTold(keys, row, from, to, isOcr)
    if (!isPlainly && !isInSentence) continue
    if (!isClosed && !courtesy.test(text) && !hasValue(keys, row, to, isOcr)) continue
    return {
      row: index,
      from,
      to,
      text: text.replace(closedEnd, ''),
      keys,
      isClosed,
      isFirst,
      isInSentence,
    }
  }
  return undefined
}

const closed = /[:=\-–—]$|^To,$/i
const opens = /^[:=\-–—]/

function isMarked(text: string, next: string | undefined): boolean {
  return /[:=]$/.test(text) || (next !== undefined && (/^[:=]/.test(next) || next === '-'))
}

/** What a label with a wrong letter is taken for: only where the form of the value, or the block below it, tells too. */
function likeLabel(text: string, category: Category): readonly string[] | undefined {
  const keys = nearLabel(text, category)
  return keys?.every((key) => formOf(key) !== undefined || key.endsWith('_name')) === true
    ? keys
    : undefined
}

/** Where a phrase ends, or a colon ends what may be a label. */
function ends(row: Row, to: number): boolean {
  return (
    isGap(row, to) ||
    closed.test(row.pieces[to - 1]?.word.text ?? '') ||
    opens.test(row.pieces[to]?.word.text ?? '')
  )
}

/** Before a name, with a space alone between them. */
export const courtesy = /^(?:m\/s|messrs)\.?$/i

/** "Due on 05/11/2026" is a label and its value, "Due on receipt" is not. */
function hasValue([key]: readonly string[], row: Row, at: number, isOcr: boolean): boolean {
  const words = row.pieces.slice(at, at + valueWordsMax).map(({ word }) => word.text)
  return key !== undefined && formOf(key)?.form(words, isOcr) !== undefined
}

/** Words that are looked at for a value. */
const valueWordsMax = 6

/** "… our invoice no. 118 dated 05/11/2026 for goods …" */
function isTold(
  keys: readonly string[],
  row: Row,
  from: number,
  to: number,
  isOcr: boolean,
): boolean {
  // "Shop No. 3" is an address.
  const isBare = to - from === 1 && /^no\.?$/i.test(row.pieces[from]?.word.text ?? '')
  const isNumber = /^(?:invoice|original_invoice|po)_(?:no|date)$/.test(keys[0] ?? '')
  return isNumber && !isBare && hasValue(keys, row, to, isOcr)
}

/** Numbers with a form of their own, and what stands behind a comma, need no colon. */
function isPlain(
  keys: readonly string[],
  row: Row,
  from: number,
  to: number,
  isOcr: boolean,
): boolean {
  const before = row.pieces[from - 1]?.word.text ?? ''
  const isCertain = certainKeys.has(keys[0] ?? '') || /[,;|]$/.test(before)
  return isCertain && hasValue(keys, row, to, isOcr)
}

const certainKeys = new Set(
  'gstin buyer_gstin pan account_no ifsc irn eway_bill_no fssai_no phone email'.split(' '),
)

function isGap({ pieces }: Row, at: number): boolean {
  const [before, after] = [pieces[at - 1], pieces[at]]
  return before === undefined || after === undefined || gapBetween(before, after) > wordGapMax
}

function phraseEnd(row: Row, from: number): number {
  let to = from + 1
  while (to < row.pieces.length && to - from < wordsMax && !isGap(row, to)) to += 1
  return to
}

function keysOf(text: string, category: Category, isOcr: boolean): readonly string[] | undefined {
  // "Invoice: No" is no label, whatever it means.
  if (/[:=]\s*\S/.test(text)) return undefined
  const labels = knownLabels(category)
  for (const language of languagesOf(text)) {
    const label = foldLabel(language.replaceAll(/[–—=|*•₹,]/g, ' '))
    const keys = labels.get(label) ?? labels.get(label.replaceAll(' ', ''))
    if (keys !== undefined) return keys
  }
  if (isOcr) return confusableLabels(category).get(foldConfusable(text))
  return category === 'bank_entry' ? undefined : keysOfMakeUp(text, labels)
}

/** By the words that it is made of, where no list has it. */
function keysOfMakeUp(text: string, labels: KnownLabels): readonly string[] | undefined {
  const wordsOf = (label: string) => labels.get(foldLabel(label)) ?? keysOfWords(foldLabel(label))
  return numberAndDate(text, wordsOf) ?? keysOfWords(foldLabel(text))
}

/** The text, and of one in two languages each: "बिल संख्या / Invoice No". */
function languagesOf(text: string): string[] {
  const indic = /[\p{Script=Devanagari}\p{Script=Gujarati}]/u
  if (!indic.test(text) || !/[a-z]/i.test(text)) return [text]
  return [text, text.replaceAll(/[^\p{ASCII}]+/gu, ' '), text.replaceAll(/[a-z]+/gi, ' ')]
}
