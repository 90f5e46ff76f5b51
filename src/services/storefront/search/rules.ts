import { notAllowed } from '../../../platform/record/read.ts'
import { fold } from '../texts.ts'

/** The orders of the product list (source: the contract); ties by id in the direction of the sort. */
export const sorts = ['newest', 'oldest', 'price_asc', 'price_desc', 'name_asc'] as const

export type Sort = (typeof sorts)[number]

/** What a sort compares, and which way. */
export const sortKeys = {
  newest: { by: 'createdAt', descending: true },
  oldest: { by: 'createdAt', descending: false },
  price_asc: { by: 'salePrice', descending: false },
  price_desc: { by: 'salePrice', descending: true },
  name_asc: { by: 'foldedName', descending: false },
} as const satisfies Record<Sort, { by: string; descending: boolean }>

export type SortColumn = (typeof sortKeys)[Sort]['by']

/** A page of the listed products, of a category or of all. */
export type PageInput = {
  sort: Sort
  categoryId: string | undefined
  limit: number
  offset: number
}

/** Words of `search`: each is looked for in every product's text. */
export const searchWordsMax = 20

// Vowel signs are marks: without them मीठा and मठ would be one word.
const word = /[\p{L}\p{M}\p{N}]+/gu
const letterOrDigit = /[\p{L}\p{N}]/u

/**
 * The folded words that `search` asks for. Undefined: no search, because the text is blank; an empty list finds nothing,
 * because the text has neither a letter nor a digit. Throws AppError `invalid_request` when there are too many.
 */
export function searchWords(text: string | undefined): string[] | undefined {
  const folded = fold(text ?? '')
  if (folded === '') return undefined
  if (!letterOrDigit.test(folded)) return []
  const words = [...new Set(folded.match(word))]
  if (words.length <= searchWordsMax) return words
  throw notAllowed('search', `at most ${searchWordsMax} words`, text)
}
