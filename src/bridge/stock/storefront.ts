import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError } from '../../platform/errors.ts'
import type { Api } from '../daybook/api.ts'
import type { Article, StockUpdate } from './plan.ts'

/** Rows per call. */
const rowsAtOnce = 1_000

const paisePerRupee = 100

const comparedSchema = Type.Object({
  results: Type.Array(
    Type.Object({
      articles: Type.Optional(
        Type.Array(
          Type.Object({
            sku: Type.String(),
            stock_quantity: Type.Number(),
            sale_price: Type.Number(),
          }),
        ),
      ),
      more: Type.Optional(Type.Boolean()),
    }),
  ),
})

/**
 * Stock and prices of the whole storefront, by SKU. An empty digest matches no range, so Daybook returns every row. Throws AppError as
 * `Api` does.
 */
export async function articlesOf(api: Api): Promise<Map<string, Article>> {
  const articles = new Map<string, Article>()
  for (let from = ''; ;) {
    const body = { ranges: [{ from, digest: '' }] }
    const answer: unknown = await api.ask({ method: 'POST', path: 'products/digest', body })
    if (!Value.Check(comparedSchema, answer)) throw notUnderstood()
    const [range] = answer.results
    for (const { sku, stock_quantity: quantity, sale_price: rupees } of range?.articles ?? []) {
      articles.set(sku, { quantity, price: Math.round(rupees * paisePerRupee) })
    }
    const last = range?.articles?.at(-1)?.sku
    // The next page begins with the last row of this one.
    if (range?.more !== true || last === undefined || last === from) return articles
    from = last
  }
}

const stockSchema = Type.Object({
  results: Type.Array(
    Type.Object({
      status: Type.String(),
      changed: Type.Optional(Type.Boolean()),
      error: Type.Optional(Type.Object({ message: Type.String() })),
    }),
  ),
})

/** A time before all orders: the count in the accounts includes no unacknowledged order, however long it has waited. */
const asOf = new Date(0).toISOString()

/** The outcome of sending rows: how many changed something, how many were refused, and why the first was refused. */
export type Sent = { changed: number; refused: number; refusal: string }

/** Throws AppError as `Api` does. */
export async function sendStock(api: Api, updates: readonly StockUpdate[]): Promise<Sent> {
  const sent: Sent = { changed: 0, refused: 0, refusal: '' }
  for (let at = 0; at < updates.length; at += rowsAtOnce) {
    const rows = updates.slice(at, at + rowsAtOnce).map(({ sku, quantity, price }) => ({
      sku,
      ...(quantity !== undefined && { stock_quantity: quantity, as_of: asOf }),
      ...(price !== undefined && { sale_price: price / paisePerRupee }),
    }))
    const body = { updates: rows }
    const answer: unknown = await api.ask({ method: 'POST', path: 'products/stock', body })
    if (!Value.Check(stockSchema, answer)) throw notUnderstood()
    for (const { status, changed, error } of answer.results) {
      if (changed === true) sent.changed += 1
      if (status !== 'error') continue
      if (sent.refused === 0) sent.refusal = error?.message ?? ''
      sent.refused += 1
    }
  }
  return sent
}

function notUnderstood(): AppError {
  return new AppError(
    'internal',
    'The storefront answered what this bridge does not understand: both must be of one version.',
  )
}
