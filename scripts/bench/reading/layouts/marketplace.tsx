import type { Column } from '../columns.tsx'
import { C } from '../marks.tsx'
import { paper } from './paper.tsx'

/* Bills that marketplaces print for their sellers: long names of goods in narrow columns, taxes two to a cell. */

export const marketplace = paper`
  marketplace: 8pt; moving columns
  retail: 1-4 lines; unrounded; discounts 0 | 0.3
  style
    .lines th { background: #ddd; border: 1px solid #000; padding: 1mm }
    .lines td { border: 1px solid #000; padding: 1mm } .lines { margin: 4mm 0 }
    .right { text-align: right } .title { font-weight: bold } .sum td { font-weight: bold }
  columns
    serial: Sl. No|Sl.No.; description[width=34]: Description|Product
      ${titleWithCodes}
    rate: Unit Price|Unit Price; ?discount discount; qty; taxable: Net Amount|Taxable Value
    own Tax Rate[r]
      ?near
        {half}%
        {half}%
      else {item.gst}%
    own Tax Type[c]
      ?near
        div CGST
        div SGST
      else div IGST
    own Tax Amount[r]
      ?near
        @also tax_amount=cgst/100
        {money cgst}
        {money cgst}
      else
        @also tax_amount=igst/100
        {money igst}
    total: Total Amount|Total Amount
  let sign = {any ₹|}
  head
    let order = {digits 3}-{digits 7}-{digits 7}
    .right.b {Tax Invoice/Bill of Supply/Cash Memo|Tax Invoice}
    .right.small (Original for Recipient)
    .row
      div
        .title Sold By :
        {vendor_name}
        @address seller
        IN
        <b>PAN No:</b> {pan}
        <b>GST Registration No:</b> {gstin}
      .right
        .title Billing Address :
        {buyer_name}
        @address buyer
        <b>GST Registration No:</b> {buyer_gstin}
        .title Shipping Address :
        {consignee_name}
        @address buyer
        <b>Place of supply:</b> {place_of_supply}
    .row[style.marginTop=4mm]
      entries[colon=:]
        Order Number = {po_no=order}
        Order Date = {po_date}
      entries[colon=" :"]
        {Invoice Number|Invoice No} = {invoice_no}
        Invoice Date = {invoice_date}
  rows
    cells.sum
      0 = TOTAL:
      -2 = {money tax}
      -1 = {total in sign}
  foot
    @words Amount in Words:
    .r.b For {seller.name}:
    .r Authorized Signatory
    .small Whether tax is payable under reverse charge - {reverse_charge: No}`

function titleWithCodes(): Column {
  return {
    heading: 'Description',
    align: 'l',
    cell: ({ item, code }) => {
      const title = `${item.name} | ${code} ( ${code}-SKU )`
      return (
        <>
          <C k="description" v={[title, item.name]}>
            {title}
          </C>
          <div>
            HSN:<C k="hsn">{item.hsn}</C>
          </div>
        </>
      )
    },
  }
}
