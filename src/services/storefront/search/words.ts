import { notAllowed } from '../../../platform/record/read.ts'
import { fold } from '../texts.ts'
import { searchWordsMax } from '../catalogue/rules.ts'

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
