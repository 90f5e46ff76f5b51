import { paper } from './paper.tsx'
import { gridCss } from './usual.tsx'

/* Bills typed into a spreadsheet or a letter: labels loose in their cells, no two alike. */

const css = `
    ${gridCss} .cells { width: 100% }
    .cells td { border: 1px solid #bbb; padding: 0.8mm 1mm } .lines th { background: #fff2cc }
    .letter > div { margin: 1.5mm 0 } .name { font-size: 15pt }`

export const spreadsheet = paper`
  handmade-spreadsheet: Carlito; 9 | 10 | 11pt; moving columns
  hardware | electrical | stationery: 1-7 lines
  style
    ${css}
  columns
    serial: Sr No|S.N|No; description: ITEM|Particular|Details|Material; hsn; qty: QTY|Qty|Nos; ?0.4 unit
    rate: RATE|Rate|Price; amount: AMOUNT|Amount Rs.|TOTAL AMT
  head
    .c
      .name {vendor_name in capitals}
      {seller.address,city} - {seller.pin}
      Mob {phone}
      @also vendor_name=seller.name
    table.cells
      tbody
        tr
          td* {GST NO|GSTIN|Gst No.} | {gstin} | {BILL NO|Inv No|INVOICE NO.} | {invoice_no}
        tr
          td* {PARTY NAME|To|M/S} | {buyer_name} | {DATE|Date|Dt.} | {invoice_date}
        tr
          td* {PARTY GST NO|GSTIN|Gst No.} | {buyer_gstin} | VEHICLE NO
          td
            ?0.5 | {vehicle_no}`

export const letter = paper`
  handmade-letter: Tinos; 11pt; moving columns
  services | hardware: 1-4 lines
  style
    ${css} .page { padding: 20mm }
  columns
    serial: Sr No|S.N|No; description: ITEM|Particular|Details|Material; qty: QTY|Qty|Nos; rate: RATE|Rate|Price
    amount: AMOUNT|Amount Rs.|TOTAL AMT
  head
    .letter
      .r Date: {invoice_date}
      div
        span.name {vendor_name}
        @address seller
        | GSTIN {gstin}, PAN {pan}
      To<br>{buyer_name}, {buyer.address}, {buyer.city}<br>(GSTIN {buyer_gstin})
      .b Sub: Tax invoice no. {invoice_no}
      Dear Sir, please find below our bill for the following supplies.
  foot
    @foot taxable: Sub-total before GST; total: Total payable`
