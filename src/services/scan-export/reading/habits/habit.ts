import { Type, type Static } from '@sinclair/typebox'

/* Where a seller's bills have what their readers did not find by themselves: learnt of what a person confirmed. */

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

/** Characters of a label. */
export const labelCharactersMax = 40

/**
 * Of a seller, by its GSTIN: behind which printed label a field stands, or where no label is in which place, and in what form:
 * "A9/9" is letters, digits, a stroke, digits.
 */
export const habit = Type.Object({
  gstin: Type.String({ maxLength: 15 }),
  key: Type.String({ maxLength: 40 }),
  label: Type.String({ maxLength: labelCharactersMax }),
  box,
  shape: Type.String({ maxLength: phraseCharactersMax }),
})

export type PagePhrase = Static<typeof pagePhrase>
export type Habit = Static<typeof habit>

/** The form of a text: runs of letters and of digits as one of each. */
export function shapeOf(text: string): string {
  return text.replaceAll(/\p{L}[\p{L}\p{M}]*/gu, 'A').replaceAll(/\d+/g, '9')
}

/** What stands behind a learnt label is plainer than anything else, which is worth 1. */
export const habitWorth = 1.2
