import { paper } from './paper.tsx'

/** An app for phones: half a page, a coloured band, the tax of a line as "₹90.00 (18%)". */
export const phoneApp = paper`
  phone-app: Roboto; 8.5pt; 148x210; moving columns
  retail | stationery | electrical: 1-6 lines
  style
    .band { background: var(--ink); color: #fff; padding: 3mm; display: flex; justify-content: space-between }
    .lines th { background: var(--ink); color: #fff; padding: 1mm }
    .lines td { padding: 1.2mm 1mm; border-bottom: 1px solid #ddd } .name { font-size: 13pt }
    :root { --ink: {ink} }
  columns
    serial; description: Item name; hsn: HSN/ SAC; qty: Quantity; rate: Price/ Unit
    own GST[r]: {tax_amount in ₹ } ({item.gst}%)
    amountWithTax: Amount
  let ink = {any #2a5bd7|#7b2ff7|#0a7f5a}
  head
    .band
      div
        .name {vendor_name}
        Phone no.: {phone}
        GSTIN: {gstin}, State: {seller.stateCode}-{seller.state}
      .b Tax Invoice
    .row
      div
        b Bill To
        {buyer_name}
        GSTIN : {buyer_gstin}
      .r
        b Invoice Details
        Invoice No. : {invoice_no}
        Date : {invoice_date}
        Place of supply: {place_of_supply}
  foot
    @foot taxable: Sub Total (excl. tax); total: Total`
