import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { toNfc } from '../../../platform/text.ts'
import type { Daybook } from '../daybook.ts'
import { rowsIn } from '../scenario.ts'

/** Fields of an article by their names, as the client sent them. */
type Values = ReadonlyMap<string, JsonValue>

/** What one row says of an article: a product, or a variant of one. */
export type Article = { sku: string; values: Values; asOf?: JsonValue }

/** What Daybook and the client know of the articles during one scenario. */
export type Shelf = {
  daybook: Daybook
  /** What the client last said of an article, whether it arrived or not, and in how many calls. */
  sent: Map<string, { values: Map<string, JsonValue>; calls: number }>
  /** What Daybook took of that. */
  arrived: Map<string, Map<string, JsonValue>>
  /** Products that the shop has although the client never sent them, by SKU: their ids. */
  ready: Map<string, string>
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
  /** Whether the images of a row are bad. */
  refuseImages(sku: string): boolean
  /** What happens in the shop before articles are written. */
  before(articles: readonly Article[]): Promise<void>
  /** When the stock of an article was counted that came last, in milliseconds since the epoch. */
  countedAt: Map<string, number>
}

export function openShelf(daybook: Daybook): Shelf {
  return {
    daybook,
    sent: new Map(),
    arrived: new Map(),
    ready: new Map(),
    calls: 0,
    excused: new Set(),
    faults: new Set(),
    warnings: new Set(),
    refuse: () => undefined,
    finds: () => true,
    refuseImages: () => false,
    before: () => Promise.resolve(),
    countedAt: new Map(),
  }
}

/** Of what a row says these are no values of the article itself. */
const others = /^(?:sku|as_of|has_price|variants|images?|image_(?:url|base64|content_type))$/

/** The articles of a row: a product and its variants, to which its `as_of` belongs too. */
export function articlesOf(row: JsonObject): Article[] {
  const { variants, as_of: asOf } = row
  return [row, ...rowsIn(variants)].map((each) => {
    const values = Object.entries(each).filter(
      ([name, value]) => value !== null && !others.test(name),
    )
    const { sku } = each
    return {
      sku: typeof sku === 'string' ? toNfc(sku).trim() : '',
      values: new Map(values),
      ...(asOf !== undefined && { asOf }),
    }
  })
}

/** Notes what is being sent, before anything can go wrong with it. */
export function noteSent({ sent }: Shelf, { sku, values }: Article): void {
  const known = sent.get(sku) ?? { values: new Map<string, JsonValue>(), calls: 0 }
  for (const [name, value] of values) known.values.set(name, value)
  known.calls += 1
  sent.set(sku, known)
}

/** Notes what Daybook took. */
export function noteArrived(shelf: Shelf, { sku, values, asOf }: Article): void {
  const known = shelf.arrived.get(sku) ?? new Map<string, JsonValue>()
  for (const [name, value] of values) known.set(name, value)
  shelf.arrived.set(sku, known)
  if (typeof asOf === 'string' && values.has('stock_quantity')) noteCount(shelf, sku, asOf)
}

function noteCount({ countedAt, faults }: Shelf, sku: string, asOf: string): void {
  const at = Date.parse(asOf)
  const before = countedAt.get(sku) ?? at
  if (at < before) {
    faults.add(`The as_of of ${sku} went back: an older count came after a newer one.`)
  }
  countedAt.set(sku, Math.max(at, before))
}

/** SKUs of what was sent and did not arrive as it was sent last. */
export function missing(shelf: Shelf): string[] {
  return [...shelf.sent.keys()].filter((sku) => isMissing(shelf, sku))
}

/** Asked after each call: with many articles the first that is missing tells it. */
export function isAllWritten(shelf: Shelf): boolean {
  for (const sku of shelf.sent.keys()) if (isMissing(shelf, sku)) return false
  return true
}

function isMissing({ sent, arrived, excused }: Shelf, sku: string): boolean {
  if (excused.has(sku)) return false
  const there = arrived.get(sku)
  const said = [...(sent.get(sku)?.values ?? [])]
  return there === undefined || said.some(([name, value]) => !isSame(there.get(name), value))
}

export function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
