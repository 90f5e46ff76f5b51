import type { Column } from '../../columns.tsx'
import type { Kit } from '../../kit.ts'
import { C } from '../../marks.tsx'
import { taxRows } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'
import type { Bill } from '../../compose/bill.ts'

const css = `.page { padding: 5mm } .top { border: 1px solid #000; padding: 1mm 2mm }
  .lines th { border: 1px solid #000; font-weight: normal; font-size: 90% } .lines td { padding: 0.2mm 1mm; border-left: 1px dotted #999 }
  .lines { border-bottom: 1px solid #000 } .sums { margin: 0 } .boxed { border: 1px solid #000; padding: 1mm }
  .slabs td, .slabs th { padding: 0 1.5mm; text-align: right; font-size: 90% } .name { font-size: 12pt }`

/** Half a page of a chemist's distributor: "10+1" with what is free, a scheme in per cent, the sums in a box at the left. */
export const halfPageScheme = onePage({
  name: 'half-page-scheme',
  css,
  fonts: ['Roboto Condensed', 'Carlito'],
  size: 8,
  paper: { width: 210, height: 148 },
  wanted: () => ({
    trade: 'medicines',
    lines: [2, 8],
    discounts: 0.4,
    isNear: true,
  }),
  columns: columnsFor,
  Head: zone`
    .row.top
      div
        .name {vendor_name}
        {seller.address,city}
        Ph.{phone}
        GSTIN-{gstin}
        D.L.-{drug_licence_no}
      .c
        .b GST INVOICE
        No.{invoice_no}
        Dt.{invoice_date}
        CREDIT
      div
        M/s {buyer_name}
        {buyer.address}
        GSTIN-{buyer_gstin}`,
  Foot: zone`
    .row.foot
      .narrow.boxed
        entries.sums
          Goods Value = {money gross}
          ?discount Less Scheme = {discount}
          Add SGST = {sgst}
          Add CGST = {cgst}
          ?round_off Rnd Off = {round_off}
          BILL VALUE = {total}
      ${({ kit, bill }) => <Slabs kit={kit} bill={bill} />}
      @signature`,
})

function columnsFor(kit: Kit, bill: Bill): Column[] {
  const quantity: Column = {
    heading: 'QTY+FREE',
    align: 'r',
    cell: ({ qty, free }) => (
      <>
        <C k="qty" v={qty}>
          {String(qty)}
        </C>
        {free === 0 ? null : '+'}
        <C k="free_qty" v={free}>
          {free === 0 ? '' : String(free)}
        </C>
      </>
    ),
  }
  return listed`serial: S.; ${quantity}; pack: PACK; description: ITEM DESCRIPTION; maker: COM; batch: BATCH;
    expiry: EXP.; hsn; mrp: M.R.P; rate: RATE; discountPct: SCH%; gst: GST%; amount: NET AMT`(
    kit,
    bill,
  )
}

function Slabs({ kit, bill }: Printed) {
  return (
    <table className="slabs">
      <thead>
        <tr>
          <th>GST%</th>
          <th>Amount</th>
          <th>SGST</th>
          <th>CGST</th>
        </tr>
      </thead>
      <tbody>
        {taxRows(bill, 'rate').map(({ name, rate, taxable, cgst, sgst }) => (
          <tr key={name}>
            <td>{rate.toFixed(2)}</td>
            <td>{kit.money(taxable)}</td>
            <td>{kit.money(sgst)}</td>
            <td>{kit.money(cgst)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
