import type { Column } from '../../columns.tsx'
import type { Bill, BillLine } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { C, H } from '../../marks.tsx'
import { onePage } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `.page { padding: 10mm } .boxes td { border: 1px solid #bbb; padding: 1mm 2mm; width: 33% } .boxes .label { font-size: 80%; color: #777; text-transform: uppercase }
  .lines { margin-top: 3mm } .lines th { background: #fbe9e7; border: 1px solid #ccc; padding: 1mm } .lines td { border: 1px solid #ccc; padding: 1mm } .grey { color: #666; font-size: 85% } .sums { margin-top: 3mm }`

/** A billing site: HSN below the good's name, unit below the quantity, each tax's rate below its amount, seller and buyer in boxes. */
export const stackedTaxes = onePage({
  name: 'stacked-taxes',
  css,
  fonts: ['Open Sans', 'Roboto', 'Lato'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: random.pick(['electrical', 'household', 'hardware']),
    lines: [1, 7],
    isNear: random.chance(0.7),
    isRounded: random.chance(0.7),
  }),
  columns,
  Head: zone`
    h2 TAX INVOICE
    boxes[across=3]
      Sold by =
        ${({ bill }) => <Party names={['vendor_name', 'gstin']} party={bill.seller} />}
      Sold to =
        ${({ bill }) => <Party names={['buyer_name', 'buyer_gstin']} party={bill.buyer} />}
      Bill details =
        No. {invoice_no}
        Date {invoice_date}
        Supply to {place_of_supply}`,
  Foot: zone`
    entries.sums
      Total taxable = {taxable_value in ₹}
      ?near
        Total CGST = {cgst in ₹}
        Total SGST = {sgst in ₹}
      else Total IGST = {igst in ₹}
      ?round_off Round off = {round_off in ₹}
      You pay = {total in ₹}
    @words In words:
    .small This bill was made by a computer and needs no signature.`,
})

function columns(kit: Kit, bill: Bill): Column[] {
  const { isNear } = bill
  const goods: Column = {
    heading: 'Item',
    align: 'l',
    cell: ({ item }) => (
      <>
        <C k="description">{item.name}</C>
        <div className="grey">
          HSN: <C k="hsn">{item.hsn}</C>
        </div>
      </>
    ),
  }
  const quantity: Column = {
    heading: 'Qty',
    align: 'r',
    cell: ({ qty, item }) => (
      <>
        <C k="qty" v={qty}>
          {String(qty)}
        </C>
        <div className="grey">
          <C k="unit">{item.unit}</C>
        </div>
      </>
    ),
  }
  const taxes = isNear
    ? [tax(kit, 'cgst', 'CGST', 0.5), tax(kit, 'sgst', 'SGST', 0.5)]
    : [tax(kit, 'igst', 'IGST', 1)]
  return listed`${goods}; ${quantity}; rate: Price; taxable: Taxable; ${taxes}; total: Total`(
    kit,
    bill,
  )
}

function tax(kit: Kit, key: 'cgst' | 'sgst' | 'igst', heading: string, part: number): Column {
  return {
    heading,
    align: 'r',
    cell: (line: BillLine) => (
      <>
        <C k={key} v={line[key] / 100}>
          {kit.money(line[key])}
        </C>
        <div className="grey">
          <C k={`${key}_rate`} v={line.item.gst * part}>
            {`@${line.item.gst * part}%`}
          </C>
        </div>
      </>
    ),
  }
}

type Party = { names: readonly [name: string, gstin: string]; party: Bill['seller'] }

function Party({ names: [name, gstin], party }: Party) {
  return (
    <>
      <b>
        <H k={name}>{party.name}</H>
      </b>
      <div>{[...party.address, party.city].join(', ')}</div>
      <div>
        GSTIN <H k={gstin}>{party.gstin}</H>
      </div>
    </>
  )
}
