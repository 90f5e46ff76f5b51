import type { AnswerCache } from '../../../platform/http/answer-cache.ts'
import type { Log } from '../../../platform/log.ts'
import type { StorefrontDeps } from '../parts.ts'
import { ProductShelf } from '../products/shelf.ts'
import { catalogueAnswers } from './catalogue-answers.ts'
import { listedCounts } from './listed-counts.ts'
import type { ListDeps } from './list-products.ts'
import { SearchIndex } from './search-index.ts'

/** What is kept of the catalogue in memory, for all who read it. */
export type Catalogue = ListDeps & { answers: AnswerCache; shelf: ProductShelf }

export function catalogueOf(deps: StorefrontDeps): Catalogue {
  const count = listedCounts()
  return {
    answers: catalogueAnswers(deps),
    count,
    search: new SearchIndex(count),
    shelf: new ProductShelf(),
  }
}

/**
 * Makes the first search and the first list of the shop's own as quick as the others: loads in the background, while the
 * server serves. Call `stop` before the database closes.
 */
export function startLoadingSearch(
  { search, shelf }: Catalogue,
  { database }: Pick<StorefrontDeps, 'database'>,
  log: Log,
): { stop(): void } {
  const load = async () => {
    await search.load(database.read)
    await shelf.load(database.read)
  }
  load().catch((error: unknown) => {
    // Nobody waits for it, and the next one who asks tries again.
    log.error('The products could not be loaded for searches.', { error })
  })
  return {
    stop() {
      search.stop()
      shelf.stop()
    },
  }
}
