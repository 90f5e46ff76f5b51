import type { Column } from '../../columns.tsx'
import { type Bill, type BillLine, composeBill } from '../../compose/bill.ts'
import { digits } from '../../compose/parties.ts'
import type { Kit } from '../../kit.ts'
import { SparseRow } from '../../lines-table.tsx'
import { Also, C, H } from '../../marks.tsx'
import { amountField } from '../../parts.tsx'
import { type Layout, type Printed, sheetOf } from '../layout.ts'
import { usualCss, UsualPaper } from '../usual.tsx'
import { markup } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `${usualCss} .page { padding: 12mm 8mm } .lines { border-top: 1px solid #000; margin-top: 4mm }
  .lines th { border-bottom: 1px solid #000; padding: 1mm; vertical-align: top } .lines td { padding: 1.5mm 1mm }
  .rest td { border-top: 1px solid #000 } .grand { border-top: 1px solid #000; text-align: right; font-size: 130%; padding: 2mm }
  .code { font-size: 85%; overflow-wrap: anywhere }`

/** A marketplace that prints for its sellers: codes beside the title, the tax under it in words, delivery as a row. */
export const sellerPortal: Layout = {
  name: 'seller-portal',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: 'retail',
      lines: [1, 3],
      isRounded: false,
      discounts: 0.4,
      hasFreight: random.chance(0.6),
    })
    const columns = columnsFor(kit, bill)
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<Head kit={kit} bill={bill} />}
        columns={columns}
        isFixed
        foot={
          <div className="grand">
            <b>Grand Total</b> ₹ {amountField(kit, 'total', bill.total)}
          </div>
        }
      >
        {bill.freight === 0 ? null : <Delivery kit={kit} bill={bill} columns={columns.length} />}
      </UsualPaper>,
      css,
      { font: random.pick(['Roboto', 'Open Sans']), size: 8 },
    )
  },
}

function columnsFor(kit: Kit, bill: Bill): Column[] {
  const product: Column = {
    heading: 'Product',
    align: 'l',
    width: 16,
    cell: ({ item, code }) => (
      <div className="code">
        <div>FSN: {code}XK</div>
        <div>
          HSN/SAC: <C k="hsn">{item.hsn}</C>
        </div>
      </div>
    ),
  }
  const title: Column = {
    heading: 'Title',
    align: 'l',
    width: 24,
    cell: (line) => <Title line={line} isNear={bill.isNear} />,
  }
  return listed`${product}; ${title}; qty: Qty; gross: Gross Amount ₹; discount: Discounts /Coupons ₹;
    taxable: Taxable Value ₹; ?near cgst: CGST ₹; ?near sgst: SGST /UTGST ₹; ?far igst: IGST ₹;
    total: Total ₹`(kit, bill)
}

function Title({ line, isNear }: { line: BillLine; isNear: boolean }) {
  const { name, gst } = line.item
  const tax = isNear
    ? `CGST: ${(gst / 2).toFixed(1)} % SGST/UTGST: ${(gst / 2).toFixed(1)} %`
    : `IGST: ${gst.toFixed(1)} %`
  return (
    <>
      <C k="description">{name}</C>
      <div className="code">{tax}</div>
    </>
  )
}

function Delivery({ kit, bill, columns }: Printed & { columns: number }) {
  const cells = {
    1: 'Shipping And Handling Charges',
    2: '1',
    [columns - (bill.isNear ? 4 : 3)]: amountField(kit, 'freight', bill.freight),
  }
  return markup({ kit, bill })`
    ${(<SparseRow className="rest" columns={columns} cells={cells} />)}`
}

function Head({ kit, bill }: Printed) {
  const order = `OD${digits(kit.random, 18)}`
  return markup({ kit, bill })`
    .c.b Tax Invoice
    <b>Sold By:</b> {vendor_name} ,
    <i>Ship-from Address:</i> {seller.address,city,state}, India - {seller.pin}
    <b>GSTIN</b> - {gstin}
    .row[style.marginTop=4mm]
      div
        <b>Order ID:</b> ${(<H k="po_no">{order}</H>)}
        <b>Order Date:</b> {po_date}
        <b>Invoice Date:</b> {invoice_date}
        <b>PAN:</b> {pan}
      ${(<PartyColumn label="Bill To" kit={kit} bill={bill} />)}
      div
        .b Ship To
        {consignee_name}
        {buyer.address}
      .narrow.r <b>Invoice Number</b> # {invoice_no}
    Total items: {lines.length}`
}

function PartyColumn({ bill: { buyer }, label }: Printed & { label: string }) {
  return (
    <div>
      <div className="b">{label}</div>
      <div>
        <H k="buyer_name">{buyer.name}</H>
      </div>
      <div>{buyer.address.join(', ')}</div>
      <div>
        {buyer.city} {buyer.pin}
      </div>
      <div>
        GSTIN: <H k="buyer_gstin">{buyer.gstin}</H>
      </div>
      <Also of="head" fields={{ consignee_name: buyer.name }} />
    </div>
  )
}
