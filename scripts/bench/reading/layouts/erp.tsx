import { type Column, columnsOf } from '../columns.tsx'
import { type Bill, composeBill } from '../compose/bill.ts'
import { C } from '../marks.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { usualCss, UsualPaper } from './usual.tsx'
import { markup } from '../bill-markup.tsx'

const erpCss = `${usualCss}
  .lines th { border-top: 1px solid #000; border-bottom: 1px solid #000; padding: 1mm; text-align: left }
  .lines td { padding: 1.2mm 1mm 0 }
  .head { border-bottom: 1px solid #000; margin-bottom: 2mm; padding-bottom: 2mm }
  .big { font-size: 140% } .below { color: #333; font-size: 90% }`

/** A large company's system: items in tens, its own code for each material, the taxes of an item on the lines below it. */
export const erp: Layout = {
  name: 'erp',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: random.pick(['electrical', 'hardware', 'household']),
      lines: [1, 5],
    })
    const all = columnsOf(kit, {
      code: 'Material',
      description: 'Material Description',
      hsn: 'HSN/SAC Code',
      qty: 'Quantity',
      unit: 'UoM',
      rate: 'Unit Rate',
      taxable: 'Taxable Value',
    })
    const item: Column = {
      heading: 'Item',
      align: 'l',
      cell: (_, index) => (
        <C k="sl_no" v={(index + 1) * 10}>
          {String((index + 1) * 10).padStart(6, '0')}
        </C>
      ),
    }
    const columns = [
      item,
      all.code,
      all.description,
      all.hsn,
      all.qty,
      all.unit,
      all.rate,
      all.taxable,
    ]
    const below = ({ cgst, igst, item: { gst } }: Bill['lines'][number]) => (
      <div className="below">
        {bill.isNear
          ? `CGST ${gst / 2}% ${kit.money(cgst)} SGST ${gst / 2}% ${kit.money(cgst)}`
          : `IGST ${gst}% ${kit.money(igst)}`}
      </div>
    )
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<ErpHead kit={kit} bill={bill} />}
        columns={columns}
        below={below}
      />,
      erpCss,
      { font: 'Arimo', size: 8 },
    )
  },
}

function ErpHead(printed: Printed) {
  return markup(printed)`
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
          E-way Bill = {eway_bill_no}`
}
