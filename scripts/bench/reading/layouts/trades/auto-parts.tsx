import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { digits } from '../../compose/parties.ts'
import type { Kit } from '../../kit.ts'
import { H } from '../../marks.tsx'
import { amountField, dateField, entry, EntryTable } from '../../parts.tsx'
import { chargeEntries, InWords } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'

const css = `.page { padding: 9mm } .lines { margin-top: 3mm; border: 1px solid #000 }
  .lines th { border: 1px solid #000; font-size: 90%; padding: 0.5mm } .lines td { border-left: 1px solid #000; padding: 0.4mm 1mm }
  .grey { background: #ddd; padding: 1mm 2mm }`

/** A dealer of spare parts: the part's number first, numbers of job card and vehicle beside that of the bill. */
export const autoParts = onePage({
  name: 'auto-parts',
  css,
  fonts: ['Arimo', 'Roboto Condensed'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: random.pick(['hardware', 'electrical']),
    lines: [2, 11],
    discounts: 0.5,
    isNear: random.chance(0.8),
    charges: random.pick([[], ['Fitting Charges'], ['Labour', 'Consumables']]),
  }),
  columns: columnsFor,
  Head,
  Foot,
})

function columnsFor(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    serial: 'Sno',
    code: 'Part Number',
    description: 'Part Name',
    hsn: 'HSN',
    mrp: 'MRP',
    qty: 'Qty',
    rate: 'Dealer Price',
    discountPct: 'Disc%',
    taxable: 'Taxable',
    gst: 'GST%',
    total: 'Line Total',
  })
  return [
    all.serial,
    all.code,
    all.description,
    all.hsn,
    all.mrp,
    all.qty,
    all.rate,
    all.discountPct,
    all.taxable,
    all.gst,
    all.total,
  ]
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <div className="grey b c">SPARES INVOICE - CREDIT</div>
      <div className="row">
        <div>
          <div className="name">
            <H k="vendor_name">{seller.name}</H>
          </div>
          <div>Authorised dealer · Genuine spares</div>
          <div>{[...seller.address, seller.city, seller.pin].join(', ')}</div>
          <div>
            Tel <H k="phone">{seller.phone}</H>
          </div>
        </div>
        <div>
          <div>
            GST Reg. No. <H k="gstin">{seller.gstin}</H>
          </div>
          <div>
            PAN <H k="pan">{seller.pan}</H>
          </div>
        </div>
      </div>
      <div className="row">
        <EntryTable
          colon=":"
          entries={[
            entry('Customer', <H k="buyer_name">{buyer.name}</H>),
            entry('Address', buyer.address.join(', ')),
            entry('Cust. GSTIN', <H k="buyer_gstin">{buyer.gstin}</H>),
          ]}
        />
        <EntryTable
          colon=":"
          entries={[
            entry('Invoice', <H k="invoice_no">{bill.number}</H>),
            entry('Inv. Date', dateField(kit, 'invoice_date', bill.date)),
            entry('Job Card', `JC${digits(kit.random, 6)}`),
            entry('Regn No', <H k="vehicle_no">{bill.transport.vehicle}</H>),
          ]}
        />
      </div>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  return (
    <div className="row foot">
      <div>
        <InWords kit={kit} bill={bill} label="Amount in words -" />
        <div className="small">Parts once sold cannot be returned.</div>
      </div>
      <div className="narrow">
        <EntryTable className="sums" entries={sums(kit, bill)} />
      </div>
    </div>
  )
}

function sums(kit: Kit, bill: Bill) {
  const amount = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  return [
    ...chargeEntries(kit, bill),
    amount('Net taxable', 'taxable_value', bill.taxable),
    ...(bill.isNear
      ? [amount('Total CGST', 'cgst', bill.cgst), amount('Total SGST', 'sgst', bill.sgst)]
      : [amount('Total IGST', 'igst', bill.igst)]),
    amount('Round off', 'round_off', bill.roundOff),
    amount('Invoice amount', 'total', bill.total),
  ]
}
