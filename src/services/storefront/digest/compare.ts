import { query, type Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { toRupees } from '../../../platform/money.ts'
import { toNfc } from '../../../platform/text.ts'
import { eachInTurns } from '../../../platform/turns.ts'
import type { StorefrontDeps } from '../deps.ts'

/** The most ranges in one call. 10,000 articles in ranges of a hundred need a tenth of it. */
export const rangesMax = 1_000

/** The most articles in one range: one range is compared at once. */
export const rangeArticlesMax = 1_000

/** The most articles of differing ranges in one answer. */
export const answeredArticlesMax = 10_000

/**
 * The digest of another system's articles from one SKU up to, but not including, another. `before` undefined means to
 * the end. `digest` as made by `digestOf`.
 */
export type DigestRange = { from: string; before?: string | undefined; digest: string }

/** Money in paise. */
type Article = {
  sku: string
  target: 'product' | 'variant'
  stock_quantity: number
  mrp: number
  sale_price: number
  price_given: 0 | 1
}

/**
 * Compares stock and prices for each range of SKUs, and lists the articles of ranges that differ. Throws AppError
 * `invalid_request` for ranges that are not in order, `payload_too_large` for too many.
 */
export async function compareRanges(
  { database }: Pick<StorefrontDeps, 'database'>,
  sent: readonly DigestRange[],
) {
  const ranges = inOrder(sent)
  let room = answeredArticlesMax
  const results: Compared[] = []
  await eachInTurns(ranges, (range) => {
    const result = compareRange(database.read, range, room)
    room -= result.articles?.length ?? 0
    results.push(result)
  })
  const different = results.filter(({ same }) => !same).length
  return {
    summary: { ranges: results.length, same: results.length - different, different },
    results,
  }
}

/** A range, with its articles if it differs. `more`: there are more articles than shown. */
type Compared = {
  from: string
  before: string | null
  same: boolean
  articles?: ReturnType<typeof articleJson>[]
  more?: boolean
}

function compareRange(read: Conn, { from, before, digest }: DigestRange, room: number): Compared {
  const some = listArticles(read).all(from, before ?? null, rangeArticlesMax + 1)
  const articles = some.slice(0, rangeArticlesMax)
  const isWhole = some.length === articles.length
  const same = isWhole && digestOf(articles) === digest.toLowerCase()
  const range = { from, before: before ?? null, same }
  if (same) return range
  const shown = articles.slice(0, room)
  return {
    ...range,
    articles: shown.map(articleJson),
    more: !isWhole || shown.length < articles.length,
  }
}

/**
 * SHA-256 (hex) over one line for each article, sorted by the UTF-8 of the SKU: SKU, stock, MRP and selling price in
 * paise, separated by tabs, each line ended by a line feed.
 */
export function digestOf(articles: readonly Omit<Article, 'target' | 'price_given'>[]): string {
  const lines = articles.map(
    ({ sku, stock_quantity: stock, mrp, sale_price: price }) =>
      `${sku}\t${stock}\t${mrp}\t${price}\n`,
  )
  return Bun.SHA256.hash(lines.join(''), 'hex')
}

function articleJson({ mrp, sale_price, price_given, ...article }: Article) {
  const hasPrice = price_given === 1
  return { ...article, mrp: toRupees(mrp), sale_price: toRupees(sale_price), has_price: hasPrice }
}

/** Overlapping ranges are refused, because one call would read the catalogue many times. */
function inOrder(sent: readonly DigestRange[]): DigestRange[] {
  if (sent.length > rangesMax) throw tooMany(sent.length)
  const ranges = sent.map(({ from, before, digest }) => ({
    from: toNfc(from).trim(),
    before: before === undefined ? undefined : toNfc(before).trim(),
    digest: digest.trim(),
  }))
  for (const [at, { from, before }] of ranges.entries()) {
    const next = ranges[at + 1]
    const isEmpty = before !== undefined && compareUtf8(from, before) >= 0
    const overlaps =
      next !== undefined && (before === undefined || compareUtf8(before, next.from) > 0)
    if (isEmpty || overlaps) throw notInOrder(isEmpty ? at : at + 1)
  }
  return ranges
}

function compareUtf8(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

function notInOrder(at: number): AppError {
  return new AppError(
    'invalid_request',
    `ranges.${at} must begin before it ends, and not before the range in front of it ends, by the UTF-8 of the SKUs.`,
    { field: `ranges.${at}` },
  )
}

function tooMany(count: number): AppError {
  return new AppError(
    'payload_too_large',
    `ranges has ${count} entries, and at most ${rangesMax} are allowed: send them in smaller parts.`,
  )
}

/**
 * SQLite compares texts by their UTF-8 and sorts every text before `x''`. Each bound is a plain comparison, so that
 * SQLite reads only the range.
 */
export const listArticles = query((conn) =>
  conn.$client.query<Article, [from: string, before: string | null, limit: number]>(
    `SELECT sku, 'product' AS target, stock_quantity, mrp, sale_price, price_given FROM products
     WHERE sku >= ?1 AND sku < coalesce(?2, x'')
     UNION ALL
     SELECT sku, 'variant', stock_quantity, mrp, sale_price, price_given FROM variants
     WHERE sku >= ?1 AND sku < coalesce(?2, x'')
     ORDER BY sku LIMIT ?3 + 0`,
  ),
)
