import { and, eq, isNotNull } from 'drizzle-orm'
import { query, type Conn } from '../../../platform/db/connection.ts'
import type { Clock } from '../../../platform/time.ts'
import { offers } from '../tables.ts'
import { bestOffer, readReduction, type Offered, type PricingOffer } from './rules.ts'

/** The values of a product that offers check. `minSalePrice` in paise. */
export type Priced = { id: string; categoryId: string; minSalePrice: number | null }

/** The prices with the offers of one moment. */
export type PriceBook = {
  /** Identifies the state behind an answer with these prices: the catalogue's version and the active offers. */
  key: string
  /** The offer for a product or its variant that costs `salePrice` (in paise) without offers. */
  offerFor(product: Priced, salePrice: number): Offered | undefined
}

/** Returns the present prices, for the catalogue version that `conn` sees. */
export type PriceBooks = (conn: Conn, version: number) => PriceBook

/** Keeps one book until the catalogue changes or an offer begins or ends. */
export function priceBooks(clock: Clock): PriceBooks {
  let kept: { version: number; since: number; until: number; book: PriceBook } | undefined
  return (conn, version) => {
    const now = clock.now()
    if (kept?.version === version && now >= kept.since && now < kept.until) return kept.book
    const rows = pricingOffers(conn)
    const { since, until } = momentsAround(rows, now)
    const book = bookOf(rows, now, `${version} ${since}`)
    kept = { version, since, until, book }
    return book
  }
}

/** The prices of a moment, for a command. They include changes of its own transaction. */
export function priceBookAt(conn: Conn, now: number): PriceBook {
  return bookOf(pricingOffers(conn), now, '')
}

type OfferRow = ReturnType<ReturnType<typeof listPricingOffers>['all']>[number]

/** The time range in which the same offers are active as now, in milliseconds since the epoch. `until` is not included. */
function momentsAround(rows: readonly OfferRow[], now: number) {
  let [since, until] = [-Infinity, Infinity]
  for (const { startsAt, endsAt } of rows) {
    // An offer's last moment is part of it.
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

/** Separates the stored ids of an offer's targets. */
export const targetSeparator = '|'

/** The ids of the categories or products of an offer. */
export function targetsOf({ targets }: Pick<OfferRow, 'targets'>): string[] {
  return targets?.split(targetSeparator) ?? []
}

/** Offers that set prices, in display order, including those that are not active now. */
function pricingOffers(conn: Conn): OfferRow[] {
  const rows = listPricingOffers(conn).all()
  return rows.length < 2 ? rows : rows.toSorted(byDisplayOrder)
}

function byDisplayOrder(a: OfferRow, b: OfferRow): number {
  if (a.sortOrder !== b.sortOrder) return a.sortOrder - b.sortOrder
  if (a.foldedTitle !== b.foldedTitle) return a.foldedTitle < b.foldedTitle ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/** Without an order: each order placed asks this, and sorting in SQLite takes 30 microseconds even where there is no offer. */
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
      sortOrder: offers.sortOrder,
      foldedTitle: offers.foldedTitle,
    })
    .from(offers)
    .where(and(eq(offers.isActive, true), isNotNull(offers.appliesTo))),
)
