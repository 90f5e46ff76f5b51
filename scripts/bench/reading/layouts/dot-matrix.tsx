import { paper } from './paper.tsx'

/** A dot matrix on continuous stationery: one font, lines of dashes. */
export const dotMatrix = paper`
  dot-matrix: VT323 | Cousine; 10pt; own style; moving columns
  grocery | household | medicines: 2-14 lines; near
  style
    .page { padding: 8mm; white-space: pre }
    .lines td, .lines th { padding: 0 1mm; font-weight: normal }
    .dash { border-top: 1px dashed #000; margin: 1mm 0 } .sums td { padding: 0 2mm }
    .sums { margin-left: auto } .sums td:last-child { text-align: right }
    .row { display: flex; justify-content: space-between }
  columns serial: SN; description: PRODUCT; hsn: HSN; qty: QTY; rate: RATE; gst: GST%; amount: AMOUNT
  head
    .c
      {vendor_name in capitals}
      div {seller.address,city in capitals} {seller.pin}
      GSTIN:{gstin} PH:{phone}
      div ** TAX INVOICE **
    .dash
    .row
      span TO: {buyer_name in capitals}
      span INV NO : {invoice_no}
    .row
      span GSTIN: {buyer_gstin}
      span DATE : {invoice_date}
    .dash
  foot
    .dash
    entries.sums
      @sums taxable: TAXABLE AMT
      @total NET AMOUNT
    .dash
    @words
    E.&O.E.`
