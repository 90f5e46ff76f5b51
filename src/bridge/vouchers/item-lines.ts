import { type CheckedDocument, type Fields, textAt } from '../../paper/checks/document.ts'
import type { LineFigures } from '../../paper/checks/figures.ts'
import { tradeFacts } from '../../paper/facts.ts'
import { readQuantity } from '../../paper/values.ts'
import type { InvoiceAmounts, LineAmount } from './amounts.ts'
import { goodsLedger } from './entries.ts'
import { dayAt, lastDayAt } from './document.ts'
import type { Lookup } from './lookup.ts'
import type { ItemLine, Paise } from './voucher.ts'

/** The lines of a bill as stock items. Refuses lines that cannot be stock items. `factor` is as in `entriesOf`. */
export function itemLines(
  document: CheckedDocument,
  amounts: InvoiceAmounts,
  factor: 1 | -1,
  lookup: Lookup,
): ItemLine[] {
  const { lines } = amounts
  if (lines === undefined || lines.length === 0) {
    const message =
      'Its lines do not come to what is taxed: enter it as an accounting invoice, or mend its lines.'
    lookup.refuse({ code: 'totals_mismatch', field: 'line_items', message })
    return []
  }
  const godown = lookup.godown()
  const figures = tradeFacts(document).lines
  return document.lines.flatMap((line, at) => {
    const [own, amount] = [figures[at], lines[at]]
    if (own === undefined || amount === undefined || isNoGoods(own, amount)) return []
    return itemLine({ line, figures: own, amount, at, factor, godown }, lookup)
  })
}

/** Whether the line is only a heading or a remark. */
function isNoGoods({ qty }: LineFigures, { paise }: LineAmount): boolean {
  return qty === undefined && paise === 0
}

type Row = {
  line: Fields
  figures: LineFigures
  amount: LineAmount
  at: number
  factor: 1 | -1
  godown: string
}

function itemLine({ line, figures, amount, at, factor, godown }: Row, lookup: Lookup): ItemLine[] {
  const qty = Math.abs(figures.qty ?? 0)
  if (qty === 0) {
    const message = `Line ${at + 1} has no quantity, so it cannot be entered as a stock item.`
    lookup.refuse({ code: 'other', field: 'qty', message })
    return []
  }
  if (amount.paise < 0) {
    const message = `Line ${at + 1} goes back to the seller: a bill that sells and takes back is entered by hand, or as an accounting invoice.`
    lookup.refuse({ code: 'other', field: 'line_items', message })
    return []
  }
  const found = lookup.item({
    codes: textsAt(line, 'sku', 'item_code', 'barcode'),
    names: textsAt(line, 'product_name', 'description'),
  })
  const { percent, paise } = amount
  return [
    {
      item: found.item,
      ledger: goodsLedger('input', percent, lookup),
      paise: paise * factor,
      billedQty: qty,
      actualQty: qty + freeOf(line),
      unit: lookup.unit(textAt(line, 'unit'), found.unit),
      ...priceOf(figures, qty, paise),
      godown,
      ...batchOf(line),
      hsn: textAt(line, 'hsn'),
      ...(percent !== undefined && { gstPercent: percent }),
    },
  ]
}

/** A line without a batch number gets no days. */
function batchOf(line: Fields): Pick<ItemLine, 'batch' | 'made' | 'expires'> {
  const batch = textAt(line, 'batch_no')
  if (batch === '') return { batch }
  const [made, expires] = [dayAt(line, 'mfg_date'), lastDayAt(line, 'expiry_date')]
  return { batch, ...(made && { made }), ...(expires && { expires }) }
}

/** The free quantity, from its own column or behind the quantity: "10+2" has two free. */
function freeOf(line: Fields): number {
  const behind = /^\s*\d+\s*\+\s*(\d+)/.exec(textAt(line, 'qty'))?.[1] ?? 0
  return Math.abs(readQuantity(textAt(line, 'free_qty')) ?? Number(behind))
}

/** A rate that is worked out from an amount has this many decimals. */
const rateDecimals = 4

/**
 * The printed rate and discount if they give the amount. Else the rate worked out from the amount, if rounding it still gives the amount.
 */
function priceOf({ rate, discount }: LineFigures, qty: number, paise: Paise) {
  const { percent = 0 } = discount
  const isPrinted = (one: number, off: number) => Math.round(qty * one * (100 - off)) === paise
  if (rate !== undefined && isPrinted(rate, percent)) {
    return { rate, ...(percent > 0 && { discountPercent: percent }) }
  }
  const worked = Number((paise / 100 / qty).toFixed(rateDecimals))
  return isPrinted(worked, 0) ? { rate: worked } : {}
}

function textsAt(line: Fields, ...keys: string[]): string[] {
  return keys.map((key) => textAt(line, key)).filter((text) => text !== '')
}
