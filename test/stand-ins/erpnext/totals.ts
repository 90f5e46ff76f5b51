import { numberOf, rowsOf, textOf } from '../../../src/platform/json/json.ts'
import { type Doc, isSet, round2 } from './docs.ts'
import type { Store } from './store.ts'

/**
 * What ERPNext works out of an invoice or order when it is saved: the amounts of its lines, its taxes, and its total,
 * which it rounds to the rupee unless it is told not to (source: erpnext/controllers/taxes_and_totals.py).
 */
export function withTotals(store: Store, doc: Doc): Doc {
  const gross = rowsOf(doc, 'items').map((row, at) => itemRow(store, row, at))
  const before = round2(gross.reduce((sum, row) => sum + numberOf(row, 'amount'), 0))
  const items = discounted(gross, before, numberOf(doc, 'discount_amount'))
  const net = round2(before - numberOf(doc, 'discount_amount'))
  let total = net
  const taxes = rowsOf(doc, 'taxes').map((row, at) => {
    const amount = taxAmount(store, row, items)
    total = round2(total + (textOf(row, 'add_deduct_tax') === 'Deduct' ? -amount : amount))
    return { ...row, idx: at + 1, tax_amount: amount, total }
  })
  const rounded = isSet(doc, 'disable_rounded_total') ? 0 : Math.round(total)
  return {
    ...doc,
    items,
    taxes,
    total: before,
    net_total: net,
    total_qty: items.reduce((sum, row) => sum + numberOf(row, 'qty'), 0),
    grand_total: total,
    rounded_total: rounded,
    rounding_adjustment: rounded === 0 ? 0 : round2(rounded - total),
  }
}

/** A discount on the net total lowers each line by its share; the last takes what rounding leaves. */
function discounted(items: readonly Doc[], amount: number, discount: number): Doc[] {
  let left = discount
  return items.map((item, at) => {
    const share =
      at === items.length - 1 || amount === 0
        ? left
        : round2((discount * numberOf(item, 'amount')) / amount)
    left = round2(left - share)
    return { ...item, net_amount: round2(numberOf(item, 'amount') - share) }
  })
}

/** Rates are kept at two decimals, as all money is. */
function itemRow(store: Store, row: Doc, at: number): Doc {
  const item = store.find('Item', textOf(row, 'item_code'))
  const rate = round2(numberOf(row, 'rate'))
  const amount = round2(rate * numberOf(row, 'qty'))
  return {
    ...row,
    idx: at + 1,
    item_name: textOf(row, 'item_name') || textOf(item, 'item_name'),
    uom: textOf(row, 'uom') || textOf(item, 'stock_uom'),
    gst_hsn_code: textOf(row, 'gst_hsn_code') || textOf(item, 'gst_hsn_code'),
    rate,
    amount,
  }
}

function taxAmount(store: Store, tax: Doc, items: readonly Doc[]): number {
  if (textOf(tax, 'charge_type') === 'Actual') return round2(numberOf(tax, 'tax_amount'))
  const shares = items.map(
    (item) => (numberOf(item, 'net_amount') * rateFor(store, item, tax)) / 100,
  )
  return round2(shares.reduce((sum, share) => sum + share, 0))
}

/** That of the line's template, where it has one for the account; else the row's own. */
export function rateFor(store: Store, item: Doc, tax: Doc): number {
  const template = store.find('Item Tax Template', textOf(item, 'item_tax_template'))
  const own = rowsOf(template, 'taxes').find(
    (row) => textOf(row, 'tax_type') === textOf(tax, 'account_head'),
  )
  if (own !== undefined) return numberOf(own, 'tax_rate')
  return textOf(tax, 'charge_type') === 'Actual' ? 0 : numberOf(tax, 'rate')
}
