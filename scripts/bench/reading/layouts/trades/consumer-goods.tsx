import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { H } from '../../marks.tsx'
import { amountField, dateField, entry, EntryTable } from '../../parts.tsx'
import { InWordsOf } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'

const css = `.page { padding: 6mm } .lines th { border: 1px solid #000; font-size: 85% }
  .lines td { padding: 0.3mm 1mm; border-right: 1px solid #ccc } .strip { width: 100%; margin-top: 2mm }
  .strip th, .strip td { border: 1px solid #000; text-align: right; padding: 0.5mm 1.5mm } .head { border-bottom: 1px solid #000 }`

/** A distributor of consumer goods: headings in two rows, its own and the salesman's telephone, the sums in a strip. */
export const consumerGoods = onePage({
  name: 'consumer-goods',
  css,
  fonts: ['Arimo', 'Carlito'],
  size: 7.5,
  paper: { width: 297, height: 210 },
  wanted: ({ random }) => ({
    trade: random.pick(['grocery', 'household']),
    lines: [4, 16],
    discounts: 0.5,
    isNear: random.chance(0.9),
  }),
  columns: columnsFor,
  Head,
  Foot,
})

function columnsFor(kit: Kit, { isNear }: Bill): Column[] {
  const all = columnsOf(kit, {
    serial: 'Sr',
    description: 'SKU Name',
    hsn: 'HSN',
    mrp: 'MRP',
    unit: 'UOM',
    qty: 'Sale Qty',
    rate: 'Base Rate',
    gross: 'Gross Amt',
    taxable: 'Net Taxable',
    total: 'Net Amt',
  })
  const taxes = isNear
    ? [
        under('CGST', '%', all.cgstPct),
        under('CGST', 'Amt', all.cgst),
        under('SGST', '%', all.sgstPct),
        under('SGST', 'Amt', all.sgst),
      ]
    : [under('IGST', '%', all.igstPct), under('IGST', 'Amt', all.igst)]
  return [
    all.serial,
    all.description,
    all.hsn,
    all.mrp,
    all.unit,
    all.qty,
    all.rate,
    under('Trade Disc', '%', all.discountPct),
    under('Trade Disc', 'Amt', all.discount),
    all.taxable,
    ...taxes,
    all.total,
  ]
}

function under(group: string, heading: string, column: Column): Column {
  return { ...column, heading, group }
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  const outlet = `R${kit.random.int(1000, 9999)}`
  const salesman = `${kit.random.pick(['Rakesh', 'Amol', 'Imran'])} - 98${kit.random.int(10_000_000, 99_999_999)}`
  return (
    <div className="row head">
      <div>
        <div className="name">
          <H k="vendor_name">{seller.name}</H>
        </div>
        <div>{[...seller.address, seller.city, seller.pin].join(', ')}</div>
        <div>
          GSTIN/UIN: <H k="gstin">{seller.gstin}</H> FSSAI: <H k="fssai_no">{seller.fssai}</H>
        </div>
        <div>
          Ph: <H k="phone">{seller.phone}</H>
        </div>
      </div>
      <div>
        <div className="b">Retailer</div>
        <div>
          <H k="buyer_name" v={[buyer.name, `${buyer.name} (${outlet})`]}>
            {buyer.name}
          </H>{' '}
          ({outlet})
        </div>
        <div>{buyer.address.join(', ')}</div>
        <div>
          GSTIN: <H k="buyer_gstin">{buyer.gstin}</H>
        </div>
      </div>
      <EntryTable
        entries={[
          entry('TAX INVOICE', <H k="invoice_no">{bill.number}</H>),
          entry('Bill Date', dateField(kit, 'invoice_date', bill.date)),
          entry('Order Ref', <H k="po_no">{bill.order.number}</H>),
          entry('Beat', 'Kothrud Tue'),
          entry('Salesman', salesman),
        ]}
      />
    </div>
  )
}

function Foot({ kit, bill }: Printed) {
  const { isNear } = bill
  const sums: [heading: string, key: string, paise: number][] = [
    ['Gross Amt', 'subtotal', bill.gross],
    ['Total Disc', 'discount', bill.discount],
    ['Taxable Amt', 'taxable_value', bill.taxable],
    ...(isNear
      ? ([
          ['CGST', 'cgst', bill.cgst],
          ['SGST', 'sgst', bill.sgst],
        ] satisfies [string, string, number][])
      : ([['IGST', 'igst', bill.igst]] satisfies [string, string, number][])),
    ['R.Off', 'round_off', bill.roundOff],
    ['Net Payable', 'total', bill.total],
  ]
  return (
    <>
      <table className="strip">
        <thead>
          <tr>
            {sums.map(([heading]) => (
              <th key={heading}>{heading}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {sums.map(([heading, key, paise]) => (
              <td key={heading}>{amountField(kit, key, paise)}</td>
            ))}
          </tr>
        </tbody>
      </table>
      <InWordsOf kit={kit} bill={bill} currency="Rs." />
      <div className="small">Received the above goods in good condition.</div>
      <div className="r">For {bill.seller.name}</div>
    </>
  )
}
