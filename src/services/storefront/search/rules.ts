import { notAllowed } from '../../../platform/record/read.ts'
import { fold } from '../texts.ts'

/** The sort orders of the product list (source: the contract). Ties are sorted by id in the same direction. */
export const sorts = ['newest', 'oldest', 'price_asc', 'price_desc', 'name_asc'] as const

export type Sort = (typeof sorts)[number]

/** The column and the direction of each sort order. */
export const sortKeys = {
  newest: { by: 'createdAt', descending: true },
  oldest: { by: 'createdAt', descending: false },
  price_asc: { by: 'salePrice', descending: false },
  price_desc: { by: 'salePrice', descending: true },
  name_asc: { by: 'foldedName', descending: false },
} as const satisfies Record<Sort, { by: string; descending: boolean }>

export type SortColumn = (typeof sortKeys)[Sort]['by']

/** A value for each column that the list is sorted by. */
export function forSortColumns<T>(build: (column: SortColumn) => T): Record<SortColumn, T> {
  return {
    createdAt: build('createdAt'),
    salePrice: build('salePrice'),
    foldedName: build('foldedName'),
  }
}

/** A page of the listed products of one category or of all. */
export type PageInput = {
  sort: Sort
  categoryId: string | undefined
  limit: number
  offset: number
}

/** The most words of a search. Every word must occur in a product's text. */
export const searchWordsMax = 20

// Vowel signs are marks: without them मीठा and मठ would be the same word.
const word = /[\p{L}\p{M}\p{N}]+/gu
const letterOrDigit = /[\p{L}\p{N}]/u

/**
 * The folded words of a search. Undefined for blank text, which is no search. Empty if the text has neither a letter
 * nor a digit, which finds nothing. Throws AppError `invalid_request` if there are too many words.
 */
export function searchWords(text: string | undefined): string[] | undefined {
  const folded = fold(text ?? '')
  if (folded === '') return undefined
  if (!letterOrDigit.test(folded)) return []
  const words = [...new Set(folded.match(word))]
  if (words.length <= searchWordsMax) return words
  throw notAllowed('search', `at most ${searchWordsMax} words`, text)
}
