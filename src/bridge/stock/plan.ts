import { type Static, Type } from '@sinclair/typebox'
import { foldText, toNfc } from '../../platform/text.ts'
import type { PriceInBooks, StockInBooks } from '../books.ts'

export const skuSources = ['alias', 'part-number', 'name'] as const

export type SkuSource = (typeof skuSources)[number]

/** The choices made at pairing: which part of an item holds its SKU, and which price to send. */
export const stockChoice = Type.Object({
  sku: Type.Union(skuSources.map((source) => Type.Literal(source))),
  /** Absent: only quantities are sent. `level` '' is the standard price. */
  price: Type.Optional(Type.Object({ level: Type.String(), hasGst: Type.Boolean() })),
})

export type StockChoice = Static<typeof stockChoice>

/** A product or a variant in the storefront. The price is in paise and includes GST. */
export type Article = { quantity: number; price: number }

/** An update for the storefront. The price is in paise. */
export type StockUpdate = { sku: string; quantity?: number; price?: number }

type Wanted = { name: string; quantity: number | undefined; price: number | undefined }

/**
 * Collects the differences between storefront and accounts, item by item. Leaves alone an SKU that two items share, a quantity in two
 * units, and a price with unknown GST.
 */
export class StockPlan {
  readonly #choice: StockChoice
  readonly #articles: ReadonlyMap<string, Article>
  readonly #today: string
  readonly #wanted = new Map<string, Wanted>()
  readonly #twice = new Set<string>()
  #counted = 0
  /** Names of items that the storefront does not have. */
  readonly unknown: string[] = []
  /** Names of items with an unclear quantity, price or SKU. */
  readonly unclear: string[] = []

  /** `today`: yyyy-mm-dd. */
  constructor(choice: StockChoice, articles: ReadonlyMap<string, Article>, today: string) {
    this.#choice = choice
    this.#articles = articles
    this.#today = today
  }

  take(item: StockInBooks): void {
    if (item.quantity !== 'blank') this.#counted += 1
    const skus = [...new Set(skusOf(item, this.#choice.sku))].filter((sku) =>
      this.#articles.has(sku),
    )
    const [sku] = skus
    if (sku === undefined) return void this.unknown.push(item.name)
    if (skus.length > 1) return void this.unclear.push(item.name)
    const other = this.#wanted.get(sku)
    if (other !== undefined || this.#twice.has(sku)) {
      this.#wanted.delete(sku)
      this.#twice.add(sku)
      return void this.unclear.push(...(other === undefined ? [] : [other.name]), item.name)
    }
    const quantity = item.quantity === 'blank' ? 0 : item.quantity
    const { price, isClear } = this.#priceOf(item)
    if (quantity === undefined || !isClear) this.unclear.push(item.name)
    this.#wanted.set(sku, { name: item.name, quantity: quantity && Math.floor(quantity), price })
  }

  /** Whether the accounts gave any item a quantity. If none has one, they did not understand the question. */
  get isCounted(): boolean {
    return this.#counted > 0
  }

  /** How many storefront articles are items in the accounts. */
  get known(): number {
    return this.#wanted.size
  }

  /** The updates by SKU, only where something differs. */
  updates(): StockUpdate[] {
    return [...this.#wanted].flatMap(([sku, { quantity, price }]) => {
      const now = this.#articles.get(sku)
      const update: StockUpdate = {
        sku,
        ...(quantity !== undefined && quantity !== now?.quantity && { quantity }),
        ...(price !== undefined && price !== now?.price && { price }),
      }
      return Object.keys(update).length > 1 ? [update] : []
    })
  }

  #priceOf({ prices, gstRate }: StockInBooks): { price: number | undefined; isClear: boolean } {
    const { price: chosen } = this.#choice
    const inForce = chosen && newest(prices, foldText(chosen.level), this.#today)
    if (chosen === undefined || inForce === undefined) return { price: undefined, isClear: true }
    if (!chosen.hasGst && gstRate === undefined) return { price: undefined, isClear: false }
    const gst = chosen.hasGst ? 0 : (gstRate ?? 0)
    const rupees = inForce.rupees * (1 - inForce.discount / 100) * (1 + gst / 100)
    const price = Math.round(Number((rupees * 100).toFixed(4)))
    return price > 0 ? { price, isClear: true } : { price: undefined, isClear: false }
  }
}

/** The SKUs of an item in the form for comparison: composed and trimmed. */
function skusOf({ name, aliases, partNo }: StockInBooks, source: SkuSource): string[] {
  const texts = { name: [name], alias: aliases, 'part-number': [partNo] }[source]
  return texts.map((text) => toNfc(text).trim()).filter((text) => text !== '')
}

/** The current price of a level: the latest that has begun. */
function newest(prices: readonly PriceInBooks[], level: string, today: string) {
  return prices
    .filter((price) => foldText(price.level) === level && price.from <= today)
    .toSorted((one, other) => other.from.localeCompare(one.from))[0]
}
