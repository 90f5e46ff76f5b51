import { type Static, Type } from '@sinclair/typebox'
import { foldLabel } from '../../paper/rules/labels.ts'
import { type Box, type ReadValues, textsOf, withDoubt } from '../page.ts'
import { amountLabelOf } from '../../paper/fields/foot-words.ts'
import { readPercent } from '../../paper/values.ts'
import type { ConfirmedBill, Texts } from './confirmed-bill.ts'

/* What Daybook learnt from a seller's bills that a person confirmed: where and how the seller prints things. */

/** Fractions of the page, from its left and its top. */
const fraction = Type.Number({ minimum: 0, maximum: 1 })
const box = Type.Tuple([fraction, fraction, fraction, fraction])

/** At most this many characters of a phrase are kept. */
export const phraseCharactersMax = 100
/** At most this many phrases of a document are kept. The head and the foot of a bill have fewer. */
export const phrasesMax = 300

/** A phrase on a paper: words with no more than spaces between them, their page and their place. */
export const pagePhrase = Type.Tuple([
  Type.String({ maxLength: phraseCharactersMax }),
  Type.Integer({ minimum: 1 }),
  box,
])

/** The most characters of a label, and of a key. */
export const labelCharactersMax = 40
const labelText = Type.String({ maxLength: labelCharactersMax })
const keyText = Type.String({ maxLength: labelCharactersMax })

/** `times`: how many saved bills confirm the habit. `at`: when the newest of these bills was saved, in ms since the epoch. */
const confirmed = { times: Type.Integer({ minimum: 1 }), at: Type.Integer() }

/**
 * How to find a field of the head. The field stands behind its `label`, which is folded. A name that is the same on each bill is found by
 * its `words`. An amount without a label stands between the amounts `above` and `below`. Any other field is found by its place and its
 * form: "A9/9" is letters, digits, a stroke, digits.
 */
const fieldHabit = Type.Object({
  key: keyText,
  label: labelText,
  /** The label as it is printed. */
  printed: labelText,
  words: Type.Optional(Type.String({ maxLength: phraseCharactersMax })),
  above: Type.Optional(labelText),
  below: Type.Optional(labelText),
  box,
  shape: Type.String({ maxLength: phraseCharactersMax }),
  ...confirmed,
})

/** The key of the values below a heading. `heading` is folded, `printed` is as on the paper. */
const columnHabit = Type.Object({
  heading: labelText,
  printed: labelText,
  key: keyText,
  ...confirmed,
})

/** A rate of GST on the seller's bills, in per cent. */
const rateHabit = Type.Object({
  pct: Type.Number({ minimum: 0, maximum: 100 }),
  ...confirmed,
})

/** At most this many habits of one kind. A bill has fewer fields, columns and rates. */
export const habitsMax = 40

/** `seller` is the GSTIN, or the folded name if the bills have no GSTIN. */
export const sellerHabits = Type.Object({
  seller: Type.String({ maxLength: 100 }),
  /** How many of the seller's bills a person saved. */
  bills: Type.Integer({ minimum: 1 }),
  fields: Type.Array(fieldHabit, { maxItems: habitsMax }),
  columns: Type.Array(columnHabit, { maxItems: habitsMax }),
  rates: Type.Array(rateHabit, { maxItems: habitsMax }),
})

export type PagePhrase = Static<typeof pagePhrase>
export type FieldHabit = Static<typeof fieldHabit>
export type ColumnHabit = Static<typeof columnHabit>
type RateHabit = Static<typeof rateHabit>
export type SellerHabits = Static<typeof sellerHabits>

/** The form of a text: each run of letters becomes "A", each run of digits "9". */
export function shapeOf(text: string): string {
  return text.replaceAll(/\p{L}[\p{L}\p{M}]*/gu, 'A').replaceAll(/\d+/g, '9')
}

/** How far a field may be off its place, in fractions of the page. A letterhead grows by a line, or the paper lies askew. */
const [offAcross, offDown] = [0.04, 0.02]

export function isNearPlace([left, top]: Box, [wishedLeft, wishedTop]: Box): boolean {
  return Math.abs(left - wishedLeft) < offAcross && Math.abs(top - wishedTop) < offDown
}

/** Whether a text holds a name as whole words. */
export function standIn(text: string, name: string): boolean {
  return ` ${bareWords(text)} `.includes(` ${bareWords(name)} `)
}

/** A folded name without the signs between and around its words. */
export function bareWords(name: string): string {
  return foldLabel(name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' '))
}

/* Tells an amount without a label by its neighbours: it stands below the taxes, or above the total. */

/** An amount with its label. The edges may be in any unit. */
export type Placed = {
  readonly page: number
  readonly label: string
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** In row heights: how far apart the right edges of two amounts may be, and how far apart their rows. */
const [alignedMax, gapMax] = [1.5, 3]

/** The names of the amounts right above and right below. A name is '' if there is no amount, or no label. */
export function namesAround(one: Placed, amounts: readonly Placed[]) {
  const height = one.bottom - one.top
  const column = amounts.filter(
    (other) => other.page === one.page && Math.abs(other.right - one.right) < alignedMax * height,
  )
  const above = column
    .filter(({ bottom }) => bottom <= one.top && one.top - bottom < gapMax * height)
    .toSorted((a, b) => b.bottom - a.bottom)[0]
  const below = column
    .filter(({ top }) => top >= one.bottom && top - one.bottom < gapMax * height)
    .toSorted((a, b) => a.top - b.top)[0]
  return { above: amountName(above?.label ?? ''), below: amountName(below?.label ?? '') }
}

/** All taxes have one name: a seller charges either IGST or the two halves. */
function amountName(label: string): string {
  const key = amountLabelOf(label)?.key ?? ''
  if (/^(?:[csi]|ut)gst$/.test(key)) return 'tax'
  return key === '' ? foldLabel(label) : key
}

/* The rates of GST on a seller's bills. A rate that is not printed is not made up. */

/** A rate that the last save held by mistake is no longer counted. */
export function learnRates(known: readonly RateHabit[], bill: ConfirmedBill): RateHabit[] {
  const now = ratesOf(bill.now.head, bill.now.lines)
  const before = ratesOf(bill.previous?.head ?? {}, bill.previous?.lines ?? [])
  const at = bill.savedAt
  const counted = known.flatMap((rate): RateHabit[] => {
    const times = rate.times + Number(now.has(rate.pct)) - Number(before.has(rate.pct))
    return times < 1 ? [] : [{ ...rate, times, at: now.has(rate.pct) ? at : rate.at }]
  })
  const isKnown = new Set(counted.map(({ pct }) => pct))
  const newer = [...now].filter((pct) => !isKnown.has(pct)).map((pct) => ({ pct, times: 1, at }))
  return [...counted, ...newer].toSorted((a, b) => b.times - a.times).slice(0, habitsMax)
}

/** In per cent. */
const pctMax = 100

function ratesOf(head: Texts, lines: readonly Texts[]): Set<number> {
  const rates = [head, ...lines].flatMap((fields) => rateOf(fields) ?? [])
  // A higher rate is a typing mistake.
  return new Set(rates.filter((pct) => pct <= pctMax))
}

const partKeys = ['igst_rate', 'cgst_rate', 'sgst_rate', 'utgst_rate']

/** The rate of a line: printed as one rate, or as the rates of the centre and the state. Undefined if no rate is printed, or only half. */
function rateOf(fields: Texts): number | undefined {
  const whole = readPercent(fields['gst_rate'] ?? '')
  const parts = partKeys.flatMap((key) => readPercent(fields[key] ?? '') ?? [])
  const isHalf = parts.length === 1 && readPercent(fields['igst_rate'] ?? '') === undefined
  if (whole !== undefined || parts.length === 0 || isHalf) return whole
  return parts.reduce((sum, part) => sum + part, 0)
}

/** A new rate is doubted only after this many bills of the seller. */
const billsMin = 2

const rateKeys = ['gst_rate', 'igst_rate', 'cgst_rate']

/** Doubts the first line with each rate that the seller never had. */
export function withRateDoubts(
  lines: readonly ReadValues[],
  { bills, rates }: SellerHabits,
): readonly ReadValues[] {
  if (bills < billsMin || rates.length === 0) return lines
  const usual = new Set(rates.map(({ pct }) => pct))
  return lines.map((line) => {
    const pct = rateOf(textsOf(line))
    const key = rateKeys.find((one) => line[one] !== undefined)
    const value = line[key ?? '']
    if (pct === undefined || key === undefined || value === undefined || usual.has(pct)) return line
    usual.add(pct)
    return { ...line, [key]: withDoubt(value, rateDoubt(pct, rates)) }
  })
}

function rateDoubt(pct: number, rates: readonly RateHabit[]): string {
  const usual = rates
    .map((rate) => rate.pct)
    .toSorted((a, b) => a - b)
    .join(' %, ')
  return `Tax rate: ${pct} %, where this seller’s bills had ${usual} % until now.`
}
