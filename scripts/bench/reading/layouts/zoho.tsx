import { type Column, columnsOf, inSomeOrder } from '../columns.tsx'
import type { Printed } from './layout.ts'
import { paper } from './paper.tsx'

/* Zoho Books and its like: few lines, much white, the title large at the right. */

export const zoho = paper`
  zoho: seller as printed
  retail | electrical | stationery | hardware | services: 1-7 lines; discounts 0 | 0 | 0.4; rounded 0.6; freight 0.15
  style
    .page { padding: 14mm 12mm }
    .top { display: flex; justify-content: space-between; margin-bottom: 8mm }
    .title { font-size: 22pt; letter-spacing: 1px; text-align: right }
    .seller .name { font-weight: bold; font-size: 12pt } .seller { color: #333 } .label { color: #777 }
    .mid { display: flex; justify-content: space-between; margin-bottom: 6mm }
    .entries td { padding: 0.6mm 2mm } .meta td:last-child { text-align: right }
    .lines th { background: var(--dark); color: #fff; font-weight: normal; padding: 2mm 1.5mm }
    .lines td { padding: 2mm 1.5mm; border-bottom: 0.5px solid #ccc }
    .sums { margin-left: auto; margin-top: 3mm; min-width: 80mm } .sums td { padding: 1.2mm 2mm }
    .sums td:last-child { text-align: right }
    .sums tr:last-child { font-weight: bold; background: #f2f2f2 } .words { margin-top: 4mm }
    .terms, .bank { margin-top: 6mm; font-size: 8pt } .detail { color: #777; font-size: 7.5pt }
    .signature { text-align: right; margin-top: 8mm } .due { text-align: right; margin-top: 2mm }
    :root { --dark: {dark} }
  let dark = {any #3c3d3a|#1a5fb4|#26462f|#5a2a57}
  columns ${columnsFor}
  body
    part
      let below = ?0.4
      let terms = {any Net 30|Due on Receipt|Net 15}
      let numbers
        {Invoice#|Invoice No|Invoice Number|Bill No} = {invoice_no}
        {Invoice Date|Date|Bill Date} = {invoice_date}
        ?0.6 Terms = {payment_terms=terms}
        ?0.8 {Due Date|Payment Due|Due On} = {due_date}
        ?0.5 {P.O.#|PO Number|Order No} = {po_no}
        ?0.7 Place Of Supply = {place_of_supply}
      .top
        div
          ?0.5 @logo
          @seller {GSTIN|GSTIN:|GST No.}
        div
          .title {TAX INVOICE|Tax Invoice|INVOICE}
          ?!below
            let colon = {any :| :|}
            entries.meta[colon="{colon}"]
              {numbers}
      .mid
        @buyer {Bill To|Billed To|Customer}; {GSTIN|GSTIN :|GST No}
        ?below entries[colon=" :"]
          {numbers}
    @goods
    part
      let sums
        @sums taxable: Taxable Amount|Total Taxable Amount
        @total
      let words = {Total In Words|Amount in Words:|In Words:}
      entries.sums
        {sums}
      ?0.4 .due Balance Due {total in ₹}
      ?0.7 @words {words}
      ?0.5 .bank
        entries[colon=:]
          @bank
      ?0.8 @terms
    @signature`

function columnsFor({ kit, bill }: Printed): Column[] {
  const { random } = kit
  const all = columnsOf(kit, {
    serial: '#|S.No',
    description: 'Item & Description|Description|Items|Item Details',
  })
  const halves = [all.cgstPct, all.cgst, all.sgstPct, all.sgst]
  const taxes = bill.isNear ? halves : [all.igstPct, all.igst]
  return inSomeOrder(kit, [
    all.serial,
    all.description,
    ...(random.chance(0.85) ? [all.hsn] : []),
    random.chance(0.6) ? all.qty : all.qtyWithUnit,
    all.rate,
    ...(bill.discount > 0 ? [random.chance(0.5) ? all.discountPct : all.discount] : []),
    ...random.pick([taxes, [all.gst], []]),
    all.amount,
  ])
}
