import { columnsOf } from '../columns.tsx'
import { composeBill } from '../compose/bill.ts'
import { Also, H } from '../marks.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { gridCss, usualCss, UsualFoot, UsualPaper } from './usual.tsx'
import { markup } from '../bill-markup.tsx'

/* Bills typed into a spreadsheet or a letter: labels loose in their cells, no two alike. */

const css = `${usualCss} ${gridCss} .cells { width: 100% }
  .cells td { border: 1px solid #bbb; padding: 0.8mm 1mm } .lines th { background: #fff2cc }
  .letter > div { margin: 1.5mm 0 } .name { font-size: 15pt }`

const words = {
  serial: 'Sr No|S.N|No',
  description: 'ITEM|Particular|Details|Material',
  qty: 'QTY|Qty|Nos',
  rate: 'RATE|Rate|Price',
  amount: 'AMOUNT|Amount Rs.|TOTAL AMT',
}

export const spreadsheet: Layout = {
  name: 'handmade-spreadsheet',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: random.pick(['hardware', 'electrical', 'stationery']),
      lines: [1, 7],
    })
    const all = columnsOf(kit, words)
    const unit = random.chance(0.4) ? [all.unit] : []
    const columns = [all.serial, all.description, all.hsn, all.qty, ...unit, all.rate, all.amount]
    return sheetOf(
      kit,
      <UsualPaper kit={kit} bill={bill} head={<Cells kit={kit} bill={bill} />} columns={columns} />,
      css,
      { font: 'Carlito', size: random.pick([9, 10, 11]) },
    )
  },
}

function Cells(printed: Printed) {
  return markup(printed)`
    .c
      .name {vendor_name in capitals}
      {seller.address,city} - {seller.pin}
      Mob {phone}
      ${({ bill }) => <Also of="head" fields={{ vendor_name: bill.seller.name }} />}
    table.cells
      tbody
        tr
          td* {GST NO|GSTIN|Gst No.} | {gstin} | {BILL NO|Inv No|INVOICE NO.} | {invoice_no}
        tr
          td* {PARTY NAME|To|M/S} | {buyer_name} | {DATE|Date|Dt.} | {invoice_date}
        tr
          td* {PARTY GST NO|GSTIN|Gst No.} | {buyer_gstin} | VEHICLE NO
          td
            ?0.5 ${({ bill }) => <H k="vehicle_no">{bill.transport.vehicle}</H>}`
}

export const letter: Layout = {
  name: 'handmade-letter',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: random.pick(['services', 'hardware']),
      lines: [1, 4],
    })
    const all = columnsOf(kit, words)
    const columns = [all.serial, all.description, all.qty, all.rate, all.amount]
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<Letter kit={kit} bill={bill} />}
        columns={columns}
        foot={
          <UsualFoot
            kit={kit}
            bill={bill}
            words={{ taxable: 'Sub-total before GST' }}
            total="Total payable"
          />
        }
      />,
      `${css} .page { padding: 20mm }`,
      { font: 'Tinos', size: 11 },
    )
  },
}

function Letter(printed: Printed) {
  return markup(printed)`
    .letter
      .r Date: {invoice_date}
      div
        span.name {vendor_name}
        @address seller
        | GSTIN {gstin}, PAN {pan}
      To<br>{buyer_name}, {buyer.address}, {buyer.city}<br>(GSTIN {buyer_gstin})
      .b Sub: Tax invoice no. {invoice_no}
      Dear Sir, please find below our bill for the following supplies.`
}
