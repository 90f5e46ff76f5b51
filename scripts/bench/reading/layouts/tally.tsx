import type { ReactNode } from 'react'
import { markup, rows } from '../bill-markup.tsx'
import { columnsOf } from '../columns.tsx'
import type { Bill } from '../compose/bill.ts'
import type { Kit } from '../kit.ts'
import { SparseRow } from '../lines-table.tsx'
import { H } from '../marks.tsx'
import { amountField, type Entry } from '../parts.tsx'
import { roundingEntries, taxEntries, taxNames, TaxSummary } from '../sums.tsx'
import { paginate, type Printed } from './layout.ts'
import { paper } from './paper.tsx'

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

/** The boxes to the right of the parties; empty ones are printed too. */
function boxes(printed: Printed): readonly Entry[] {
  return rows(printed)`
    Invoice No. = {invoice_no}
    Dated = {invoice_date}
    Delivery Note =
      ?0.45 | {delivery_note_no}
    let terms = {any 30 Days|Credit|15 Days|Immediate}
    Mode/Terms of Payment =
      ?0.45 | {payment_terms=terms}
    Reference No. & Date. =
    Other References =
    Buyer's Order No. =
      ?0.45 | {po_no}
    Dated =
    Dispatch Doc No. =
    Delivery Note Date =
    Dispatched through =
      ?0.45 | {transporter}
    Destination =
      ?0.5 | Pune
    Bill of Lading/LR-RR No. =
      ?0.45 | {lr_no}
    Motor Vehicle No. =
      ?0.45 | {vehicle_no}`
}

export function TallyHead({ kit, bill, title }: Printed & { title: string }) {
  const shown = boxes({ kit, bill }).slice(0, kit.random.pick([6, 8, 12, 14]))
  return markup({ kit, bill })`
    .title ${title}
    table.head
      tbody
        tr
          td.cell
            @seller GSTIN/UIN:
            ?0.4 .party
              .small Consignee (Ship to)
              .name {consignee_name}
              {buyer.address.0}
              GSTIN/UIN : {buyer.gstin}
            @buyer <span.small>Buyer (Bill to)</span>; GSTIN/UIN :; state
          td.cell
            ${(<Grid entries={shown} />)}`
}

function Grid({ entries }: { entries: readonly Entry[] }) {
  return (
    <table className="grid">
      <tbody>
        {paginate(entries, 2, 2).map((row, at) => (
          <tr key={at}>
            {row.map(({ label, value }) => (
              <td key={label}>
                <div className="small">{label}</div>
                <div className="b">{value}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Taxes and rounding, which Tally prints below the goods in their columns, and the total. */
export function LedgerRows({ kit, bill, columns = [] }: Printed) {
  const last = columns.length - 1
  const qtyAt = columns.findIndex(({ heading }) => heading === 'Quantity')
  const total = amountField(kit, 'total', bill.total, kit.currency === '' ? '₹ ' : kit.currency)
  const row = (key: string, className: string, cells: Record<number, ReactNode>) => (
    <SparseRow key={key} {...{ className, cells }} columns={columns.length} />
  )
  return (
    <>
      {row('', '', {
        [last]: <span className="rule">{amountField(kit, 'subtotal', bill.taxable)}</span>,
      })}
      {ledgers(kit, bill).map(({ label, value }) =>
        row(label, 'ledger', { 1: label, [last]: value }),
      )}
      {row('Total', 'sum', { 1: 'Total', [qtyAt]: totalQuantity(kit, bill), [last]: total })}
    </>
  )
}

function ledgers(kit: Kit, bill: Bill): readonly Entry[] {
  const [cgst = '', sgst = '', igst = ''] = taxNames(
    kit,
    bill,
    'CGST,SGST,IGST|Output CGST,Output SGST,Output IGST|CGST Output,SGST Output,IGST Output|CGST PAYABLE,SGST PAYABLE,IGST PAYABLE',
  )
  const roundOff = kit.say('Round Off|Rounding Off|ROUND OFF')
  return [...taxEntries(kit, bill, [cgst, sgst, igst]), ...roundingEntries(kit, bill, roundOff)]
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
    .c.small This is a Computer Generated Invoice`
}

export function tallyColumns({ kit, bill }: Printed) {
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

export const tally = paper`
  tally: Arimo | Arimo | Open Sans | Tinos; seller as printed
  grocery | household | stationery | electrical | hardware: 1-9 lines; discounts 0 | 0 | 0.5 | 1; rounded 0.85
  style
    ${tallyCss}
  columns ${tallyColumns}
  let detailed = ?0.2
  let title = {Tax Invoice|TAX INVOICE|GST INVOICE}
  body
    ${({ kit, bill, drawn }) => <TallyHead {...{ kit, bill }} title={String(drawn?.get('title'))} />}
    @goods
    ${({ kit, bill }) => <TallyFoot {...{ kit, bill }} />}
  below
    ?detailed .detail Batch : {batch_no}
  rows
    ${LedgerRows}`
