import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill, BillLine } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { C, H } from '../../marks.tsx'
import { amountField, dateField, entry, EntryTable, placeOfSupply } from '../../parts.tsx'
import { InWords } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { Boxes, onePage } from '../one-page.tsx'

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
  Head,
  Foot,
})

function columns(kit: Kit, { isNear }: Bill): Column[] {
  const all = columnsOf(kit, { rate: 'Price', taxable: 'Taxable', total: 'Total' })
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
  return [goods, quantity, all.rate, all.taxable, ...taxes, all.total]
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

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <h2>TAX INVOICE</h2>
      <Boxes
        across={3}
        entries={[
          entry('Sold by', <Party names={['vendor_name', 'gstin']} party={seller} />),
          entry('Sold to', <Party names={['buyer_name', 'buyer_gstin']} party={buyer} />),
          entry(
            'Bill details',
            <>
              <div>
                No. <H k="invoice_no">{bill.number}</H>
              </div>
              <div>Date {dateField(kit, 'invoice_date', bill.date)}</div>
              <div>Supply to {placeOfSupply(kit, bill)}</div>
            </>,
          ),
        ]}
      />
    </>
  )
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

function Foot({ kit, bill }: Printed) {
  const one = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise, '₹'))
  return (
    <>
      <EntryTable
        className="sums"
        entries={[
          one('Total taxable', 'taxable_value', bill.taxable),
          ...(bill.isNear
            ? [one('Total CGST', 'cgst', bill.cgst), one('Total SGST', 'sgst', bill.sgst)]
            : [one('Total IGST', 'igst', bill.igst)]),
          ...(bill.roundOff === 0 ? [] : [one('Round off', 'round_off', bill.roundOff)]),
          one('You pay', 'total', bill.total),
        ]}
      />
      <InWords kit={kit} bill={bill} label="In words:" />
      <div className="small">This bill was made by a computer and needs no signature.</div>
    </>
  )
}
