import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill, BillLine } from '../../compose/bill.ts'
import { digits, ownShop } from '../../compose/parties.ts'
import type { Kit } from '../../kit.ts'
import { Also, C, H } from '../../marks.tsx'
import type { Printed } from '../layout.ts'
import { onePage, orZero } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'

const css = `.page { padding: 6mm } .two > * { border: 1px solid #888; padding: 1.5mm } h2 { text-align: center; font-size: 12pt }
  .lines { margin-top: 2mm; font-size: 90% } .lines th, .lines td { border: 1px solid #888; padding: 0.5mm 0.8mm } .sums td { border: 1px solid #888 }`

/** An order from a platform's form: cost, landing rate and retail price of each good, its bar code, a column for each tax. */
export const platformOrder = onePage({
  name: 'platform-order',
  css,
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
  columns,
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

function columns(kit: Kit): Column[] {
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
