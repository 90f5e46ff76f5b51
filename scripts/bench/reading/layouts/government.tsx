import type { Party } from '../compose/parties.ts'
import { H } from '../marks.tsx'
import type { Printed } from './layout.ts'
import { gridCss, UsualFoot } from './usual.tsx'
import { markup } from '../bill-markup.tsx'
import { onePage } from './one-page.tsx'
import { listed } from '../listed-columns.ts'

/* The form that came with GST in 2017 and that spreadsheets have copied since: receiver and consignee side by side. */

const css = `${gridCss} .form { width: 100%; border: 1px solid #333 }
  .form > tbody > tr > td { border: 1px solid #333; padding: 0.6mm 1.5mm; width: 50% }
  .form .head { text-align: center; font-weight: bold; background: #eee } .lines { font-size: 90% }`

export const government = onePage({
  name: 'government-form',
  css,
  size: 8,
  wanted: ({ random }) => ({
    trade: random.pick(['hardware', 'electrical', 'household']),
    lines: [1, 8],
    discounts: random.pick([0, 0.4]),
  }),
  columns: listed`serial: S.No.|Sr. No.|S. No;
    description: Name of Product / Service|Product Description|Description of Goods;
    hsn: HSN ACS|HSN Code|HSN/SAC; unit; qty; rate; ?discount gross; ?discount discount; taxable;
    ?near cgstPct; ?near cgst; ?near sgstPct; ?near sgst; ?far igstPct; ?far igst; total`,
  hasMovingColumns: true,
  Head,
  Foot: ({ kit, bill }) => (
    <UsualFoot
      kit={kit}
      bill={bill}
      words={words}
      total="Total Amount after Tax|Total Amount After Tax|Grand Total"
    />
  ),
})

const words = {
  taxable: 'Total Amount before Tax|Total Amount Before Tax',
  taxes: 'Add: CGST,Add: SGST,Add: IGST|Add : CGST,Add : SGST,Add : IGST',
}

function Head(printed: Printed) {
  return markup(printed)`
    .c
      .name[style.fontSize=15pt] {vendor_name}
      @address seller
      {GSTIN :|GSTIN No. :|GSTIN -} {gstin}
      .b {TAX INVOICE|Tax Invoice}
    table.form
      tbody
        tr
          td
            entries[colon=" :"]
              {Invoice No|Invoice Serial Number|Invoice No.} = {invoice_no}
              {Invoice Date|Invoice date} = {invoice_date}
              {Reverse Charge (Y/N)|Tax Is Payable On Reverse Charge (Yes/No)} = ${({ kit }) => <H k="reverse_charge">{kit.random.pick(['N', 'No'])}</H>}
              State = {seller.state}, Code {seller.stateCode}
          td
            entries[colon=" :"]
              {Transportation Mode|Transport Mode} = By Road
              {Vehicle Number|Vehicle No|Veh. No} = {vehicle_no}
              Date of Supply = {day date}
              Place of Supply = {place_of_supply}
        tr
          td.head {Details of Receiver (Billed to)|Bill to Party|Details of Receiver | Billed to :}
          td.head {Details of Consignee (Shipped to)|Ship to Party|Details of Consignee | Shipped to :}
        tr
          td
            ${({ bill }) => <PartyForm party={bill.buyer} name="buyer_name" gstin="buyer_gstin" />}
          td
            ${({ bill }) => <PartyForm party={bill.buyer} name="consignee_name" />}`
}

function PartyForm({ party, name, gstin }: { party: Party; name: string; gstin?: string }) {
  return (
    <>
      <div>
        Name : <H k={name}>{party.name}</H>
      </div>
      <div>
        Address : {party.address.join(', ')}, {party.city} {party.pin}
      </div>
      <div>GSTIN : {gstin === undefined ? party.gstin : <H k={gstin}>{party.gstin}</H>}</div>
      <div>
        State : {party.state} Code : {party.stateCode}
      </div>
    </>
  )
}
