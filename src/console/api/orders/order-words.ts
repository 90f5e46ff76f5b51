import type { Words } from '../words.ts'

/** Fields and lines keep their names, which only the page knows. */
export const orderWords: Words = {
  beginsSentence: false,
  nameOf: (place) => place,
  told: {
    'for sale': () => 'is not for sale: its product is switched off, or not approved.',
    'in the catalogue': () => 'is not in the catalogue any more.',
    gstin: (got) =>
      `${got} is mistyped: a GSTIN has 15 characters, and the last one checks the others.`,
  },
}
