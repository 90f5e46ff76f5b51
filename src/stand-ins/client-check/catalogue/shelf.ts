import { newId } from '../../../platform/ids.ts'
import type { JsonValue } from '../../../platform/json/json.ts'

/** Fields of an article by their names; money in paise. */
export type Values = ReadonlyMap<string, JsonValue>

/** An article as it is written: a product, or a variant of one. */
export type Article = {
  id: string
  target: 'product' | 'variant'
  values: Map<string, JsonValue>
}

/** What the client last said of an article, whether it arrived or not, and in how many calls. */
type Sent = { values: Map<string, JsonValue>; calls: number }

/** What the scripted server holds during one scenario. */
export type Shelf = {
  articles: Map<string, Article>
  sent: Map<string, Sent>
  /** Calls that sent something, refused or not. */
  calls: number
  /** SKUs that need not arrive. */
  excused: Set<string>
  /** What was wrong with what the client sent, as sentences. */
  faults: Set<string>
  /** What was taken otherwise than it was sent, as sentences. */
  warnings: Set<string>
  /** Why a row is refused, for a scenario. */
  refuse(sku: string): string | undefined
  /** Whether `products/stock` finds an article that was never sent to `products/bulk`: the shop may have it. */
  finds(sku: string): boolean
  /** Units that were sold since an article was counted. */
  soldSince(sku: string): number
  /** What is wrong with the images of a row. */
  refuseImages(sku: string): string | undefined
  /** When the stock of an article was counted that came last, in milliseconds since the epoch. */
  countedAt: Map<string, number>
}

export function openShelf(): Shelf {
  return {
    articles: new Map(),
    sent: new Map(),
    calls: 0,
    excused: new Set(),
    faults: new Set(),
    warnings: new Set(),
    refuse: () => undefined,
    finds: () => true,
    soldSince: () => 0,
    refuseImages: () => undefined,
    countedAt: new Map(),
  }
}

/** Notes what is being sent, before anything can go wrong with it. */
export function noteSent(shelf: Shelf, sku: string, values: Values): void {
  const known = shelf.sent.get(sku) ?? { values: new Map<string, JsonValue>(), calls: 0 }
  for (const [name, value] of values) known.values.set(name, value)
  known.calls += 1
  shelf.sent.set(sku, known)
}

/** Writes what a row says. Answers the article, and whether it is new and anything differed. */
export function write(
  shelf: Shelf,
  {
    sku,
    target,
    values,
    now,
  }: { sku: string; target: Article['target']; values: Values; now: number },
) {
  const known = shelf.articles.get(sku)
  const article = known ?? { id: newId(now), target, values: new Map<string, JsonValue>() }
  let changed = known === undefined
  for (const [name, value] of values) {
    if (!isSame(article.values.get(name), value)) changed = true
    article.values.set(name, value)
  }
  shelf.articles.set(sku, article)
  return { article, isNew: known === undefined, changed }
}

/** Whether anybody said what it costs. */
export function hasPrice(values: Values): boolean {
  return values.has('sale_price') || Number(values.get('mrp') ?? 0) > 0
}

/** SKUs of what was sent and is not written as it was sent last. */
export function missing(shelf: Shelf): string[] {
  return [...shelf.sent.keys()].filter((sku) => isMissing(shelf, sku))
}

/** Asked after each call: with many articles the first that is missing tells it. */
export function isAllWritten(shelf: Shelf): boolean {
  for (const sku of shelf.sent.keys()) if (isMissing(shelf, sku)) return false
  return true
}

function isMissing(shelf: Shelf, sku: string): boolean {
  if (shelf.excused.has(sku)) return false
  const written = shelf.articles.get(sku)?.values
  const sent = [...(shelf.sent.get(sku)?.values ?? [])]
  return written === undefined || sent.some(([name, value]) => !isSame(written.get(name), value))
}

export function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
