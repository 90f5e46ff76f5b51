import { AnswerCache } from '../../../platform/http/answer-cache.ts'
import { catalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../parts.ts'

/** Keeps answers about the catalogue for as long as it stays the same, whichever process changes it. */
export function catalogueAnswers({ database }: StorefrontDeps): AnswerCache {
  let generation = ''
  let version = 0
  return new AnswerCache(() => {
    // Costs a fraction of the query, and most of what changes a database is no part of the catalogue.
    const now = database.generation()
    if (now !== generation) version = catalogueVersion(database.read)
    generation = now
    return version
  })
}
