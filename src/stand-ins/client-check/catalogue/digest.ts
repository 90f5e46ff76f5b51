import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json/json.ts'
import { toRupees } from '../../../platform/money.ts'
import type { Answer, Refuse } from '../scenario.ts'
import { hasPrice, type Shelf } from './shelf.ts'

/** Ranges of one call (source: the contract). */
const rangesMax = 1_000

type Listed = {
  sku: string
  target: string
  stock: number
  mrp: number
  price: number
  isPriced: boolean
}

/** Says of each range of SKUs whether stock and prices are the same here. */
export function compare(shelf: Shelf, body: JsonValue | undefined, refuse: Refuse): Answer {
  const ranges = isJsonObject(body) ? body['ranges'] : undefined
  if (!Array.isArray(ranges)) return refuse(400, 'ranges must be a list.')
  if (ranges.length > rangesMax) return refuse(413, `ranges must be at most ${rangesMax}.`)
  const results: JsonObject[] = []
  for (const range of ranges) {
    const { from, before = null, digest } = isJsonObject(range) ? range : {}
    if (typeof from !== 'string' || typeof digest !== 'string') {
      return refuse(400, 'Each of ranges must have from and digest, as texts.')
    }
    const until = typeof before === 'string' ? before : undefined
    results.push(compareRange(shelf, from, until, digest))
  }
  const different = results.filter(({ same }) => same !== true).length
  const summary = { ranges: results.length, same: results.length - different, different }
  return { status: 200, body: { summary, results } }
}

function compareRange(
  shelf: Shelf,
  from: string,
  before: string | undefined,
  digest: string,
): JsonObject {
  const listed = [...shelf.articles].map(([sku, { target, values }]): Listed => {
    const [stock, mrp, price] = ['stock_quantity', 'mrp', 'sale_price'].map((name) =>
      Number(values.get(name) ?? 0),
    )
    const isPriced = hasPrice(values)
    return { sku, target, stock: stock ?? 0, mrp: mrp ?? 0, price: price ?? 0, isPriced }
  })
  const inside = listed
    .filter(({ sku }) => inOrder(from, sku) && (before === undefined || !inOrder(before, sku)))
    .toSorted((one, other) => Buffer.compare(Buffer.from(one.sku), Buffer.from(other.sku)))
  const same = digestOf(inside) === digest.trim().toLowerCase()
  return {
    from,
    before: before ?? null,
    same,
    ...(!same && { articles: inside.map(articleJson), more: false }),
  }
}

/** Whether a text does not come behind another, by their UTF-8. */
function inOrder(one: string, other: string): boolean {
  return Buffer.compare(Buffer.from(one), Buffer.from(other)) <= 0
}

function digestOf(articles: readonly Listed[]): string {
  const lines = articles.map(({ sku, stock, mrp, price }) => `${sku}\t${stock}\t${mrp}\t${price}\n`)
  return Bun.SHA256.hash(lines.join(''), 'hex')
}

function articleJson({ sku, target, stock, mrp, price, isPriced }: Listed): JsonObject {
  return {
    sku,
    target,
    stock_quantity: stock,
    mrp: toRupees(mrp),
    sale_price: toRupees(price),
    has_price: isPriced,
  }
}
