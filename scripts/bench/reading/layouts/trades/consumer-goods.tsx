import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { H } from '../../marks.tsx'
import { amountField } from '../../parts.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'
import { markup } from '../../bill-markup.tsx'

const css = `.page { padding: 6mm } .lines th { border: 1px solid #000; font-size: 85% }
  .lines td { padding: 0.3mm 1mm; border-right: 1px solid #ccc } .strip { width: 100%; margin-top: 2mm }
  .strip th, .strip td { border: 1px solid #000; text-align: right; padding: 0.5mm 1.5mm } .head { border-bottom: 1px solid #000 }`

/** A distributor of consumer goods: headings in two rows, its own and the salesman's telephone, the sums in a strip. */
export const consumerGoods = onePage({
  name: 'consumer-goods',
  css,
  fonts: ['Arimo', 'Carlito'],
  size: 7.5,
  paper: { width: 297, height: 210 },
  wanted: ({ random }) => ({
    trade: random.pick(['grocery', 'household']),
    lines: [4, 16],
    discounts: 0.5,
    isNear: random.chance(0.9),
  }),
  columns: columnsFor,
  Head,
  Foot,
})

function columnsFor(kit: Kit, { isNear }: Bill): Column[] {
  const all = columnsOf(kit, {
    serial: 'Sr',
    description: 'SKU Name',
    hsn: 'HSN',
    mrp: 'MRP',
    unit: 'UOM',
    qty: 'Sale Qty',
    rate: 'Base Rate',
    gross: 'Gross Amt',
    taxable: 'Net Taxable',
    total: 'Net Amt',
  })
  const taxes = isNear
    ? [
        under('CGST', '%', all.cgstPct),
        under('CGST', 'Amt', all.cgst),
        under('SGST', '%', all.sgstPct),
        under('SGST', 'Amt', all.sgst),
      ]
    : [under('IGST', '%', all.igstPct), under('IGST', 'Amt', all.igst)]
  return [
    all.serial,
    all.description,
    all.hsn,
    all.mrp,
    all.unit,
    all.qty,
    all.rate,
    under('Trade Disc', '%', all.discountPct),
    under('Trade Disc', 'Amt', all.discount),
    all.taxable,
    ...taxes,
    all.total,
  ]
}

function under(group: string, heading: string, column: Column): Column {
  return { ...column, heading, group }
}

function Head({ kit, bill }: Printed) {
  const outlet = `R${kit.random.int(1000, 9999)}`
  const salesman = `${kit.random.pick(['Rakesh', 'Amol', 'Imran'])} - 98${kit.random.int(10_000_000, 99_999_999)}`
  return markup({ kit, bill })`
    .row.head
      div
        .name {vendor_name}
        {seller.address,city,pin}
        GSTIN/UIN: {gstin} FSSAI: {fssai_no}
        Ph: {phone}
      div
        .b Retailer
        div ${(
          <H k="buyer_name" v={[bill.buyer.name, `${bill.buyer.name} (${outlet})`]}>
            {bill.buyer.name}
          </H>
        )} (${outlet})
        {buyer.address}
        GSTIN: {buyer_gstin}
      entries
        TAX INVOICE = {invoice_no}
        Bill Date = {invoice_date}
        Order Ref = {po_no}
        Beat = Kothrud Tue
        Salesman = ${salesman}`
}

function Foot({ kit, bill }: Printed) {
  const { isNear } = bill
  const sums: [heading: string, key: string, paise: number][] = [
    ['Gross Amt', 'subtotal', bill.gross],
    ['Total Disc', 'discount', bill.discount],
    ['Taxable Amt', 'taxable_value', bill.taxable],
    ...(isNear
      ? ([
          ['CGST', 'cgst', bill.cgst],
          ['SGST', 'sgst', bill.sgst],
        ] satisfies [string, string, number][])
      : ([['IGST', 'igst', bill.igst]] satisfies [string, string, number][])),
    ['R.Off', 'round_off', bill.roundOff],
    ['Net Payable', 'total', bill.total],
  ]
  return markup({ kit, bill })`
    table.strip
      thead
        tr
          ${() => sums.map(([heading]) => <th key={heading}>{heading}</th>)}
      tbody
        tr
          ${() =>
            sums.map(([heading, key, paise]) => (
              <td key={heading}>{amountField(kit, key, paise)}</td>
            ))}
    @wordsOf Rs.
    .small Received the above goods in good condition.
    .r For {seller.name}`
}
