import type { ReactNode } from 'react'
import type { Column } from '../../columns.tsx'
import type { Bill, BillLine } from '../../compose/bill.ts'
import { digits, type Party } from '../../compose/parties.ts'
import type { Kit } from '../../kit.ts'
import { SparseRow } from '../../lines-table.tsx'
import { Also, C, H } from '../../marks.tsx'
import { amountField, placeOfSupply } from '../../parts.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `.page { padding: 8mm } .boxes { width: 100%; table-layout: fixed } .boxes td { border: 1px solid #bbb; padding: 1.5mm } .lines { margin: 2mm 0 } .lines th, .lines td { border: 1px solid #bbb; padding: 0.7mm 0.8mm } .lines th { background: #f5f5f5 }
  .grey { color: #666; font-size: 88% } .all td { font-weight: bold } h2 { font-size: 12pt }`

/** A wholesale application: four addresses beside each other, code and HSN below each good's name, the sums in the table's last row. */
export const fourAddresses = onePage({
  name: 'four-addresses',
  css,
  fonts: ['Roboto', 'Open Sans'],
  size: 7.5,
  wanted: ({ random }) => ({
    trade: random.pick(['grocery', 'household', 'stationery']),
    lines: [1, 9],
    discounts: 0.5,
    isNear: random.chance(0.6),
    isRounded: false,
  }),
  columns,
  Head,
  Foot: zone`
    @words Amount in words:
    .grey This is a computer generated invoice. For returns write to us within 48 hours of delivery.`,
  rows: ({ kit, bill }, count) => <Sums kit={kit} bill={bill} count={count} />,
})

function columns(kit: Kit, bill: Bill): Column[] {
  const title: Column = {
    heading: 'Product Title',
    align: 'l',
    width: 24,
    cell: (line) => <Title line={line} />,
  }
  return listed`serial: Sr; ${title}; qty: Qty; mrp: MRP; rate: Unit Price; discount: Disc.; taxable: Taxable;
    ?near cgstPct[group=CGST]: %; ?near cgst[group=CGST]: Amt; ?near sgstPct[group=SGST]: %;
    ?near sgst[group=SGST]: Amt; ?far igstPct[group=IGST]: %; ?far igst[group=IGST]: Amt; total: Total`(
    kit,
    bill,
  )
}

function Title({ line: { item, code } }: { line: BillLine }) {
  return (
    <>
      <C k="description">{item.name}</C>
      <div className="grey">
        HSN: <C k="hsn">{item.hsn}</C> | SKU: <C k="sku">{code}</C>
        <Also of="line" fields={{ item_code: code }} />
      </div>
    </>
  )
}

function Sums({ kit, bill, count }: Printed & { count: number }) {
  const field = (key: string, paise: number) => amountField(kit, key, paise)
  const quantity = bill.lines.reduce((sum, { qty }) => sum + qty, 0)
  const taxes: Record<number, ReactNode> = bill.isNear
    ? { 8: field('cgst', bill.cgst), 10: field('sgst', bill.sgst) }
    : { 8: field('igst', bill.igst) }
  return (
    <SparseRow
      className="all"
      columns={count}
      cells={{
        1: 'Grand Total',
        2: kit.quantity(quantity),
        5: kit.money(bill.discount),
        6: field('taxable_value', bill.taxable),
        ...taxes,
        [count - 1]: field('total', bill.total),
      }}
    />
  )
}

function Head({ kit, bill }: Printed) {
  const orderId = `OD${digits(kit.random, 12)}`
  return markup({ kit, bill })`
    .row
      h2 TAX INVOICE
      .r Invoice No {invoice_no} | Date {invoice_date}
        .grey Order Id ${orderId} dated {day order.date}
          ${(<Also of="head" fields={{ po_no: orderId, po_date: bill.order.date }} />)}
    table.boxes
      tbody
        tr
          ${(
            <Box title="Sold By" party={bill.seller} name="vendor_name">
              GSTIN: <H k="gstin">{bill.seller.gstin}</H>
            </Box>
          )}
          ${() => (
            <Box title="Dispatched From" party={bill.seller}>
              FC: PNQ-{kit.random.int(1, 9)}
            </Box>
          )}
          ${(
            <Box title="Bill To" party={bill.buyer} name="buyer_name">
              GSTIN: <H k="buyer_gstin">{bill.buyer.gstin}</H>
            </Box>
          )}
          ${() => (
            <Box title="Ship To" party={bill.buyer} name="consignee_name">
              Place of Supply: {placeOfSupply(kit, bill)}
            </Box>
          )}`
}

type Box = { title: string; party: Party; name?: string; children: ReactNode }

function Box({ title, party, name, children }: Box) {
  return (
    <td>
      <b>{title}</b>
      <div>{name === undefined ? party.name : <H k={name}>{party.name}</H>}</div>
      <div>{[...party.address, party.city, party.pin].join(', ')}</div>
      <div>{children}</div>
    </td>
  )
}
