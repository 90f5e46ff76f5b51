import { asc, eq, isNotNull, and } from 'drizzle-orm'
import { query, type Conn } from '../../../platform/db/connection.ts'
import type { Clock } from '../../../platform/time.ts'
import { offers } from '../tables.ts'
import { bestOffer, readReduction, type Offered, type PricingOffer } from './rules.ts'

/** What an offer looks at in a product; `minSalePrice` in paise. */
export type Priced = { id: string; categoryId: string; minSalePrice: number | null }

/** What the offers of one moment make of the prices. */
export type PriceBook = {
  /** What an answer with these prices was read from: the version of the catalogue, and the offers of the moment. */
  key: string
  /** The offer that counts for a product, or a variant of it, which costs `salePrice` (in paise) without one. */
  offerFor(product: Priced, salePrice: number): Offered | undefined
}

/** Gives the prices of now, of a version of the catalogue that `conn` sees. */
export type PriceBooks = (conn: Conn, version: number) => PriceBook

/** Keeps one book until the catalogue changes, or an offer begins or ends. */
export function priceBooks(clock: Clock): PriceBooks {
  let kept: { version: number; since: number; until: number; book: PriceBook } | undefined
  return (conn, version) => {
    const now = clock.now()
    if (kept?.version === version && now >= kept.since && now < kept.until) return kept.book
    const rows = listPricingOffers(conn).all()
    const { since, until } = momentsAround(rows, now)
    const book = bookOf(rows, now, `${version} ${since}`)
    kept = { version, since, until, book }
    return book
  }
}

/** The prices of a moment, for a command: it sees what its own transaction has changed. */
export function priceBookAt(conn: Conn, now: number): PriceBook {
  return bookOf(listPricingOffers(conn).all(), now, '')
}

type OfferRow = ReturnType<ReturnType<typeof listPricingOffers>['all']>[number]

/** From when on, and until before when, the same offers count as now; in milliseconds since the epoch. */
function momentsAround(rows: readonly OfferRow[], now: number) {
  let [since, until] = [-Infinity, Infinity]
  for (const { startsAt, endsAt } of rows) {
    // The last moment of an offer is part of it.
    for (const change of [startsAt, endsAt === null ? null : endsAt + 1]) {
      if (change === null) continue
      if (change <= now) since = Math.max(since, change)
      else until = Math.min(until, change)
    }
  }
  return { since, until }
}

function bookOf(rows: readonly OfferRow[], now: number, key: string): PriceBook {
  const everywhere: PricingOffer[] = []
  const byTarget = new Map<string, PricingOffer[]>()
  for (const row of rows) {
    const offer = pricingOfferOf(row, now)
    if (offer === undefined) continue
    if (row.appliesTo === 'everything') everywhere.push(offer)
    for (const target of targetsOf(row)) {
      const known = byTarget.get(target)
      if (known === undefined) byTarget.set(target, [offer])
      else known.push(offer)
    }
  }
  if (everywhere.length === 0 && byTarget.size === 0) return { key, offerFor: () => undefined }
  return {
    key,
    offerFor({ id, categoryId, minSalePrice }, salePrice) {
      const candidates = [byTarget.get(id), byTarget.get(categoryId), everywhere].flatMap(
        (some) => some ?? [],
      )
      return bestOffer(candidates, salePrice, minSalePrice)
    },
  }
}

function pricingOfferOf(row: OfferRow, now: number): PricingOffer | undefined {
  if ((row.startsAt ?? now) > now || (row.endsAt ?? now) < now) return undefined
  const reduction = readReduction(row.ruleKind, row.ruleValue)
  return reduction && { id: row.id, title: row.title, reduction }
}

/** Stands between the ids of what an offer is for, as they are stored. */
export const targetSeparator = '|'

/** The ids of the categories or products that an offer is for. */
export function targetsOf({ targets }: Pick<OfferRow, 'targets'>): string[] {
  return targets?.split(targetSeparator) ?? []
}

/** Offers that price, in the order of display, also those whose time is not now. */
const listPricingOffers = query((conn) =>
  conn
    .select({
      id: offers.id,
      title: offers.title,
      ruleKind: offers.ruleKind,
      ruleValue: offers.ruleValue,
      appliesTo: offers.appliesTo,
      targets: offers.targets,
      startsAt: offers.startsAt,
      endsAt: offers.endsAt,
    })
    .from(offers)
    .where(and(eq(offers.isActive, true), isNotNull(offers.appliesTo)))
    .orderBy(asc(offers.sortOrder), asc(offers.foldedTitle), asc(offers.id)),
)
