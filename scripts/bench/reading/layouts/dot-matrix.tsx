import { columnsOf } from '../columns.tsx'
import { composeBill } from '../compose/bill.ts'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { UsualPaper } from './usual.tsx'
import { markup } from '../bill-markup.tsx'

const dotCss = `.page { padding: 8mm; white-space: pre }
  .lines td, .lines th { padding: 0 1mm; font-weight: normal }
  .dash { border-top: 1px dashed #000; margin: 1mm 0 } .sums td { padding: 0 2mm }
  .sums { margin-left: auto } .sums td:last-child { text-align: right }
  .row { display: flex; justify-content: space-between }`

/** A dot matrix on continuous stationery: one font, lines of dashes. */
export const dotMatrix: Layout = {
  name: 'dot-matrix',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: random.pick(['grocery', 'household', 'medicines']),
      lines: [2, 14],
      isNear: true,
    })
    const all = columnsOf(kit, {
      serial: 'SN',
      description: 'PRODUCT',
      qty: 'QTY',
      rate: 'RATE',
      amount: 'AMOUNT',
      hsn: 'HSN',
      gst: 'GST%',
    })
    const columns = [all.serial, all.description, all.hsn, all.qty, all.rate, all.gst, all.amount]
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<DotHead kit={kit} bill={bill} />}
        columns={columns}
        foot={<DotFoot kit={kit} bill={bill} />}
      />,
      dotCss,
      { font: random.pick(['VT323', 'Cousine']), size: 10 },
    )
  },
}

function DotHead(printed: Printed) {
  return markup(printed)`
    .c
      {vendor_name in capitals}
      div ${({ bill }) => [...bill.seller.address, bill.seller.city].join(', ').toUpperCase()} {seller.pin}
      GSTIN:{gstin} PH:{phone}
      div ** TAX INVOICE **
    .dash
    .row
      span TO: {buyer_name in capitals}
      span INV NO : {invoice_no}
    .row
      span GSTIN: {buyer_gstin}
      span DATE : {invoice_date}
    .dash`
}

function DotFoot(printed: Printed) {
  return markup(printed)`
    .dash
    entries.sums
      @sums taxable: TAXABLE AMT
      @total NET AMOUNT
    .dash
    @words
    E.&O.E.`
}
