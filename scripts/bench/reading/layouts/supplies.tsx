import { paper } from './paper.tsx'
import { gridCss } from './usual.tsx'

/* Supplies that are taxed in another way: by composition, so not on the bill, or with a cess as well. */

const plainCss = `${gridCss} .head { border: 1px solid #333; padding: 2mm; margin-bottom: 2mm }
  .c .name { font-size: 14pt }`

export const composition = paper`
  bill-of-supply: moving columns
  grocery | stationery | household: 1-9 lines; near; untaxed
  style
    ${plainCss}
  columns serial; description; ?0.5 hsn; qty; rate; amount
  head
    .head
      .c
        .b {BILL OF SUPPLY|Bill of Supply|CASH MEMO / BILL OF SUPPLY}
        .small Composition taxable person, not eligible to collect tax on supplies
        .name {vendor_name}
        @address seller
        GSTIN : {gstin} Mob. : {phone}
      .row
        {Name :|M/s.|Customer :} {buyer_name}
        {Bill No. :|No. :|Memo No. :} {invoice_no}<br>Date : {invoice_date}
  foot
    entries.sums
      {Total|Sub Total} = {subtotal}
      @rounding Round Off
      {Net Amount|Grand Total|Bill Amount} = {total in currency}`

export const cess = paper`
  cess-beverages: 8pt; 297x210 by 0.6; moving columns
  fizzy: 2-7 lines
  style
    ${plainCss}
  columns serial; description; hsn; qty; unit; rate; taxable; gst; ?near cgst; ?near sgst; ?far igst; ?0.5 cessPct; cess; total
  head
    .head
      .row
        @seller GSTIN :
        entries[colon=" :"]
          {Tax Invoice No.|Invoice No.|Document No.} = {invoice_no}
          {Invoice Date|Document Date} = {invoice_date}
          Place of Supply = {place_of_supply}
          ?0.6 e-Way Bill No. = {eway_bill_no}
          ?0.5 Vehicle No. = {vehicle_no}
        @buyer {Bill To|Sold To|Customer}; GSTIN :`
