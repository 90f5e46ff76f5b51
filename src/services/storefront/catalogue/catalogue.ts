import { AnswerCache } from '../../../platform/http/answer-cache.ts'
import type { Log } from '../../../platform/log.ts'
import { catalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../deps.ts'
import { overviewOf } from '../inventory/overview.ts'
import { priceBooks, type PriceBook, type PriceBooks } from '../pricing/price-book.ts'
import { SearchIndex, type CountListed } from '../search/search-index.ts'
import { countListed, countListedOfCategory } from './queries.ts'
import type { ListDeps } from './read-catalogue.ts'

/** What is kept of the catalogue in memory, for all who read it. */
export type Catalogue = ListDeps & { answers: AnswerCache }

export function catalogueOf(deps: StorefrontDeps): Catalogue {
  const count = listedCounts()
  const prices = priceBooks(deps.clock)
  return {
    answers: catalogueAnswers(deps, prices),
    count,
    prices,
    search: new SearchIndex(count),
  }
}

/**
 * Makes the first search and the first list of the shop's own as quick as the others: loads in the background, while the
 * server serves. Call `stop` before the database closes.
 */
export function startLoadingSearch(
  { search }: Catalogue,
  { database }: Pick<StorefrontDeps, 'database'>,
  log: Log,
): { stop(): void } {
  const overview = overviewOf(database.read)
  const load = async () => {
    await search.load(database.read)
    await overview.load()
  }
  load().catch((error: unknown) => {
    // Nobody waits for it, and the next one who asks tries again.
    log.error('The products could not be loaded for searches.', { error })
  })
  return {
    stop() {
      search.stop()
      overview.stop()
    },
  }
}

/** What offers make of the prices at this moment, for the shop's own pages. */
export function pricesNow(
  { prices }: Pick<Catalogue, 'prices'>,
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
): PriceBook {
  return prices(read, catalogueVersion(read))
}

/** Keeps answers about the catalogue for as long as it and the offers stay the same, whichever process changes it. */
function catalogueAnswers({ database }: StorefrontDeps, prices: PriceBooks): AnswerCache {
  let changeToken = ''
  let version = 0
  return new AnswerCache(() => {
    // Costs a fraction of the query, and most of what changes a database is no part of the catalogue.
    const now = database.changeToken()
    if (now !== changeToken) version = catalogueVersion(database.read)
    changeToken = now
    return prices(database.read, version).key
  })
}

/** Counts once for each version of the catalogue; there are as many counts as categories, and one of all. */
export function listedCounts(): CountListed {
  let keptVersion: number | undefined
  const kept = new Map<string | undefined, number>()
  return (conn, version, categoryId) => {
    if (version !== keptVersion) kept.clear()
    keptVersion = version
    const known = kept.get(categoryId)
    if (known !== undefined) return known
    const row =
      categoryId === undefined
        ? countListed(conn).get()
        : countListedOfCategory(conn).get(categoryId)
    const counted = row?.n ?? 0
    kept.set(categoryId, counted)
    return counted
  }
}
