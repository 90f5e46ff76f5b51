import { Type, type Static } from '@sinclair/typebox'

/* What a seller's bills taught: where and how they print things, learnt of what a person confirmed. */

/** Fractions of the page, from its left and its top. */
const fraction = Type.Number({ minimum: 0, maximum: 1 })
const box = Type.Tuple([fraction, fraction, fraction, fraction])

/** Characters of a phrase that are kept. */
export const phraseCharactersMax = 100
/** Phrases of one document: the head and the foot of a bill have fewer. */
export const phrasesMax = 300

/** What stands on a paper: words with no more than spaces between them, with their page and place. */
export const pagePhrase = Type.Tuple([
  Type.String({ maxLength: phraseCharactersMax }),
  Type.Integer({ minimum: 1 }),
  box,
])

/** Characters of a label, and of a key. */
export const labelCharactersMax = 40
const label = Type.String({ maxLength: labelCharactersMax })
const key = Type.String({ maxLength: labelCharactersMax })

/** On how many bills it was so that a person saved, and when the newest of them was saved, in ms since the epoch. */
const confirmed = { times: Type.Integer({ minimum: 1 }), at: Type.Integer() }

/**
 * How a field of the head is found: behind a `label`, which is folded; else by its `words`, of a name that is the same on each bill;
 * else, an amount, between those of other labels; else in its place and form: "A9/9" is letters, digits, a stroke, digits.
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

/** What stands below a heading of its tables, which is folded, and as it is `printed`. */
const columnHabit = Type.Object({ heading: label, printed: label, key, ...confirmed })

/** A rate of GST that its bills had, in per cent. */
const rateHabit = Type.Object({
  pct: Type.Number({ minimum: 0, maximum: 100 }),
  ...confirmed,
})

/** Of one kind: a bill has fewer fields, columns and rates. */
export const habitsMax = 40

/** A seller is its GSTIN, or where its bills have none its name, folded. */
export const sellerHabits = Type.Object({
  seller: Type.String({ maxLength: 100 }),
  /** Those that a person saved. */
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

/** The form of a text: runs of letters and of digits as one of each. */
export function shapeOf(text: string): string {
  return text.replaceAll(/\p{L}[\p{L}\p{M}]*/gu, 'A').replaceAll(/\d+/g, '9')
}
