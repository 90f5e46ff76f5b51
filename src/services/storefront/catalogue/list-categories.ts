import { snapshot } from '../../../platform/db/connection.ts'
import type { VersionedAnswer } from '../../../platform/http/answer-cache.ts'
import { catalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../parts.ts'
import { listShownCategories } from './shelf-queries.ts'
import { shownCategory } from './shown.ts'

/** The categories in display order; `origin` is where links in the answer point. */
export function listCategories(
  { database: { read } }: StorefrontDeps,
  origin: string,
): VersionedAnswer {
  return snapshot(read, () => {
    const version = catalogueVersion(read)
    const data = listShownCategories(read)
      .all()
      .map((category) => shownCategory(category, origin))
    return { text: JSON.stringify({ data }), rows: data.length, version }
  })
}
