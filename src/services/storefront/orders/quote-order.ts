import { snapshot } from '../../../platform/db/connection.ts'
import type { StorefrontDeps } from '../deps.ts'
import { articleFinder } from './find-article.ts'
import { priceOrder, type SoldItem } from './price-order.ts'
import type { OrderInput } from './read-order.ts'
import { gstByRate, type OrderAmounts, type TaxOfRate } from './rules.ts'
import { findShort } from './take-stock.ts'

export type Quote = {
  /** In the order of the input. Money in paise. */
  items: SoldItem[]
  amounts: OrderAmounts
  taxes: TaxOfRate[]
  /** The SKUs of which there is not enough: the order would be refused. */
  short: { sku: string; wanted: number; inStock: number }[]
}

/** What an order would come to if it were placed now; nothing is written. Throws AppError `invalid_request`. */
export function quoteOrder(
  { database }: Pick<StorefrontDeps, 'database'>,
  input: OrderInput,
): Quote {
  return snapshot(database.read, () => {
    const { items, amounts } = priceOrder(input, articleFinder(database.read), 'of the catalogue')
    return { items, amounts, taxes: gstByRate(items), short: findShort(items) }
  })
}
