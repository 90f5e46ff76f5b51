import { fieldOf, type Kind } from '../../paper/fields.ts'
import type { Category } from '../../paper/categories.ts'
import { foldLabel } from '../../paper/rules/labels.ts'
import { gapBetween, type Phrase, phrasesOf, type Row, textOf, wordGapMax } from '../rows.ts'
import { restOfSentence } from './pieces.ts'
import { formOf } from './forms.ts'
import { isTitleWord } from './party-names.ts'
import { knownLabels, type KnownLabels, matcherOf } from './known-labels.ts'
import {
  dateOf,
  keysOfWords,
  numberAndDate,
  otherPapers,
  wholeWords,
} from '../../paper/fields/head-words.ts'

/* Where labels stand on a page. */

/** A label has at most this many words. */
const wordsMax = 14

/** The labels of all rows, from top to bottom and left to right. They never overlap. */
export function findLabels(rows: readonly Row[], category: Category, isOcr: boolean): LabelSpot[] {
  const spots = withDates(rows.flatMap((_, index) => labelsOfRow(rows, index, category, isOcr)))
  return withWrapped(rows, spots, category)
}

/** A bare "Dated" belongs to the number before it. */
function withDates(spots: readonly LabelSpot[]): LabelSpot[] {
  return spots.map((spot, at) => {
    const before = spots[at - 1]
    // "… against invoice 118 of 3 June …"
    const isReference = spot.isInSentence && spot.keys.join(' ') === 'original_invoice_no'
    if (isReference) return { ...spot, keys: [...spot.keys, 'original_invoice_date'] }
    const isBare = bareDate.test(spot.text) && spot.keys.length === 1
    // A sentence goes on in the next row.
    const goesOn = before?.isInSentence === true && before.row === spot.row - 1 && spot.from === 0
    const isBehind = before?.row === spot.row || goesOn
    // "PO-118 DT. 05/11/2026" below a label: the number tells whose date it is.
    const isOfNumber = isBehind && dateOf.has(before?.keys[0] ?? '')
    if (isBare && !spot.isFirst && !isOfNumber) return { ...spot, keys: [] }
    if (!isBare || before === undefined || !isBehind) return spot
    // If the number is not in the sentence, its date is not either.
    const isInSentence = spot.isInSentence && before.isInSentence
    const [number = ''] = before.keys
    if (undated.has(number)) return { ...spot, isInSentence, keys: [] }
    const key = number === 'invoice_no' ? undefined : dateOf.get(number)
    return { ...spot, isInSentence, ...(key !== undefined && { keys: [key] }) }
  })
}

export const bareDate = /^(?:dated?|dtd?)\.?$/i

/** Numbers whose dates are not needed. */
const undated = new Set(['delivery_note_no', 'lr_no', ''])

function labelsOfRow(
  rows: readonly Row[],
  index: number,
  category: Category,
  isOcr: boolean,
): LabelSpot[] {
  const row = rows[index]
  if (row === undefined) return []
  const spots: LabelSpot[] = []
  // A sentence goes on in the next row.
  const whole = { ...row, pieces: [...row.pieces, ...restOfSentence(rows, index)] }
  for (let at = 0; at < row.pieces.length; at += 1) {
    const found = labelAt(row, whole, index, at, category, isOcr)
    if (found === undefined) continue
    const spot = asOther(isNext(found, spots.at(-1), row) ? plain(found) : found, row, spots)
    spots.push(isNamedBank(spots.at(-1), spot, row) ? { ...spot, from: spot.from + 1 } : spot)
    at = spot.to - 1
  }
  return spots
}

function plain(spot: LabelSpot): LabelSpot {
  return { ...spot, isInSentence: false }
}

/** "CN # 118 CN Dt. 05/11/2026": a label behind the value of another label begins no sentence. */
function isNext({ from }: LabelSpot, before: LabelSpot | undefined, { pieces }: Row): boolean {
  if (before === undefined || before.isInSentence) return false
  const value = pieces.slice(before.to, from)
  return value.length > 0 && value.every(({ word }) => /\d/.test(word.text))
}

/**
 * "Expiry Date :", "Gate Pass No :": a bare "Date" or "No" behind other words belongs to something else. "Airway Bill No :" may do so and
 * is doubted.
 */
function asOther(spot: LabelSpot, row: Row, before: readonly LabelSpot[]): LabelSpot {
  const start = phraseStart(row, spot.from)
  const words = row.pieces.slice(start, spot.from)
  const isAmidWords =
    words.length > 0 &&
    !before.some(({ from }) => from >= start) &&
    words.every(({ word }) => wordAlone.test(word.text))
  if (!isAmidWords || isTitleWord(textOf(words))) return spot
  if (bareLabel.test(spot.text)) return { ...spot, keys: [] }
  if (!ownKeys.has(spot.keys[0] ?? '')) return spot
  // "Fortnight Bill No. 118"
  const isQualified =
    words.length <= qualifiersMax &&
    words.every(({ word }) => /^\p{Lu}/u.test(word.text)) &&
    !otherPapers.test(textOf(words).toLowerCase())
  return { ...spot, isInSentence: !isQualified, isQualified }
}

/** A label may have this many words of a trade before it. More are a sentence. */
const qualifiersMax = 2

const bareLabel = /^(?:date|dt|no|number|nos|#|total|value|name|id|code)\.?$/i
/** A paper has one of each. A longer label may name another paper's. */
const ownKeys = new Set('invoice_no invoice_date po_no po_date'.split(' '))
const wordAlone = /^[\p{L}\p{M}'’/&.-]+$/u

function phraseStart(row: Row, at: number): number {
  let from = at
  while (from > 0 && !isGap(row, from)) from -= 1
  return from
}

/** "Bank : ICICI Bank A/c 0023": the second "Bank" is part of the bank's name. */
function isNamedBank(before: LabelSpot | undefined, spot: LabelSpot, row: Row): boolean {
  const isBehind =
    before?.keys[0] === 'bank_name' && before.to < spot.from && !isGap(row, spot.from)
  return (
    isBehind && spot.to > spot.from + 1 && /^bank$/i.test(row.pieces[spot.from]?.word.text ?? '')
  )
}

function labelAt(
  row: Row,
  whole: Row,
  index: number,
  from: number,
  category: Category,
  isOcr: boolean,
): LabelSpot | undefined {
  const before = row.pieces[from - 1]?.word.text ?? ''
  // "Bill No. 118 | Date 05/11/2026", "Memo No. 7 — Dt. 05/11/2026"
  const isFirst = from === 0 || isGap(row, from) || isSign(before)
  if (isSign(row.pieces[from]?.word.text ?? '')) return undefined
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
    // Within a phrase only a plain label counts: "… as per Order No: 12".
    const isFollowed = hasValue(keys, whole, to, isOcr)
    const isPlainly =
      isFirst || isMarked(text, next?.word.text) || (isFollowed && isCertain(keys, row, from))
    const isInSentence = !isPlainly && isFollowed && isTold(keys, text)
    if (!isPlainly && !isInSentence) continue
    if (!isClosed && !courtesy.test(text) && !isFollowed) continue
    return {
      row: index,
      from,
      to,
      text: text.replace(closedEnd, ''),
      keys,
      isClosed: isClosed || (isFollowed && formOf(keys[0] ?? '') === undefined),
      isFirst,
      isInSentence,
    }
  }
  return undefined
}

function isSign(word: string): boolean {
  return /^[|—–*•·]+$/.test(word)
}

const closed = /[:=\-–—]$|^To,$/i
const opens = /^[:=\-–—]/

function isMarked(text: string, next: string | undefined): boolean {
  return /[:=]$/.test(text) || (next !== undefined && (/^[:=]/.test(next) || next === '-'))
}

/** The keys of a label with a misread letter. Only for keys whose value has a form of its own, or that name a party. */
function likeLabel(text: string, category: Category): readonly string[] | undefined {
  const keys = matcherOf(category).nearest(text)
  return keys?.every((key) => formOf(key) !== undefined || key.endsWith('_name')) === true
    ? keys
    : undefined
}

/** Whether a phrase ends here, or a colon ends a possible label. */
function ends(row: Row, to: number): boolean {
  return (
    isGap(row, to) ||
    closed.test(row.pieces[to - 1]?.word.text ?? '') ||
    opens.test(row.pieces[to]?.word.text ?? '')
  )
}

/** Stands before a name, with only a space between them. */
export const courtesy = /^(?:m\/s|messrs)\.?$/i

/** "Due on 05/11/2026" is a label with its value. "Due on receipt" is not. */
function hasValue([key]: readonly string[], row: Row, at: number, isOcr: boolean): boolean {
  const words = row.pieces.slice(at, at + valueWordsMax).map(({ word }) => word.text)
  if (key === undefined) return false
  return formOf(key)?.form(words, isOcr) !== undefined || isText(key, words.join(' '))
}

/** Texts that need no colon behind their label: "Terms 45 days credit". */
function isText(key: string, text: string): boolean {
  return plainTexts.get(key)?.test(text) === true
}

const plainTexts: ReadonlyMap<string, RegExp> = new Map([
  [
    'payment_terms',
    /^(?:(?:net |within )?\d{1,3} days?\b|net \d{1,3}\b|immediate|against|advance\b|on (?:receipt|delivery)\b)/i,
  ],
  // "MH-PZ1-118822", "20B/MH/12345"
  ['drug_licence_no', /^(?=\S*\d{3})[A-Z\d]{2,}(?:[-/][A-Z\d]+)+/i],
])

/** A value is looked for in this many words. */
const valueWordsMax = 6

/** "… our invoice no. 118 dated 05/11/2026 for goods …" */
function isTold([key = '']: readonly string[], text: string): boolean {
  // "Shop No. 3" is an address.
  const isBare = /^no\.?$/i.test(text)
  return !isBare && /^(?:invoice|original_invoice|po)_(?:no|date)$/.test(key)
}

/** A number with a form of its own needs no colon behind its label. Neither does a label that follows a comma. */
function isCertain([key = '']: readonly string[], row: Row, from: number): boolean {
  const before = row.pieces[from - 1]?.word.text ?? ''
  const isLicence = key === 'drug_licence_no'
  return isLicence || certainKinds.has(fieldOf(key)?.kind ?? 'text') || /[,;|]$/.test(before)
}

const certainKinds: ReadonlySet<Kind> = new Set<Kind>([
  'gstin',
  'pan',
  'account',
  'ifsc',
  'irn',
  'e-way bill',
  'vehicle',
  'fssai',
  'phone',
  'email',
])

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
  for (const language of [...languagesOf(text), ...numberedOf(text)]) {
    const label = foldLabel(language.replaceAll(/[–—=|*•₹,]/g, ' '))
    const keys =
      labels.get(label) ?? labels.get(label.replaceAll(' ', '')) ?? labels.get(wholeWords(label))
    if (keys !== undefined) return keys
  }
  const confused = isOcr ? matcherOf(category).confused(text) : undefined
  return confused ?? keysOfMakeUp(text, labels)
}

/** "Invoice N°", "CN #": signs for a number. */
function numberedOf(text: string): string[] {
  const numbered = text.replaceAll(/№|\bN[°º]|(?<=\p{L} ?)#/gu, ' No ')
  return numbered === text ? [] : [numbered]
}

/** The keys of a label that no list has, by its words. */
function keysOfMakeUp(text: string, labels: KnownLabels): readonly string[] | undefined {
  const wordsOf = (label: string) => labels.get(foldLabel(label)) ?? keysOfWords(foldLabel(label))
  const numbered = numberedOf(text)[0] ?? text
  return numberAndDate(text, wordsOf) ?? keysOfWords(foldLabel(numbered))
}

/** The text, and each half of a text in two languages: "बिल संख्या / Invoice No". */
function languagesOf(text: string): string[] {
  const indic = /[\p{Script=Devanagari}\p{Script=Gujarati}]/u
  if (!indic.test(text) || !/[a-z]/i.test(text)) return [text]
  return [text, text.replaceAll(/[^\p{ASCII}]+/gu, ' '), text.replaceAll(/[a-z]+/gi, ' ')]
}

/** Adds labels that a narrow cell breaks into two lines. Their second line is then no label of its own. */
function withWrapped(
  rows: readonly Row[],
  spots: readonly LabelSpot[],
  category: Category,
): LabelSpot[] {
  const wrapped = rows.flatMap((row, index) => wrappedIn(row, rows[index + 1], index, category))
  const isPart = ({ row, from, to }: LabelSpot) =>
    wrapped.some(
      (one) =>
        (one.row === row && from < one.to && to > one.from) ||
        (one.row + 1 === row && from < (one.wrapped?.to ?? 0) && to > (one.wrapped?.from ?? 0)),
    )
  return [...spots.filter((spot) => !isPart(spot)), ...wrapped].toSorted(
    (a, b) => a.row - b.row || a.from - b.from,
  )
}

/** A label in two lines has at least this many words. Two single words below each other are seldom one label. */
const wrappedWordsMin = 3

function wrappedIn(
  row: Row,
  next: Row | undefined,
  index: number,
  category: Category,
): LabelSpot[] {
  if (next === undefined || next.top - row.bottom > row.height) return []
  const labels = knownLabels(category)
  const below = phrasesOf(next)
  return phrasesOf(row).flatMap((phrase) => {
    const under = below.find(({ left }) => Math.abs(left - phrase.left) < row.height / 2)
    const text = `${phrase.text} ${under?.text ?? ''}`
    const isLabel = /[a-z]$/i.test(phrase.text) && text.split(' ').length >= wrappedWordsMin
    const keys = isLabel ? labels.get(foldLabel(text)) : undefined
    if (under === undefined || keys === undefined || labels.has(foldLabel(phrase.text))) return []
    const [from, start] = [placeOf(row, phrase), placeOf(next, under)]
    return [
      {
        row: index,
        from,
        to: from + phrase.pieces.length,
        text: text.replace(closedEnd, ''),
        keys,
        isClosed: true,
        isInSentence: false,
        isFirst: true,
        wrapped: { from: start, to: start + under.pieces.length },
      },
    ]
  })
}

function placeOf({ pieces }: Row, phrase: Phrase): number {
  return pieces.findIndex((piece) => piece === phrase.pieces[0])
}

/** A printed label: the pieces of a row from `from` to before `to`. */
export type LabelSpot = {
  readonly row: number
  readonly from: number
  readonly to: number
  /** The printed text, without the colon behind it. */
  readonly text: string
  /** The keys of its values, in their order. Empty for a label without a key. */
  readonly keys: readonly string[]
  /** Whether a colon, a stroke or a gap follows. Then the text behind or below is its value. */
  readonly isClosed: boolean
  /** Whether the label stands amid other words, where only its value shows that it is a label. */
  readonly isInSentence: boolean
  /** Whether a word of a trade stands before it. Then the label may name another paper. */
  readonly isQualified?: boolean
  /** Whether the label begins its phrase. */
  readonly isFirst: boolean
  /** The second line of a label that a narrow cell breaks: pieces of the row below. */
  readonly wrapped?: { readonly from: number; readonly to: number }
}

/** Signs behind a label that are not part of it. */
const closedEnd = /\s*[:=\-–—.]+$/
