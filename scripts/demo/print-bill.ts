import type { JsonObject } from '../../src/platform/json/json.ts'
import type { RawDocument } from '../../src/paper/rules/normalise.ts'
import type { BillLayout } from './bill-layouts.ts'
import { type Bill, type BillLine, shopState } from './bill.ts'
import { printDate } from './calendar.ts'
import { printMoney } from './money.ts'
import type { Random } from './random.ts'
import type { StateCode } from './vendors.ts'

// All spellings of states on the bills of this shop's sellers. The rename rules know all of them.
const stateSpellings: Record<StateCode, readonly string[]> = {
  '07': ['Delhi'],
  '24': ['Gujarat', '24-Gujarat'],
  '27': ['Maharashtra', 'MH', 'Maharastra', '27-Maharashtra'],
  '29': ['Karnataka'],
  '33': ['Tamil Nadu', 'Tamilnadu', '33-Tamil Nadu'],
  '36': ['Telangana'],
}

const paymentTerms = ['15 Days', '30 Days', 'Cash', 'Against Delivery']

type Entry = readonly [label: string, value: string]

/** What a scanner reads from `bill` printed in `layout` for `buyer`: labels and values as on the paper. */
export function printBill(
  random: Random,
  bill: Bill,
  layout: BillLayout,
  buyer: { name: string; gstin: string },
): RawDocument {
  const { label } = layout
  const metadata = printed([
    [label('seller'), bill.sellerName],
    [label('gstin'), bill.seller.gstin],
    [label('sellerState'), random.pick(stateSpellings[bill.seller.state])],
    [bill.number === null ? '' : label('number'), bill.number ?? ''],
    [label('date'), printDate(bill.date, layout.dates)],
    [label('buyer'), buyer.name],
    [label('buyerGstin'), buyer.gstin],
    [label('placeOfSupply'), random.pick(stateSpellings[shopState])],
    [label('terms'), random.pick(paymentTerms)],
    ...footEntries(bill, layout),
  ])
  const line_items = bill.lines.map((line, index) => printed(lineEntries(line, index, layout)))
  return { invoice_metadata: metadata, line_items }
}

/** The same paper, scanned a second time: some headings are read differently. */
export function readAgain(random: Random, raw: RawDocument): RawDocument {
  const reread = random.pick([
    (label: string) => label.toUpperCase(),
    (label: string) => `${label}:`,
    (label: string) => ` ${label.replace(/\.$/, '')} :`,
  ])
  return {
    invoice_metadata: relabelled(raw.invoice_metadata, reread),
    line_items: raw.line_items.map((line) => relabelled(line, reread)),
  }
}

function relabelled(object: JsonObject, reread: (label: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([label, value]) => [reread(label), value]))
}

function footEntries(bill: Bill, { label, totals }: BillLayout): Entry[] {
  const sameState = bill.seller.state === shopState
  return [
    [label('taxable'), printMoney(bill.taxable, totals)],
    [sameState ? label('cgst') : '', printMoney(bill.cgst)],
    [sameState ? label('sgst') : '', printMoney(bill.sgst)],
    [sameState ? '' : label('igst'), printMoney(bill.igst)],
    [label('roundOff'), printMoney(bill.roundOff)],
    [label('total'), printMoney(bill.total, totals)],
  ]
}

function lineEntries(line: BillLine, index: number, layout: BillLayout): Entry[] {
  const { product } = line
  const { label } = layout
  return [
    [label('serial'), String(index + 1)],
    [label('description'), line.description],
    [label('hsn'), product.hsn.slice(0, layout.hsnDigits)],
    [label('qty'), layout.unitInQty ? `${line.qty} ${product.unit}` : String(line.qty)],
    [label('rate'), printMoney(line.rate)],
    [label('unit'), product.unit],
    [label('gst'), `${product.gstPercent}%`],
    [label('amount'), printMoney(line.amount)],
  ]
}

function printed(entries: readonly Entry[]): JsonObject {
  const object: JsonObject = {}
  for (const [label, value] of entries) {
    if (label !== '') object[label] = value
  }
  return object
}
