import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill, BillLine } from '../../compose/bill.ts'
import { digits, ownShop } from '../../compose/parties.ts'
import type { Kit } from '../../kit.ts'
import { SparseRow } from '../../lines-table.tsx'
import { Also, C, H } from '../../marks.tsx'
import { amountField } from '../../parts.tsx'
import type { Printed } from '../layout.ts'
import { markup, zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'
import { onePage, orZero } from '../one-page.tsx'

/* A marketplace's bill for its seller, and its order to one. */

const sellerPortalCss = `.page { padding: 12mm 8mm } .lines { border-top: 1px solid #000; margin-top: 4mm }
  .lines th { border-bottom: 1px solid #000; padding: 1mm; vertical-align: top } .lines td { padding: 1.5mm 1mm }
  .rest td { border-top: 1px solid #000 } .grand { border-top: 1px solid #000; text-align: right; font-size: 130%; padding: 2mm }
  .code { font-size: 85%; overflow-wrap: anywhere }`

/** A marketplace that prints for its sellers: codes beside the title, the tax under it in words, delivery as a row. */
export const sellerPortal = onePage({
  name: 'seller-portal',
  css: sellerPortalCss,
  fonts: ['Roboto', 'Open Sans'],
  size: 8,
  wanted: ({ random }) => ({
    trade: 'retail',
    lines: [1, 3],
    isRounded: false,
    discounts: 0.4,
    hasFreight: random.chance(0.6),
  }),
  columns: columnsFor,
  Head,
  Foot: zone`
    .grand <b>Grand Total</b> ₹ {total}`,
  rows: ({ kit, bill }, columns) =>
    bill.freight === 0 ? null : <Delivery kit={kit} bill={bill} columns={columns} />,
})

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

const platformOrderCss = `.page { padding: 6mm } .two > * { border: 1px solid #888; padding: 1.5mm } h2 { text-align: center; font-size: 12pt }
  .lines { margin-top: 2mm; font-size: 90% } .lines th, .lines td { border: 1px solid #888; padding: 0.5mm 0.8mm } .sums td { border: 1px solid #888 }`

/** An order from a platform's form: cost, landing rate and retail price of each good, its bar code, a column for each tax. */
export const platformOrder = onePage({
  name: 'platform-order',
  css: platformOrderCss,
  fonts: ['Arimo', 'Roboto'],
  size: 7.5,
  kind: 'purchase order',
  category: 'purchase_order',
  paper: { width: 297, height: 210 },
  wanted: ({ random }) => ({
    trade: random.pick(['grocery', 'household', 'stationery']),
    lines: [2, 10],
    isRounded: false,
  }),
  columns: platformOrderColumns,
  Head: zone`
    h2 Purchase Order
    .row.two
      entries[colon=" :"]
        PO Number = ${({ kit }) => <H k="po_no">{digits(kit.random, 13)}</H>}
        Date = {po_date=date}
        PO Expiry Date = {day dueDate}
        Payment Terms = {payment_terms: 30 days}
      div
        Vendor Name : {vendor_name}
        Vendor No : ${({ kit }) => digits(kit.random, 7)}
        GST No. : {gstin}
        Address : {seller.address,city,pin}
      div
        Delivered To :
        {buyer_name}
        {buyer.address,city,pin}
        GST No. : {buyer_gstin}
    ${(<Also of="head" fields={{ consignee_name: ownShop.name }} />)}`,
  Foot,
})

function platformOrderColumns(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    serial: '#',
    code: 'Item Code',
    hsn: 'HSN Code',
    description: 'Product Description',
    rate: 'Basic Cost Price',
    tax: 'Tax Amount',
    qty: 'Quantity',
    mrp: 'MRP',
    total: 'Total Amount',
  })
  return [
    all.serial,
    all.code,
    all.hsn,
    barcode(),
    all.description,
    all.rate,
    ...taxes(kit),
    all.tax,
    landing(kit),
    all.qty,
    all.mrp,
    all.total,
  ]
}

function barcode(): Column {
  return {
    heading: 'Product UPC',
    align: 'c',
    cell: ({ item }) => (
      <C k="barcode">{`890${String(Bun.hash.crc32(item.name)).padStart(10, '0')}`}</C>
    ),
  }
}

/** All of them, though two or one of them are zero. */
function taxes(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    cgstPct: 'CGST %',
    sgstPct: 'SGST %',
    igstPct: 'IGST %',
    cessPct: 'CESS %',
  })
  return [
    orZero(all.cgstPct, 'cgst_rate', halfRate, '0.00'),
    orZero(all.sgstPct, 'sgst_rate', halfRate, '0.00'),
    orZero(all.igstPct, 'igst_rate', ({ igst }) => igst, '0.00'),
    orZero(all.cessPct, 'cess_rate', () => 0, '0.00'),
  ]
}

function halfRate({ cgst, item }: BillLine): number {
  return cgst === 0 ? 0 : item.gst / 2
}

/** What a piece costs with its tax. */
function landing(kit: Kit): Column {
  return {
    heading: 'Landing Rate',
    align: 'r',
    cell: ({ rate, item }) => {
      const paise = Math.round((rate * (100 + item.gst)) / 100)
      return (
        <>
          {kit.money(paise)}
          <Also of="line" fields={{ rate_incl_tax: paise / 100 }} />
        </>
      )
    },
  }
}

function Foot({ kit, bill }: Printed) {
  const quantity = quantityOf(bill)
  return markup({ kit, bill })`
    entries.sums
      Total Quantity = ${(
        <H k="total_qty" v={quantity}>
          {String(quantity)}
        </H>
      )}
      Total Items = {lines.length}
      Net amount = {total}
    .small Goods not matching this order, or with less than 60 % of shelf life left, will be returned at the vendor's cost. This is a system generated document and needs no signature.`
}

function quantityOf({ lines }: Bill): number {
  return Math.round(lines.reduce((sum, { qty }) => sum + qty, 0) * 1000) / 1000
}
