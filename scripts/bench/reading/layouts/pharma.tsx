import { type Column, columnsOf, inSomeOrder } from '../columns.tsx'
import type { Printed } from './layout.ts'
import { paper } from './paper.tsx'

/* Marg and its like, for chemists: everything on half a page, many narrow columns, short headings. */

export const marg = paper`
  marg-pharma: Arimo | Roboto Condensed | Cousine | Carlito; 7.5pt; 297x210 by across
  medicines: near 0.85; 3-16 lines; discounts 0.6
  style
    .page { padding: 6mm } .box { border: 1px solid #000 } .top { display: flex }
    .top > * { width: 33.3%; padding: 1mm 2mm; border-right: 1px solid #000 }
    .top > *:last-child { border: 0 } .name { font-weight: bold; font-size: 11pt }
    .title { text-align: center; font-weight: bold; border-bottom: 1px solid #000 }
    .entries td { padding-right: 2mm }
    .lines th { border: 1px solid #000; padding: 0.5mm; font-size: 7pt }
    .lines td { border-left: 1px solid #000; padding: 0.3mm 0.8mm; white-space: nowrap }
    .lines td:first-child { border-left: 0 } .lines { border-bottom: 1px solid #000 }
    .bottom { display: flex; justify-content: space-between } .bottom > * { padding: 1mm 2mm }
    .slabs td, .slabs th { padding: 0 2mm; font-size: 7pt; text-align: right }
    .sums td:last-child { text-align: right } .sums tr:last-child { font-weight: bold; font-size: 11pt }
    .terms { font-size: 6.5pt } .words { border-top: 1px solid #000; padding: 0.5mm 2mm }
  let across = ?0.5
  let title = {GST INVOICE|TAX INVOICE|CREDIT BILL}
  columns ${columnsFor}
  body
    .box
      .title {title}
      .top
        div
          .name {vendor_name}
          @address seller
          Phone : {phone}
          {D.L.No.|DL No|Drug Lic. No.}: {drug_licence_no}
          GSTIN : {gstin}
        div
          entries[colon=" :"]
            let ordered = ?0.5
            {Invoice No.|Bill No.|Inv.No} = {invoice_no}
            {Date|Inv Date|Dated} = {invoice_date}
            Due Date = {due_date}
            ?ordered Order No. = {po_no}
        div
          {To,|M/s|Party :|Bill To}
          .name {buyer_name}
          @address buyer
          GST No : {buyer_gstin}
      @goods
      .bottom
        div
          table.slabs
            thead
              tr
                th* CLASS | TOTAL | SGST | CGST | TOTAL GST
            tbody
              each rates
                tr
                  td* GST {2 of rate} | {money taxable} | {money sgst} | {money cgst} | {money tax}
          @terms
        @signature
        entries.sums
          {SUB TOTAL|Gross Amt|GROSS} = {subtotal=gross}
          ?discount {DISCOUNT|Less Disc|Disc Amt} = {discount}
          @sums taxes: CGST PAYBLE,SGST PAYBLE,IGST PAYBLE|CGST,SGST,IGST|CGST Amt,SGST Amt,IGST Amt; taxable: Taxable|Taxable Amt
          {GRAND TOTAL|NET AMOUNT|Net Payable|Bill Amount} = {total}
      @words`

function columnsFor({ kit, bill: { isNear } }: Printed): Column[] {
  const { random } = kit
  const all = columnsOf(kit, {
    qty: 'QTY|Qty|Qty.',
    amount: 'AMOUNT|Amount|Amt',
    hsn: 'HSN|HSN CODE',
    description: 'PRODUCT NAME|Product Description|Particulars|Item Name',
  })
  const first = random.pick([
    [all.qty, all.free, all.pack],
    [all.maker, all.qty, all.free],
  ])
  const taxes = random.chance(0.5) && isNear ? [all.sgstPct, all.cgstPct] : [all.gst]
  const maker = random.chance(0.5) ? [all.maker] : []
  const prices = [all.mrp, all.rate, all.discountPct]
  const batches = [all.batch, all.expiry]
  const tail = [all.qty, all.free, all.rate, all.discountPct, all.gst, all.amount]
  const columns = random.chance(0.5)
    ? [all.serial, ...first, all.description, ...batches, all.hsn, ...prices, ...taxes, all.amount]
    : [all.serial, all.description, all.pack, ...maker, all.hsn, ...batches, all.mrp, ...tail]
  return inSomeOrder(kit, columns)
}
