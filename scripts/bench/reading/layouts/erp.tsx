import { type Column, columnsOf } from '../columns.tsx'
import { type Bill, composeBill } from '../compose/bill.ts'
import { C, H } from '../marks.tsx'
import { Address, dateField, entry, EntryTable, placeOfSupply } from '../parts.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { usualCss, UsualPaper } from './usual.tsx'

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

function ErpHead({ kit, bill }: Printed) {
  const { seller, buyer, transport } = bill
  return (
    <div className="head">
      <div className="row">
        <div>
          <div className="b big">
            <H k="vendor_name">{seller.name}</H>
          </div>
          <Address party={seller} />
          <div>
            GSTIN No: <H k="gstin">{seller.gstin}</H> PAN: <H k="pan">{seller.pan}</H>
          </div>
        </div>
        <div className="r b big">TAX INVOICE</div>
      </div>
      <div className="row">
        <div>
          <div className="b">Customer Details</div>
          <div>
            <H k="buyer_name">{buyer.name}</H>
          </div>
          <Address party={buyer} />
          <div>
            GSTIN: <H k="buyer_gstin">{buyer.gstin}</H>
          </div>
        </div>
        <EntryTable
          entries={[
            entry('Tax Invoice Number', <H k="invoice_no">{bill.number}</H>),
            entry('Tax Invoice Date', dateField(kit, 'invoice_date', bill.date)),
            entry('Customer PO', <H k="po_no">{bill.order.number}</H>),
            entry('Place of Supply', placeOfSupply(kit, bill)),
            entry('Mode of Transport / Vehicle', <H k="vehicle_no">{transport.vehicle}</H>),
            entry('E-way Bill', <H k="eway_bill_no">{transport.eway}</H>),
          ]}
        />
      </div>
    </div>
  )
}
