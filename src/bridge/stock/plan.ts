import { foldText, toNfc } from '../../platform/text.ts'
import type { PriceInBooks, StockInBooks } from '../books.ts'

/** What was chosen when the books were paired: by what of an item its SKU is told, and which price goes with it. */
export type StockChoice = {
  sku: SkuSource
  /** Without one only quantities go. `level` '' is the standard price. */
  price?: { level: string; hasGst: boolean }
}

export const skuSources = ['alias', 'part-number', 'name'] as const

export type SkuSource = (typeof skuSources)[number]

/** A product or a variant as the storefront has it; the price in paise, GST in it. */
export type Article = { quantity: number; price: number }

/** What the storefront is to be told; the price in paise. */
export type StockUpdate = { sku: string; quantity?: number; price?: number }

type Wanted = { name: string; quantity: number | undefined; price: number | undefined }

/**
 * Finds what the storefront has otherwise than the books, an item at a time. An SKU that two items have, a quantity in two
 * units, and a price whose GST nobody knows are left alone.
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
  /** Names of items of which it cannot be told how many there are, what they cost, or which article they are. */
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

  /** Whether the books said of any item how many there are: if of none, they did not understand the question. */
  get isCounted(): boolean {
    return this.#counted > 0
  }

  /** How many articles of the storefront are items of the books. */
  get known(): number {
    return this.#wanted.size
  }

  /** By SKU, only what differs. */
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

/** As SKUs are compared: the same letters, without space around. */
function skusOf({ name, aliases, partNo }: StockInBooks, source: SkuSource): string[] {
  const texts = { name: [name], alias: aliases, 'part-number': [partNo] }[source]
  return texts.map((text) => toNfc(text).trim()).filter((text) => text !== '')
}

/** The price of a level that is in force: the last one that has begun. */
function newest(prices: readonly PriceInBooks[], level: string, today: string) {
  return prices
    .filter((price) => foldText(price.level) === level && price.from <= today)
    .toSorted((one, other) => other.from.localeCompare(one.from))[0]
}
