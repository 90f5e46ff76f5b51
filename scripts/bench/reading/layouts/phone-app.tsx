import { type Column, columnsOf } from '../columns.tsx'
import { composeBill } from '../compose/bill.ts'
import { C, H } from '../marks.tsx'
import { dateField, placeOfSupply } from '../parts.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { usualCss, UsualFoot, UsualPaper } from './usual.tsx'

const appCss = `${usualCss}
  .band { background: var(--ink); color: #fff; padding: 3mm; display: flex; justify-content: space-between }
  .lines th { background: var(--ink); color: #fff; padding: 1mm }
  .lines td { padding: 1.2mm 1mm; border-bottom: 1px solid #ddd } .name { font-size: 13pt }`

/** An app for phones: half a page, a coloured band, the tax of a line as "₹90.00 (18%)". */
export const phoneApp: Layout = {
  name: 'phone-app',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: random.pick(['retail', 'stationery', 'electrical']),
      lines: [1, 6],
    })
    const all = columnsOf(kit, {
      description: 'Item name',
      hsn: 'HSN/ SAC',
      qty: 'Quantity',
      rate: 'Price/ Unit',
      amountWithTax: 'Amount',
    })
    const tax: Column = {
      heading: 'GST',
      align: 'r',
      cell: ({ cgst, sgst, igst, item }) => (
        <>
          <C
            k="tax_amount"
            v={(cgst + sgst + igst) / 100}
          >{`₹ ${kit.money(cgst + sgst + igst)}`}</C>{' '}
          ({item.gst}%)
        </>
      ),
    }
    const columns = [
      all.serial,
      all.description,
      all.hsn,
      all.qty,
      all.rate,
      tax,
      all.amountWithTax,
    ]
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<AppHead kit={kit} bill={bill} />}
        columns={columns}
        foot={
          <UsualFoot
            kit={kit}
            bill={bill}
            words={{ taxable: 'Sub Total (excl. tax)' }}
            total="Total"
          />
        }
      />,
      `${appCss} :root { --ink: ${random.pick(['#2a5bd7', '#7b2ff7', '#0a7f5a'])} }`,
      { font: 'Roboto', size: 8.5, paper: { width: 148, height: 210 } },
    )
  },
}

function AppHead({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <div className="band">
        <div>
          <div className="name">
            <H k="vendor_name">{seller.name}</H>
          </div>
          <div>
            Phone no.: <H k="phone">{seller.phone}</H>
          </div>
          <div>
            GSTIN: <H k="gstin">{seller.gstin}</H>, State: {seller.stateCode}-{seller.state}
          </div>
        </div>
        <div className="b">Tax Invoice</div>
      </div>
      <div className="row">
        <div>
          <b>Bill To</b>
          <div>
            <H k="buyer_name">{buyer.name}</H>
          </div>
          <div>
            GSTIN : <H k="buyer_gstin">{buyer.gstin}</H>
          </div>
        </div>
        <div className="r">
          <b>Invoice Details</b>
          <div>
            Invoice No. : <H k="invoice_no">{bill.number}</H>
          </div>
          <div>Date : {dateField(kit, 'invoice_date', bill.date)}</div>
          <div>Place of supply: {placeOfSupply(kit, bill)}</div>
        </div>
      </div>
    </>
  )
}
