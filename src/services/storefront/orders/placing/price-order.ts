import { AppError } from '../../../../platform/errors.ts'
import { rupeesMax, toRupees } from '../../../../platform/money.ts'
import { notAllowed, refused, refusedAs } from '../../../../platform/record/read.ts'
import { fieldAt, inApiWords, rupees, say } from '../../../../platform/record/sentence.ts'
import { requireWithinMrp } from '../../products/rules.ts'
import { lineAmounts, orderAmounts, type OrderAmounts } from '../rules.ts'
import type { ItemInput, OrderInput } from './read-order.ts'
import type { Article } from './stock.ts'

/** How far an amount that came with an order may be from what its lines come to, in paise (source: decisions). */
const differenceMaxPaise = 100

/** A line as it is sold; money in paise. `article` is what it takes from the stock. */
export type SoldItem = {
  article: Article | undefined
  sku: string | null
  productName: string
  variantLabel: string | null
  hsn: string
  quantity: number
  unitPrice: number
  gstBasisPoints: number
  /** The offer that made the price; null for none. */
  offerId: string | null
  offerTitle: string | null
  lineTotal: number
  gstAmount: number
}

export type PricedOrder = { items: SoldItem[]; amounts: OrderAmounts; warnings: string[] }

/**
 * Whose word counts for name, variant, HSN and GST rate where both have one: the catalogue's for a new order, the line's
 * for one that was sold earlier. A price on the line always counts.
 */
type Snapshot = 'of the catalogue' | 'of the line'

/**
 * Prices the lines and adds them up. Throws AppError `invalid_request` when a line does not say what is sold, amounts
 * that came with the order are more than 1.00 away from what its lines come to, or they are too large.
 */
export function priceOrder(
  input: OrderInput,
  findArticle: (sku: string) => Article | undefined,
  snapshot: Snapshot,
): PricedOrder {
  const warnings = [...input.warnings]
  const items = input.items.map((item) => {
    const article = item.sku === undefined ? undefined : findArticle(item.sku)
    if (snapshot === 'of the catalogue') requireOnSale(item, article)
    return priceItem(item, article, snapshot, warnings)
  })
  const amounts = orderAmounts(items, input.discount)
  if (amounts === undefined) throw tooMuch(items, input.discount)
  const { stated } = input
  compare('subtotal', stated.subtotal, amounts.subtotal, warnings)
  compare('gst_total', stated.gstTotal, amounts.gstTotal, warnings)
  compare('total', stated.total, amounts.total, warnings)
  return { items, amounts, warnings }
}

type FindArticle = (sku: string) => Article | undefined

/**
 * Refuses an order of what nobody gave a price: also where the line names one, unless whoever orders `setsPrices`. Throws AppError
 * `price_missing` that names every such SKU.
 */
export function requirePrices(
  { items }: OrderInput,
  findArticle: FindArticle,
  setsPrices: boolean,
): void {
  const missing = new Map<string, number | null>()
  for (const { sku, unitPrice } of items) {
    const article = sku === undefined ? undefined : findArticle(sku)
    if (sku === undefined || article === undefined || article.priceGiven) continue
    if (unitPrice !== undefined && setsPrices) continue
    missing.set(sku, unitPrice === undefined ? null : toRupees(unitPrice))
  }
  if (missing.size === 0) return
  const [skus, verb] = [[...missing.keys()].join(', '), missing.size === 1 ? 'has' : 'have']
  throw new AppError(
    'price_missing',
    `${skus} ${verb} no price in the catalogue, and cannot be sold before it is entered there. No order was placed.`,
    { items: Array.from(missing, ([sku, given]) => ({ sku, given, expected: null })) },
  )
}

const withoutScope = 'for a key without the scope orders:price'

/**
 * Refuses an order that has other prices than the catalogue's, or a discount. A shop that knows nothing of offers sends
 * what it shows, the sale price: that counts too. Prices are compared as they are stored, in paise. Throws AppError
 * `price_changed` that names both prices, `invalid_request` for a discount and for what is not in the catalogue.
 */
export function requireCataloguePrices(
  { items, discount }: OrderInput,
  findArticle: (sku: string) => Article | undefined,
): void {
  const changed = items.flatMap(({ at, sku, unitPrice }): ChangedPrice[] => {
    const article = sku === undefined ? undefined : findArticle(sku)
    if (article === undefined || sku === undefined) {
      throw notAllowed(`${at}sku`, `the SKU of a product or variant ${withoutScope}`, sku)
    }
    const { salePrice, offered } = article
    if (salePrice === 0) {
      throw notAllowed(
        `${at}sku`,
        `the SKU of something that costs more than 0 ${withoutScope}`,
        sku,
      )
    }
    const isKnown = unitPrice === undefined || [salePrice, offered?.price].includes(unitPrice)
    return isKnown ? [] : [{ at, sku, unitPrice, salePrice, offered }]
  })
  const [first] = changed
  if (first !== undefined) throw priceChanged(first, changed)
  if (discount > 0) throw notAllowed('discount', `0 ${withoutScope}`, toRupees(discount))
}

type ChangedPrice = Pick<Article, 'salePrice' | 'offered'> & {
  at: string
  sku: string
  unitPrice: number
}

/** The sentence is about the first line, the items about all. */
function priceChanged(first: ChangedPrice, changed: readonly ChangedPrice[]): AppError {
  const { at, sku, unitPrice, salePrice, offered } = first
  const offer = offered && `${toRupees(offered.price)}, the price with “${offered.title}”, or `
  const allowed = `${offer ?? ''}${toRupees(salePrice)}, the catalogue's price of ${sku}, ${withoutScope}`
  return refused(
    { rule: 'other', allowed, field: `${at}unit_price`, got: toRupees(unitPrice) },
    'price_changed',
    changed.map((line) => ({
      sku: line.sku,
      given: toRupees(line.unitPrice),
      expected: toRupees(line.offered?.price ?? line.salePrice),
    })),
  )
}

/** Refuses what somebody would sell by hand above its MRP. Throws AppError `invalid_request`. */
export function requireWithinMrps({ items: wanted }: OrderInput, items: readonly SoldItem[]): void {
  for (const [i, { article, unitPrice }] of items.entries()) {
    const at = wanted[i]?.at ?? ''
    if (article !== undefined) requireWithinMrp(`${at}unit_price`, unitPrice, article.mrp)
  }
}

function requireOnSale({ at, sku }: ItemInput, article: Article | undefined): void {
  if (sku === undefined) return
  if (article === undefined) {
    throw notAllowed(`${at}sku`, 'the SKU of a product or variant', sku, {
      name: 'in the catalogue',
    })
  }
  if (!article.isListed) {
    const allowed = 'the SKU of a product that is active and approved'
    throw notAllowed(`${at}sku`, allowed, sku, { name: 'for sale' })
  }
}

function priceItem(
  item: ItemInput,
  article: Article | undefined,
  snapshot: Snapshot,
  warnings: string[],
): SoldItem {
  const { at, quantity } = item
  const goods = goodsOf(item, article, snapshot)
  const productName = required(item, 'product_name', goods.productName)
  const offered = article?.offered
  const catalogues = offered?.price ?? article?.salePrice
  const unitPrice = required(item, 'unit_price', item.unitPrice ?? catalogues)
  const isOffered = unitPrice === offered?.price
  const gstBasisPoints = required(item, 'gst_pct', goods.gstBasisPoints)
  const amounts = lineAmounts({ quantity, unitPrice, gstBasisPoints })
  if (amounts === undefined) {
    const place = `${at}quantity`
    throw refusedAs(
      'invalid_request',
      place,
      say`${fieldAt(place)} times the unit price is more than ${rupees(rupeesMax)}.`,
    )
  }
  compare(`${at}line_total`, item.lineTotal, amounts.lineTotal, warnings)
  compare(`${at}gst_amount`, item.gstAmount, amounts.gstAmount, warnings)
  const { variantLabel, hsn } = goods
  const sold = { productName, variantLabel, hsn, quantity, unitPrice, gstBasisPoints, ...amounts }
  return {
    article,
    sku: item.sku ?? null,
    ...sold,
    offerId: isOffered ? offered.offerId : null,
    offerTitle: isOffered ? offered.title : null,
  }
}

type Goods = Pick<SoldItem, 'variantLabel' | 'hsn'> & {
  productName: string | undefined
  gstBasisPoints: number | undefined
}

function goodsOf(item: ItemInput, article: Article | undefined, snapshot: Snapshot): Goods {
  const { productName, variantLabel = null, hsn = '', gstBasisPoints } = item
  if (article === undefined) return { productName, variantLabel, hsn, gstBasisPoints }
  const { name } = article
  if (snapshot === 'of the catalogue') {
    return {
      productName: name,
      variantLabel: article.variantLabel,
      hsn: article.hsn === '' ? hsn : article.hsn,
      gstBasisPoints: article.gstBasisPoints,
    }
  }
  return {
    productName: productName ?? name,
    variantLabel: variantLabel ?? article.variantLabel,
    hsn: item.hsn ?? article.hsn,
    gstBasisPoints: gstBasisPoints ?? article.gstBasisPoints,
  }
}

function required<T>({ at, sku }: ItemInput, field: string, value: T | undefined): T {
  if (value !== undefined) return value
  const which = sku === undefined ? 'without a sku' : 'whose sku is not in the catalogue'
  const place = `${at}${field}`
  throw refusedAs(
    'invalid_request',
    place,
    say`${fieldAt(place)} is missing: a line ${which} must have it.`,
  )
}

/** The reckoned amount is what is stored. */
function compare(
  field: string,
  stated: number | undefined,
  reckoned: number,
  warnings: string[],
): void {
  if (stated === undefined || stated === reckoned) return
  const differs = (end: string) =>
    say`${fieldAt(field)} is ${rupees(toRupees(stated))}, but the lines come to ${rupees(toRupees(reckoned))}${end}`
  if (Math.abs(stated - reckoned) > differenceMaxPaise) {
    throw refusedAs('invalid_request', field, differs(': they may differ by 1.00 at most.'))
  }
  warnings.push(inApiWords(differs(', which was taken.')))
}

function tooMuch(items: readonly SoldItem[], discount: number): Error {
  const gross = items.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
  if (discount > gross) {
    return notAllowed(
      'discount',
      say`at most what the lines come to, ${rupees(toRupees(gross))}`,
      toRupees(discount),
      { unit: 'rupees' },
    )
  }
  const sentence = say`${fieldAt('items')} come to more than ${rupees(rupeesMax)}.`
  return refusedAs('invalid_request', 'items', sentence)
}
