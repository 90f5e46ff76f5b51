import { paper } from './paper.tsx'
import { gridCss } from './usual.tsx'

/* Busy: the seller centred on top, two boxes below it, taxes of each line in columns of their own. */

export const busy = paper`
  busy: moving columns
  grocery | household | hardware | stationery: 2-12 lines; discounts 0 | 0.5; freight 0.2
  style
    ${gridCss} .c .name { font-size: 14pt }
    .boxes { display: flex; border: 1px solid #333; margin-top: 1mm }
    .boxes > * { flex: 1; padding: 1mm 2mm } .boxes > *:first-child { border-right: 1px solid #333 }
    .lines { margin-top: 1mm }
  columns
    serial; description: Description of Goods|Item Name|Particulars; hsn; qty; unit; rate; ?discount discount
    let wide = ?0.6
    ?wide taxable; ?wide+near cgstPct; ?wide+near cgst; ?wide+near sgstPct; ?wide+near sgst; ?wide+far igstPct
    ?wide+far igst; ?wide total; ?!wide gst; ?!wide amount
  let summed = ?0.5
  head
    .row.small
      span {GSTIN :|GSTIN No.:|GST No.} {gstin}
      span.r {Original Copy|Original for Recipient|Duplicate Copy}
    .c
      .b {TAX INVOICE|GST INVOICE|Tax Invoice}
      .name {vendor_name}
      @address seller
      {Tel.|Mob.|Ph.} : {phone} email : {email}
    .boxes
      div
        {Party Details :|Billed to :|Buyer :}
        .name {buyer_name}
        @address buyer
        {GSTIN / UIN :|GSTIN :|Party GSTIN :} {buyer_gstin}
      entries[colon=" :"]
        {Invoice No.|Bill No.|Inv. No.} = {invoice_no}
        {Dated|Date|Invoice Date} = {invoice_date}
        {Place of Supply|Place Of Supply} = {place_of_supply}
        {Reverse Charge|Reverse Charge (Y/N)} = {reverse_charge: N}
        ?0.5 GR/RR No. = {lr_no}
        ?0.6 Transport = {transporter}
        ?0.6 Vehicle No. = {vehicle_no}
        ?0.4 E-Way Bill No. = {eway_bill_no}
  foot
    ?summed @foot summary: rate
    else @foot`
