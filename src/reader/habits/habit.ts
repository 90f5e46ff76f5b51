import { Type, type Static } from '@sinclair/typebox'

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
const label = Type.String({ maxLength: labelCharactersMax })
const key = Type.String({ maxLength: labelCharactersMax })

/** `times`: how many saved bills confirm the habit. `at`: when the newest of these bills was saved, in ms since the epoch. */
const confirmed = { times: Type.Integer({ minimum: 1 }), at: Type.Integer() }

/**
 * How to find a field of the head. The field stands behind its `label`, which is folded. A name that is the same on each bill is found by
 * its `words`. An amount without a label stands between the amounts `above` and `below`. Any other field is found by its place and its
 * form: "A9/9" is letters, digits, a stroke, digits.
 */
const fieldHabit = Type.Object({
  key,
  label,
  /** The label as it is printed. */
  printed: label,
  words: Type.Optional(Type.String({ maxLength: phraseCharactersMax })),
  above: Type.Optional(label),
  below: Type.Optional(label),
  box,
  shape: Type.String({ maxLength: phraseCharactersMax }),
  ...confirmed,
})

/** The key of the values below a heading. `heading` is folded, `printed` is as on the paper. */
const columnHabit = Type.Object({ heading: label, printed: label, key, ...confirmed })

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
export type RateHabit = Static<typeof rateHabit>
export type SellerHabits = Static<typeof sellerHabits>

/** The form of a text: each run of letters becomes "A", each run of digits "9". */
export function shapeOf(text: string): string {
  return text.replaceAll(/\p{L}[\p{L}\p{M}]*/gu, 'A').replaceAll(/\d+/g, '9')
}
