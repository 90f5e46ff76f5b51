import { paper } from './paper.tsx'
import { gridCss } from './usual.tsx'

/* The form that came with GST in 2017 and that spreadsheets have copied since: receiver and consignee side by side. */

export const government = paper`
  government-form: 8pt; moving columns
  hardware | electrical | household: 1-8 lines; discounts 0 | 0.4
  style
    ${gridCss} .form { width: 100%; border: 1px solid #333 }
    .form > tbody > tr > td { border: 1px solid #333; padding: 0.6mm 1.5mm; width: 50% }
    .form .head { text-align: center; font-weight: bold; background: #eee } .lines { font-size: 90% }
  columns serial: S.No.|Sr. No.|S. No;
    description: Name of Product / Service|Product Description|Description of Goods;
    hsn: HSN ACS|HSN Code|HSN/SAC; unit; qty; rate; ?discount gross; ?discount discount; taxable;
    ?near cgstPct; ?near cgst; ?near sgstPct; ?near sgst; ?far igstPct; ?far igst; total
  head
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
              {Reverse Charge (Y/N)|Tax Is Payable On Reverse Charge (Yes/No)} = {reverse_charge: any N|No}
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
            Name : {buyer_name}
            Address : {buyer.address,city} {buyer.pin}
            GSTIN : {buyer_gstin}
            State : {buyer.state} Code : {buyer.stateCode}
          td
            Name : {consignee_name}
            Address : {buyer.address,city} {buyer.pin}
            GSTIN : {buyer.gstin}
            State : {buyer.state} Code : {buyer.stateCode}
  foot
    @foot taxable: Total Amount before Tax|Total Amount Before Tax; taxes: Add: CGST,Add: SGST,Add: IGST|Add : CGST,Add : SGST,Add : IGST; total: Total Amount after Tax|Total Amount After Tax|Grand Total`
