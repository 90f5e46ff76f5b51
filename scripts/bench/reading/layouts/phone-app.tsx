import { type Column, columnsOf } from '../columns.tsx'
import { composeBill } from '../compose/bill.ts'
import { C } from '../marks.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { usualCss, UsualFoot, UsualPaper } from './usual.tsx'
import { markup } from '../bill-markup.tsx'

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

function AppHead(printed: Printed) {
  return markup(printed)`
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
        Place of supply: {place_of_supply}`
}
