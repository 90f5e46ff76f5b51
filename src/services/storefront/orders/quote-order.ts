import { snapshot } from '../../../platform/db/connection.ts'
import type { StorefrontParts } from '../parts.ts'
import { articleFinder } from './find-article.ts'
import { priceOrder, type SoldItem } from './price-order.ts'
import type { OrderWish } from './read-order.ts'
import { gstByRate, type OrderAmounts, type TaxOfRate } from './rules.ts'
import { findShort } from './take-stock.ts'

export type Quote = {
  /** In the order of the wish. Money in paise. */
  items: SoldItem[]
  amounts: OrderAmounts
  taxes: TaxOfRate[]
  /** The SKUs of which there is not enough: the order would be refused. */
  short: { sku: string; wanted: number; inStock: number }[]
}

/** What an order would come to if it were placed now; nothing is written. Throws AppError `invalid_request`. */
export function quoteOrder({ book }: Pick<StorefrontParts, 'book'>, wish: OrderWish): Quote {
  return snapshot(book.read, () => {
    const { items, amounts } = priceOrder(wish, articleFinder(book.read), 'of the catalogue')
    return { items, amounts, taxes: gstByRate(items), short: findShort(items) }
  })
}
