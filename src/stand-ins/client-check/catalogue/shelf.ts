import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { toNfc } from '../../../platform/text.ts'
import type { Daybook } from '../daybook.ts'
import { rowsIn } from '../scenario.ts'

/** Fields of an article by their names, as the client sent them. */
type Values = ReadonlyMap<string, JsonValue>

/** The values of an article in one row: a product, or a variant. */
export type Article = { sku: string; values: Values; asOf?: JsonValue }

/** The articles of one scenario, as the client sent them and as Daybook has them. */
export type Shelf = {
  daybook: Daybook
  /** The latest values that the client sent for an article, accepted or not, and in how many calls. */
  sent: Map<string, { values: Map<string, JsonValue>; calls: number }>
  /** The values that Daybook accepted. */
  arrived: Map<string, Map<string, JsonValue>>
  /** The ids of products that the shop has although the client never sent them, by SKU. */
  ready: Map<string, string>
  /** Calls that sent something, refused or not. */
  calls: number
  /** SKUs that need not arrive. */
  excused: Set<string>
  /** The client's mistakes, as sentences. */
  faults: Set<string>
  /** Values that Daybook changed when it accepted them, as sentences. */
  warnings: Set<string>
  /** The reason why a scenario refuses a row. Undefined if it does not. */
  refuse(sku: string): string | undefined
  /** Whether `products/stock` finds an article that was never sent to `products/bulk`: the shop may have it. */
  finds(sku: string): boolean
  /** Whether a scenario refuses the images of a row. */
  refuseImages(sku: string): boolean
  /** Runs before Daybook writes articles. */
  before(articles: readonly Article[]): Promise<void>
  /** The latest `as_of` of an article's stock, in milliseconds since the epoch. */
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

/** Fields of a row that are not compared as values of the article. */
const others = /^(?:sku|as_of|has_price|variants|images?|image_(?:url|base64|content_type))$/

/** The articles of a row: a product and its variants. The row's `as_of` applies to all of them. */
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

/** Records an article that the client sends, before anything goes wrong. */
export function noteSent({ sent }: Shelf, { sku, values }: Article): void {
  const known = sent.get(sku) ?? { values: new Map<string, JsonValue>(), calls: 0 }
  for (const [name, value] of values) known.values.set(name, value)
  known.calls += 1
  sent.set(sku, known)
}

/** Records an article that Daybook accepted. */
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

/** The SKUs whose latest values Daybook does not have. */
export function missing(shelf: Shelf): string[] {
  return [...shelf.sent.keys()].filter((sku) => isMissing(shelf, sku))
}

/** Whether no article is missing. Runs after each call, so it stops at the first missing one. */
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
