import type { ReactNode } from 'react'
import { type Column, columnsOf } from '../columns.tsx'
import { type Bill, composeBill } from '../compose/bill.ts'
import type { Trade } from '../compose/goods.ts'
import type { Kit } from '../kit.ts'
import { LinesTable, SparseRow } from '../lines-table.tsx'
import { C, H, Page, PaperDocument } from '../marks.tsx'
import { amountField, Buyer, dateField, Seller } from '../parts.tsx'
import { BillFacts, taxNames, TaxSummary } from '../sums.tsx'
import { type Layout, paginate, type Printed, sheetOf } from './layout.ts'
import { markup } from '../bill-markup.tsx'

/* Tally: a grid of boxes above the lines, taxes as lines among them, and a table of taxes by HSN below. */

export const tallyCss = `.page { padding: 8mm } .title { text-align: center; font-weight: bold; font-size: 11pt }
  .head { width: 100% }
  .head td, .lines th, .lines td, .taxes td, .taxes th, .foot { border: 1px solid #000; padding: 0.5mm 1mm }
  .head > tbody > tr > td:first-child { width: 50% } .grid { width: 100%; height: 100% }
  .grid td { border: 1px solid #000; height: 9mm; width: 50% } .cell { padding: 0 }
  .name { font-weight: bold } .party { padding-bottom: 1mm; border-bottom: 1px solid #000 }
  .party:last-child { border: 0 } .lines { border: 1px solid #000 }
  .lines td { border-top: 0; border-bottom: 0 } .lines th { font-weight: normal }
  .lines .sum td { border-top: 1px solid #000; font-weight: bold }
  .lines .ledger td { font-weight: bold; font-style: italic } .small { font-size: 7.5pt }
  .detail { font-style: italic; padding-left: 3mm; font-size: 7.5pt }
  .rule { border-top: 1px solid #000 } .foot { border-top: 0 }
  .two { display: flex; justify-content: space-between } .two > * { width: 50% }
  .signature { text-align: right; border: 1px solid #000; padding: 1mm }`

const trades: readonly Trade[] = ['grocery', 'household', 'stationery', 'electrical', 'hardware']

function composed(kit: Kit): Bill {
  const { random } = kit
  return composeBill(random, {
    trade: random.pick(trades),
    lines: [1, 9],
    discounts: random.pick([0, 0, 0.5, 1]),
    isRounded: random.chance(0.85),
  })
}

/** The boxes to the right of the parties; empty ones are printed too. */
function boxes(kit: Kit, bill: Bill): [label: string, value: ReactNode][] {
  const { order, transport } = bill
  const maybe = (value: ReactNode) => (kit.random.chance(0.45) ? value : null)
  return [
    [
      'Invoice No.',
      <H key="no" k="invoice_no">
        {bill.number}
      </H>,
    ],
    ['Dated', dateField(kit, 'invoice_date', bill.date)],
    ['Delivery Note', maybe(<H k="delivery_note_no">{transport.challan}</H>)],
    [
      'Mode/Terms of Payment',
      maybe(
        <H k="payment_terms">{kit.random.pick(['30 Days', 'Credit', '15 Days', 'Immediate'])}</H>,
      ),
    ],
    ['Reference No. & Date.', null],
    ['Other References', null],
    ["Buyer's Order No.", maybe(<H k="po_no">{order.number}</H>)],
    ['Dated', null],
    ['Dispatch Doc No.', null],
    ['Delivery Note Date', null],
    ['Dispatched through', maybe(<H k="transporter">{transport.name}</H>)],
    ['Destination', kit.random.chance(0.5) ? 'Pune' : null],
    ['Bill of Lading/LR-RR No.', maybe(<H k="lr_no">{transport.lr}</H>)],
    ['Motor Vehicle No.', maybe(<H k="vehicle_no">{transport.vehicle}</H>)],
  ]
}

export function TallyHead({ kit, bill, title }: Printed & { title: string }) {
  const shown = boxes(kit, bill).slice(0, kit.random.pick([6, 8, 12, 14]))
  const rows = paginate(shown, 2, 2)
  return (
    <>
      <div className="title">{title}</div>
      <table className="head">
        <tbody>
          <tr>
            <td className="cell">
              <Seller kit={kit} party={bill.seller} gstin="GSTIN/UIN:" />
              {kit.random.chance(0.4) ? (
                <div className="party">
                  <div className="small">Consignee (Ship to)</div>
                  <div className="name">
                    <H k="consignee_name">{bill.buyer.name}</H>
                  </div>
                  <div>{bill.buyer.address[0]}</div>
                  <div>GSTIN/UIN : {bill.buyer.gstin}</div>
                </div>
              ) : null}
              <Buyer
                party={bill.buyer}
                label={<span className="small">Buyer (Bill to)</span>}
                gstin="GSTIN/UIN :"
                state
              />
            </td>
            <td className="cell">
              <table className="grid">
                <tbody>
                  {rows.map((row, at) => (
                    <tr key={at}>
                      {row.map(([label, value]) => (
                        <td key={label}>
                          <div className="small">{label}</div>
                          <div className="b">{value}</div>
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </td>
          </tr>
        </tbody>
      </table>
    </>
  )
}

/** Taxes and rounding, which Tally prints below the goods in their columns, and the total. */
export function LedgerRows({ kit, bill, columns }: Printed & { columns: readonly Column[] }) {
  const last = columns.length - 1
  const qtyAt = columns.findIndex(({ heading }) => heading === 'Quantity')
  const total = amountField(kit, 'total', bill.total, kit.currency === '' ? '₹ ' : kit.currency)
  return (
    <>
      <SparseRow
        columns={columns.length}
        cells={{
          [last]: <span className="rule">{amountField(kit, 'subtotal', bill.taxable)}</span>,
        }}
      />
      {ledgers(kit, bill).map(([label, value]) => (
        <SparseRow
          key={label}
          className="ledger"
          columns={columns.length}
          cells={{ 1: label, [last]: value }}
        />
      ))}
      <SparseRow
        className="sum"
        columns={columns.length}
        cells={{ 1: 'Total', [qtyAt]: totalQuantity(kit, bill), [last]: total }}
      />
    </>
  )
}

function ledgers(kit: Kit, bill: Bill): [label: string, value: ReactNode][] {
  const [cgst = '', sgst = '', igst = ''] = taxNames(
    kit,
    bill,
    'CGST,SGST,IGST|Output CGST,Output SGST,Output IGST|CGST Output,SGST Output,IGST Output|CGST PAYABLE,SGST PAYABLE,IGST PAYABLE',
  )
  const roundOff = kit.say('Round Off|Rounding Off|ROUND OFF')
  return [
    ...(bill.isNear
      ? ([
          [cgst, amountField(kit, 'cgst', bill.cgst)],
          [sgst, amountField(kit, 'sgst', bill.sgst)],
        ] satisfies [string, ReactNode][])
      : ([[igst, amountField(kit, 'igst', bill.igst)]] satisfies [string, ReactNode][])),
    ...(bill.roundOff === 0
      ? []
      : ([[roundOff, amountField(kit, 'round_off', bill.roundOff)]] satisfies [
          string,
          ReactNode,
        ][])),
  ]
}

/** Only goods of one unit are added up. */
function totalQuantity(kit: Kit, { lines }: Bill): ReactNode {
  const units = new Set(lines.map(({ item }) => item.unit))
  if (units.size !== 1) return null
  const total = Math.round(lines.reduce((sum, { qty }) => sum + qty, 0) * 1000) / 1000
  return (
    <H k="total_qty" v={total}>
      {`${kit.quantity(total)} ${[...units].join('')}`}
    </H>
  )
}

export function TallyFoot(printed: Printed) {
  return markup(printed)`
    .foot
      .two
        span.small Amount Chargeable (in words)
        span.small.r E. & O.E
      @words
    ?0.7 ${({ kit, bill }) => <TaxSummary kit={kit} bill={bill} by={bill.lines.length > 12 ? 'rate' : 'hsn'} />}
    .foot
      .two
        div
          ?0.6 Company's PAN : {pan}
          .small Declaration
          .small We declare that this invoice shows the actual price of the goods described and that all particulars are true and correct.
        div
          ?0.7
            .small Company's Bank Details
            Bank Name : {bank_name}
            A/c No. : {account_no}
            Branch & IFS Code : {seller.bank.branch} & {ifsc}
          @signature
    .c.small This is a Computer Generated Invoice
    ${({ bill }) => <BillFacts bill={bill} />}`
}

export function tallyColumns(kit: Kit, bill: Bill) {
  const all = columnsOf(kit, {
    qty: 'Quantity',
    unit: 'per',
    serial: 'Sl No.|Sl',
    description: 'Description of Goods|Particulars',
  })
  const hasDiscount = bill.discount > 0
  const gst = kit.random.chance(0.35)
  return [
    all.serial,
    all.description,
    ...(kit.random.chance(0.92) ? [all.hsn] : []),
    ...(gst ? [all.gst] : []),
    all.qtyWithUnit,
    ...(kit.random.chance(0.25) ? [all.rateWithTax] : []),
    all.rate,
    all.unit,
    ...(hasDiscount ? [all.discountPct] : []),
    all.amount,
  ]
}

export const tally: Layout = {
  name: 'tally',
  kind: 'bill',
  make(kit) {
    const bill = composed(kit)
    const columns = tallyColumns(kit, bill)
    const detail = kit.random.chance(0.2)
    return sheetOf(
      kit,
      <PaperDocument category="vendor_invoice" kind="invoice">
        <Page>
          <TallyHead kit={kit} bill={bill} title={kit.say('Tax Invoice|TAX INVOICE|GST INVOICE')} />
          <LinesTable columns={columns} lines={bill.lines} below={detail ? BatchBelow : undefined}>
            <LedgerRows kit={kit} bill={bill} columns={columns} />
          </LinesTable>
          <TallyFoot kit={kit} bill={bill} />
        </Page>
      </PaperDocument>,
      tallyCss,
      { font: kit.random.pick(['Arimo', 'Arimo', 'Open Sans', 'Tinos']) },
    )
  },
}

/** As Tally prints it: below the name of the good, behind a label. */
function BatchBelow({ batch }: Bill['lines'][number]) {
  return (
    <div className="detail">
      Batch : <C k="batch_no">{batch}</C>
    </div>
  )
}
