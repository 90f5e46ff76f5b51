import { AnswerCache } from '../../../platform/http/answer-cache.ts'
import { catalogueVersion, versionReader } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../deps.ts'
import { overviewOf } from '../inventory/overview.ts'
import { priceBooks, type PriceBook, type PriceBooks } from '../pricing/price-book.ts'
import { SearchIndex, type CountListed } from '../search/search-index.ts'
import { countListed, countListedOfCategory, WalkedPages } from './queries.ts'
import type { ListDeps } from './read-catalogue.ts'

/** The parts of the catalogue kept in memory for all readers. */
export type Catalogue = ListDeps & {
  answers: AnswerCache
  /** Stops loading, because the database is about to close. */
  stop(): Promise<void>
}

export function catalogueOf(deps: StorefrontDeps): Catalogue {
  const count = listedCounts()
  const prices = priceBooks(deps.clock)
  const search = new SearchIndex(count)
  return {
    answers: catalogueAnswers(deps, prices),
    count,
    prices,
    search,
    pages: new WalkedPages(),
    stop() {
      search.stop()
      overviewOf(deps.database.read).stop()
      return Promise.resolve()
    },
  }
}

/** The prices with the current offers, for the shop's own pages. */
export function pricesNow(
  { prices }: Pick<Catalogue, 'prices'>,
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
): PriceBook {
  return prices(read, catalogueVersion(read))
}

/** Keeps answers about the catalogue until it or the offers change, whichever process changes them. */
function catalogueAnswers({ database }: StorefrontDeps, prices: PriceBooks): AnswerCache {
  const version = versionReader(database)
  return new AnswerCache(() => prices(database.read, version()).key)
}

/** Counts once for each version of the catalogue: one count for each category, and one for all products. */
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
