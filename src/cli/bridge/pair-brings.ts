import { type Command, Option } from 'commander'
import type { Keys } from '../../bridge/daybook/daybook.ts'
import type { Pairing } from '../../bridge/pairing.ts'
import { type SkuSource, skuSources } from '../../bridge/stock/plan.ts'
import type { Mappings } from '../../bridge/vouchers/lookup.ts'
import { AppError } from '../../platform/errors.ts'

/** What the bridge sends from the accounts to Daybook. */
export type BringOptions = {
  names: boolean
  stockToStorefront?: boolean
  sku: SkuSource
  priceLevel?: string
  prices?: 'with-gst' | 'without-gst'
}

/** The word for an item's price without a price level. */
const standardPrice = 'standard'

export function addBringOptions(command: Command): Command {
  return command
    .option(
      '--no-names',
      "of tally: leave Daybook's lists of vendors and products alone, instead of adding what the books call them",
    )
    .option('--stock-to-storefront', 'of tally: set the stock of the storefront by the books')
    .addOption(
      new Option('--sku <source>', 'with --stock-to-storefront: what of a stock item is its SKU')
        .choices(skuSources)
        .default('part-number'),
    )
    .option(
      '--price-level <name>',
      `with --stock-to-storefront: set prices too, by this price level of Tally or "${standardPrice}", its standard price`,
    )
    .addOption(
      new Option(
        '--prices <gst>',
        'with --price-level: whether GST is in those prices, or is to be added by the rate of the item',
      ).choices(['with-gst', 'without-gst']),
    )
}

/** Throws AppError `invalid_request` for options that need each other. */
export function bringsOf(options: BringOptions): Pick<Pairing, 'names' | 'stock'> {
  const { names, stockToStorefront, sku, priceLevel, prices } = options
  if (stockToStorefront !== true) {
    if (priceLevel === undefined && prices === undefined) return { names }
    throw invalid('--price-level and --prices need --stock-to-storefront.')
  }
  if (priceLevel === undefined && prices === undefined) return { names, stock: { sku } }
  if (priceLevel === undefined || prices === undefined) {
    throw invalid('--price-level and --prices go together: which prices, and whether GST is in.')
  }
  const level = priceLevel === standardPrice ? '' : priceLevel
  return { names, stock: { sku, price: { level, hasGst: prices === 'with-gst' } } }
}

/**
 * For file bridges, which read nothing from the accounts, and for ERPNext, which does not reduce its stock for drafts. Throws AppError
 * `invalid_request`.
 */
export function refuseStock({ stockToStorefront, priceLevel, prices }: BringOptions): void {
  if (stockToStorefront !== true && priceLevel === undefined && prices === undefined) return
  throw invalid('--stock-to-storefront, --price-level and --prices are of tally alone.')
}

/** Throws AppError `invalid_request` without the storefront key. */
export function requireBringable({ stock }: Pick<Pairing, 'stock'>, { ordersKey }: Keys): void {
  if (stock === undefined || ordersKey !== undefined) return
  throw invalid(
    '--stock-to-storefront needs a storefront key with products:write: pair with a code from the console, or send that key behind the other one.',
  )
}

/** What a person still has to do before stock goes to the storefront. */
export function stockAdvice({ stock }: Pick<Pairing, 'stock'>, { settings }: Mappings): string[] {
  if (stock === undefined || settings.order_as === 'sales') return []
  return [
    'Stock goes to the storefront once web orders become sales: see Settings on the page Books. Tally takes nothing off its stock for a sales order.',
  ]
}

function invalid(message: string): AppError {
  return new AppError('invalid_request', message)
}
