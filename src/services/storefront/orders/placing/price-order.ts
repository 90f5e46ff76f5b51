import { AppError } from '../../../../platform/errors.ts'
import { rupeesMax, toRupees } from '../../../../platform/money.ts'
import { notAllowed, refused, refusedAs } from '../../../../platform/record/read.ts'
import { fieldAt, inApiWords, rupees, say } from '../../../../platform/record/sentence.ts'
import { requireWithinMrp } from '../../products/rules.ts'
import { lineAmounts, orderAmounts, type OrderAmounts } from '../rules.ts'
import type { ItemInput, OrderInput } from './read-order.ts'
import type { Article } from './stock.ts'

/** The most by which an amount sent with an order may differ from the sum of its lines, in paise (source: decisions). */
const differenceMaxPaise = 100

/** A sold line. Money in paise. `article` is the article whose stock the line takes. */
export type SoldItem = {
  article: Article | undefined
  sku: string | null
  productName: string
  variantLabel: string | null
  hsn: string
  quantity: number
  unitPrice: number
  gstBasisPoints: number
  /** The offer that made the price. Null without one. */
  offerId: string | null
  offerTitle: string | null
  lineTotal: number
  gstAmount: number
}

export type PricedOrder = { items: SoldItem[]; amounts: OrderAmounts; warnings: string[] }

/**
 * The source of name, variant, HSN and GST rate if both have them: the catalogue for a new order, the line for an
 * earlier sale. A price on the line always counts.
 */
type Snapshot = 'of the catalogue' | 'of the line'

/**
 * Prices the lines and adds them up. Throws AppError `invalid_request` if a line does not name what is sold, if
 * amounts sent with the order differ by more than 1.00 from the sum of its lines, or if the amounts are too large.
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
 * Refuses articles that have no price, even if the line gives one, unless the caller `setsPrices`. Throws AppError
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
 * Refuses an order with prices other than the catalogue's, or with a discount. The sale price also counts when there
 * is an offer, because a shop may know nothing about offers. Prices are compared in paise, as stored. Throws AppError
 * `price_changed` that names both prices, `invalid_request` for a discount and for articles that are not in the
 * catalogue.
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

/** The message is about the first line. The details list all lines. */
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

/** Refuses a manual sale above the MRP. Throws AppError `invalid_request`. */
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

/** The calculated amount is stored. */
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
