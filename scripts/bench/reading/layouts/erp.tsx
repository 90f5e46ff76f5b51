import { tens } from './own-columns.tsx'
import { paper } from './paper.tsx'

/** A large company's system: items in tens, its own code for each material, the taxes of an item on the lines below it. */
export const erp = paper`
  erp: Arimo; 8pt; moving columns
  electrical | hardware | household: 1-5 lines
  style
    .lines th { border-top: 1px solid #000; border-bottom: 1px solid #000; padding: 1mm; text-align: left }
    .lines td { padding: 1.2mm 1mm 0 }
    .head { border-bottom: 1px solid #000; margin-bottom: 2mm; padding-bottom: 2mm }
    .big { font-size: 140% } .below { color: #333; font-size: 90% }
  columns
    ${tens(6)}; code: Material; description: Material Description; hsn: HSN/SAC Code; qty: Quantity; unit: UoM
    rate: Unit Rate; taxable: Taxable Value
  head
    .head
      .row
        div
          .b.big {vendor_name}
          @address seller
          GSTIN No: {gstin} PAN: {pan}
        .r.b.big TAX INVOICE
      .row
        div
          .b Customer Details
          {buyer_name}
          @address buyer
          GSTIN: {buyer_gstin}
        entries
          Tax Invoice Number = {invoice_no}
          Tax Invoice Date = {invoice_date}
          Customer PO = {po_no}
          Place of Supply = {place_of_supply}
          Mode of Transport / Vehicle = {vehicle_no}
          E-way Bill = {eway_bill_no}
  below
    ?near .below CGST {half}% {money cgst} SGST {half}% {money cgst}
    else .below IGST {item.gst}% {money igst}`
