import { toRupees } from '../../platform/money.ts'
import type { JsonObject } from '../../platform/json/json.ts'
import type { ItemLine, LedgerEntry, Paise } from '../vouchers/voucher.ts'

/** A line of goods with an amount above zero: a stock item, or an amount for an account. */
export type Goods = {
  paise: Paise
  percent: number | undefined
  account: string
  item?: ItemLine
}

/** `sign`: 1 where goods are debited, −1 where they are credited. `itemRates`: tax rates of items whose lines print none. */
export function goodsOf(
  { entries, items }: { entries: readonly LedgerEntry[]; items: readonly ItemLine[] },
  sign: 1 | -1,
  itemRates: ReadonlyMap<string, number>,
): Goods[] {
  const booked = entries
    .filter(({ role }) => role === 'goods')
    .map(({ ledger, paise, gstPercent }): Goods => ({
      paise: paise * sign,
      percent: gstPercent,
      account: ledger,
    }))
  const stock = items.map((item): Goods => ({
    paise: item.paise * sign,
    percent: item.gstPercent ?? itemRates.get(item.item),
    account: item.ledger,
    item,
  }))
  return [...booked, ...stock]
}

type Priced = { qty: number; rate: number; isFree?: boolean }

/**
 * Quantities and rates of two decimals that give the amount exactly: ERPNext keeps no more decimals of a rate. If one rate cannot give
 * the amount, the last piece gets its own line and price.
 */
function pricesOf({ paise, item }: Goods): Priced[] {
  if (item === undefined) return [{ qty: 1, rate: toRupees(paise) }]
  const { billedQty, actualQty } = item
  const free = decimal(actualQty - billedQty)
  const gifts = free > 0 ? [{ qty: free, rate: 0, isFree: true }] : []
  const rate = Math.round(paise / billedQty)
  if (amountOf(rate, billedQty) === paise) {
    return [{ qty: billedQty, rate: toRupees(rate) }, ...gifts]
  }
  const last = billedQty % 1 === 0 ? 1 : decimal(billedQty % 1)
  const many = decimal(billedQty - last)
  const lower = Math.floor(paise / billedQty)
  const lastRate = Math.round((paise - amountOf(lower, many)) / last)
  return [{ qty: many, rate: toRupees(lower) }, { qty: last, rate: toRupees(lastRate) }, ...gifts]
}

function amountOf(rate: Paise, qty: number): Paise {
  return Math.round(decimal(rate * qty))
}

/** Removes rounding errors of binary fractions. */
function decimal(number: number): number {
  return Number(number.toFixed(6))
}

export type LineWords = {
  /** The code of the item that stands for goods of one tax rate; '' for none. */
  itemCode: string
  template: string | undefined
  knownBatches: ReadonlySet<string>
  knownHsn: ReadonlySet<string>
  accountField: 'expense_account' | 'income_account'
  sign: 1 | -1
  /** Fields that every line has. */
  always: JsonObject
}

/** The unit of lines without a stock item. */
export const plainUnit = 'Nos'

/** The ERPNext rows for one line of goods. */
export function rowsFor(goods: Goods, words: LineWords): JsonObject[] {
  return pricesOf(goods).map(({ qty, rate, isFree = false }) => ({
    ...(goods.item === undefined ? plainLine(goods, words) : stockLine(goods.item, words)),
    qty: qty * words.sign,
    rate,
    ...(isFree && { is_free_item: 1 }),
    [words.accountField]: goods.account,
    ...(words.template !== undefined && { item_tax_template: words.template }),
    ...words.always,
  }))
}

function plainLine({ account }: Goods, { itemCode }: LineWords): JsonObject {
  return {
    ...(itemCode !== '' && { item_code: itemCode }),
    item_name: account,
    description: account,
    uom: plainUnit,
    conversion_factor: 1,
  }
}

function stockLine(item: ItemLine, { knownBatches, knownHsn }: LineWords): JsonObject {
  const { batch, hsn } = item
  return {
    item_code: item.item,
    uom: item.unit,
    warehouse: item.godown,
    ...(batch !== '' &&
      (knownBatches.has(batch)
        ? { batch_no: batch }
        : { description: `${item.item}, batch ${batch}` })),
    ...(knownHsn.has(hsn) && { gst_hsn_code: hsn }),
  }
}
