import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { irnOf } from '../../compose/e-invoice.ts'
import { digits, type Party } from '../../compose/parties.ts'
import type { Kit } from '../../kit.ts'
import { C, H } from '../../marks.tsx'
import { Address, amountField, dateField, entry, EntryTable } from '../../parts.tsx'
import type { Printed } from '../layout.ts'
import { amountOrZero, onePage, orZero } from '../one-page.tsx'

const css = `.bar { background: #d9e2ef; font-weight: bold; padding: 0.8mm 2mm; margin-top: 3mm; border: 1px solid #888 }
  .box { border: 1px solid #888; border-top: 0; padding: 1.5mm 2mm } .irn { font-size: 85% }
  .lines th, .lines td, .tots th, .tots td { border: 1px solid #888; padding: 0.6mm 1mm; font-size: 90% } .tots { margin-top: 2mm }`

/** The print of the portal where e-invoices are registered: numbered sections, all taxes though they are zero, rates as "18 + 0". */
export const portalPrint = onePage({
  name: 'portal-print',
  css,
  fonts: ['Arimo', 'Open Sans'],
  size: 8,
  wanted: ({ random }) => ({
    trade: random.pick(['hardware', 'electrical', 'household', 'stationery']),
    lines: [1, 7],
    discounts: random.pick([0, 0.4]),
    isRounded: random.chance(0.6),
  }),
  columns,
  Head,
  Foot,
})

function columns(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    serial: 'SlNo',
    description: 'Item Description',
    hsn: 'HSN Code',
    qty: 'Quantity',
    unit: 'Unit',
    rate: 'Unit Price(Rs)',
    discount: 'Discount(Rs)',
    taxable: 'Taxable Amount(Rs)',
    total: 'Total',
  })
  const rates: Column = {
    heading: 'Tax Rate (GST + Cess | State Cess + Cess Non.Advol)',
    align: 'c',
    cell: ({ item }) => (
      <>
        <C k="gst_rate" v={item.gst}>
          {item.gst.toFixed(2)}
        </C>{' '}
        + 0 | 0 + 0
      </>
    ),
  }
  return [
    all.serial,
    all.description,
    all.hsn,
    all.qty,
    all.unit,
    all.rate,
    orZero(all.discount, 'discount', ({ discount }) => discount, '0.00'),
    all.taxable,
    rates,
    { heading: 'Other charges(Rs)', align: 'r', cell: () => '0.00' },
    all.total,
  ]
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <div className="row">
        <b>
          <H k="gstin">{seller.gstin}</H>
        </b>
        <b className="r">
          <H k="vendor_name">{seller.name}</H>
        </b>
      </div>
      <div className="bar">1.e-Invoice Details</div>
      <div className="box">
        <div className="irn">
          IRN : <H k="irn">{irnOf(bill)}</H>
        </div>
        <div className="row">
          <span>
            Ack. No : <H k="ack_no">{`1${digits(kit.random, 14)}`}</H>
          </span>
          <span>Ack. Date : {dateField(kit, 'ack_date', bill.date)}</span>
        </div>
      </div>
      <div className="bar">2.Document Details</div>
      <Document kit={kit} bill={bill} />
      <div className="bar">3.Party Details</div>
      <div className="box row">
        <PartyBox label="Supplier :" keys={['gstin', 'vendor_name']} party={seller} />
        <PartyBox label="Recipient :" keys={['buyer_gstin', 'buyer_name']} party={buyer} />
      </div>
      <div className="bar">4.Details of Goods / Services</div>
    </>
  )
}

function Document({ kit, bill }: Printed) {
  return (
    <div className="box row">
      <EntryTable
        colon=" :"
        entries={[
          entry('Category', 'B2B'),
          entry('Document No', <H k="invoice_no">{bill.number}</H>),
          entry('Place of Supply', <Place bill={bill} />),
        ]}
      />
      <EntryTable
        colon=" :"
        entries={[
          entry('Document Type', 'Tax Invoice'),
          entry('Document Date', dateField(kit, 'invoice_date', bill.date)),
          entry('IGST on INTRA', 'No'),
        ]}
      />
    </div>
  )
}

function Place({ bill: { isNear, seller, buyer } }: { bill: Bill }) {
  return <H k="place_of_supply">{(isNear ? seller : buyer).state.toUpperCase()}</H>
}

type PartyBox = { label: string; party: Party; keys: readonly [gstin: string, name: string] }

function PartyBox({ label, party, keys: [gstin, name] }: PartyBox) {
  return (
    <div>
      <b>{label}</b>
      <div>
        GSTIN : <H k={gstin}>{party.gstin}</H>
      </div>
      <div>
        <H k={name}>{party.name}</H>
      </div>
      <Address party={party} />
      <div>{party.state.toUpperCase()}</div>
    </div>
  )
}

function Foot({ kit, bill }: Printed) {
  const zero = amountOrZero
  const sums = [
    entry("Tax'ble Amt", amountField(kit, 'taxable_value', bill.taxable)),
    entry('CGST Amt', zero(kit, 'cgst', bill.isNear ? bill.cgst : 0)),
    entry('SGST Amt', zero(kit, 'sgst', bill.isNear ? bill.sgst : 0)),
    entry('IGST Amt', zero(kit, 'igst', bill.igst)),
    entry('CESS Amt', '0.00'),
    entry('State CESS', '0.00'),
    entry('Discount', amountOrZero(kit, 'discount', 0)),
    entry('Other Charges', '0.00'),
    entry('Round off Amt', zero(kit, 'round_off', bill.roundOff)),
    entry('Tot Inv. Amt', amountField(kit, 'total', bill.total)),
  ]
  return (
    <>
      <table className="tots w">
        <thead>
          <tr>
            {sums.map(({ label }) => (
              <th key={label}>{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {sums.map(({ label, value }) => (
              <td key={label} className="r">
                {value}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <div className="small">
        Generated By : {bill.seller.gstin} Print Date : {kit.day(bill.date)} eSign Digitally Signed
        by NIC-IRP
      </div>
    </>
  )
}
