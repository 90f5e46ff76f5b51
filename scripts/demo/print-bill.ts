import type { JsonObject } from '../../src/platform/json/json.ts'
import type { RawDocument } from '../../src/paper/rules/normalise.ts'
import type { BillLayout } from './bill-layout.ts'
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

type Entry = readonly [label: string | undefined, value: string]

/** What a scanner reads from `bill` printed in `layout` for `buyer`: labels and values as on the paper. */
export function printBill(
  random: Random,
  bill: Bill,
  layout: BillLayout,
  buyer: { name: string; gstin: string },
): RawDocument {
  const { head } = layout
  const metadata = printed([
    [head.seller, bill.sellerName],
    [head.gstin, bill.seller.gstin],
    [head.sellerState, random.pick(stateSpellings[bill.seller.state])],
    [bill.number === null ? undefined : head.number, bill.number ?? ''],
    [head.date, printDate(bill.date, layout.dates)],
    [head.buyer, buyer.name],
    [head.buyerGstin, buyer.gstin],
    [head.placeOfSupply, random.pick(stateSpellings[shopState])],
    [head.terms, random.pick(paymentTerms)],
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

function footEntries(bill: Bill, { foot, totals }: BillLayout): Entry[] {
  const sameState = bill.seller.state === shopState
  return [
    [foot.taxable, printMoney(bill.taxable, totals)],
    [sameState ? foot.tax?.cgst : undefined, printMoney(bill.cgst)],
    [sameState ? foot.tax?.sgst : undefined, printMoney(bill.sgst)],
    [sameState ? undefined : foot.tax?.igst, printMoney(bill.igst)],
    [foot.roundOff, printMoney(bill.roundOff)],
    [foot.total, printMoney(bill.total, totals)],
  ]
}

function lineEntries(line: BillLine, index: number, layout: BillLayout): Entry[] {
  const { product } = line
  const labels = layout.line
  return [
    [labels.serial, String(index + 1)],
    [labels.description, line.description],
    [labels.hsn, product.hsn.slice(0, layout.hsnDigits)],
    [labels.qty, layout.unitInQty ? `${line.qty} ${product.unit}` : String(line.qty)],
    [labels.rate, printMoney(line.rate)],
    [labels.unit, product.unit],
    [labels.gst, `${product.gstPercent}%`],
    [labels.amount, printMoney(line.amount)],
  ]
}

function printed(entries: readonly Entry[]): JsonObject {
  const object: JsonObject = {}
  for (const [label, value] of entries) {
    if (label !== undefined) object[label] = value
  }
  return object
}
