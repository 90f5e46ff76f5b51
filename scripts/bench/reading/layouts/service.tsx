import { paper } from './paper.tsx'

/* Bills of consultants, agencies and repairers: a few lines of prose, SAC, often neither quantity nor rate. */

export const service = paper`
  service: moving columns
  services: 1-4 lines; rounded 0.5
  style
    .page { padding: 16mm 14mm } .lines { margin-top: 6mm }
    .lines th { border-top: 1.5px solid #000; border-bottom: 1.5px solid #000; padding: 1.5mm 1mm }
    .lines td { padding: 2mm 1mm } .foot { border-top: 1px solid #000; padding-top: 2mm }
    .top { border-bottom: 2px solid var(--ink); padding-bottom: 3mm; margin-bottom: 4mm }
    .title { font-size: 16pt; color: var(--ink) } .detail { color: #555; font-size: 85% }
    :root { --ink: {ink} }
  let ink = {any #222|#174a7c|#7c2a17}
  let period = {For the month of October 2026|Period: Q2 FY 2026-27|As per work order dated 12/08/2026}
  columns
    let counted = ?0.35
    ?0.7 serial; description: Description of Services|Particulars|Description|Service Description
    hsn: SAC|SAC Code|HSN/SAC; ?counted qty; ?counted rate; ?0.2 gst
    amount: Amount (Rs.)|Amount|Amount (INR)|Amount in Rs.
  let detailed = ?0.3
  head
    let numbers
      {Invoice No.|Invoice Number|Bill No.|Ref. No.} = {invoice_no}
      {Date|Invoice Date|Dated} = {invoice_date}
      ?0.5 Due Date = {due_date}
      ?0.6 Place of Supply = {place_of_supply}
      ?0.6 PAN = {pan}
    .row.top
      ?0.5 @logo
      @seller {GSTIN:|GSTIN |GST No:}
      .title.r {TAX INVOICE|Tax Invoice|INVOICE}
    .row
      @buyer {To,|Bill To:|Client:|Billed To}; {GSTIN:|GSTIN |Client GSTIN:}
      .narrow
        entries[colon=" :"]
          {numbers}
  below
    ?detailed .detail {period}`
