import { AnswerCache } from '../../../platform/http/answer-cache.ts'
import { catalogueVersion } from '../catalogue-version.ts'
import type { StorefrontParts } from '../parts.ts'

/** Keeps answers about the catalogue for as long as it stays the same, whichever process changes it. */
export function catalogueAnswers({ book }: StorefrontParts): AnswerCache {
  let generation = ''
  let version = 0
  return new AnswerCache(() => {
    // Costs a fraction of the query, and most of what changes a book is no part of the catalogue.
    const now = book.generation()
    if (now !== generation) version = catalogueVersion(book.read)
    generation = now
    return version
  })
}
