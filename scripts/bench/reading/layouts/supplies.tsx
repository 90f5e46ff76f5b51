import { columnsOf } from '../columns.tsx'
import { composeBill } from '../compose/bill.ts'
import { H } from '../marks.tsx'
import {
  Address,
  amountField,
  Buyer,
  dateField,
  entry,
  EntryTable,
  placeOfSupply,
  Seller,
} from '../parts.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { gridCss, usualCss, UsualFoot, UsualPaper } from './usual.tsx'

/* Supplies that are taxed in another way: by composition, so not on the bill, or with a cess as well. */

const css = `${usualCss} ${gridCss} .head { border: 1px solid #333; padding: 2mm; margin-bottom: 2mm }
  .c .name { font-size: 14pt }`

export const composition: Layout = {
  name: 'bill-of-supply',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: random.pick(['grocery', 'stationery', 'household']),
      lines: [1, 9],
      isNear: true,
      isTaxed: false,
    })
    const all = columnsOf(kit)
    const hsn = random.chance(0.5) ? [all.hsn] : []
    const columns = [all.serial, all.description, ...hsn, all.qty, all.rate, all.amount]
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<SupplyHead kit={kit} bill={bill} />}
        columns={columns}
        foot={<SupplyFoot kit={kit} bill={bill} />}
      />,
      css,
    )
  },
}

function SupplyHead({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <div className="head">
      <div className="c">
        <div className="b">
          {kit.say('BILL OF SUPPLY|Bill of Supply|CASH MEMO / BILL OF SUPPLY')}
        </div>
        <div className="small">
          Composition taxable person, not eligible to collect tax on supplies
        </div>
        <div className="name">
          <H k="vendor_name">{seller.name}</H>
        </div>
        <Address party={seller} />
        <div>
          GSTIN : <H k="gstin">{seller.gstin}</H> Mob. : <H k="phone">{seller.phone}</H>
        </div>
      </div>
      <div className="row">
        <div>
          {kit.say('Name :|M/s.|Customer :')} <H k="buyer_name">{buyer.name}</H>
        </div>
        <div>
          {kit.say('Bill No. :|No. :|Memo No. :')} <H k="invoice_no">{bill.number}</H>
          <br />
          Date : {dateField(kit, 'invoice_date', bill.date)}
        </div>
      </div>
    </div>
  )
}

function SupplyFoot({ kit, bill }: Printed) {
  const total = amountField(kit, 'total', bill.total, kit.currency)
  const roundOff = entry('Round Off', amountField(kit, 'round_off', bill.roundOff))
  return (
    <EntryTable
      className="sums"
      entries={[
        entry(kit.say('Total|Sub Total'), amountField(kit, 'subtotal', bill.taxable)),
        ...(bill.roundOff === 0 ? [] : [roundOff]),
        entry(kit.say('Net Amount|Grand Total|Bill Amount'), total),
      ]}
    />
  )
}

export const cess: Layout = {
  name: 'cess-beverages',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, { trade: 'fizzy', lines: [2, 7] })
    const all = columnsOf(kit)
    const taxes = bill.isNear ? [all.cgst, all.sgst] : [all.igst]
    const percents = random.chance(0.5) ? [all.cessPct] : []
    const columns = [
      all.serial,
      all.description,
      all.hsn,
      all.qty,
      all.unit,
      all.rate,
      all.taxable,
      all.gst,
      ...taxes,
      ...percents,
      all.cess,
      all.total,
    ]
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<TaxedHead kit={kit} bill={bill} />}
        columns={columns}
        foot={<UsualFoot kit={kit} bill={bill} />}
      />,
      css,
      { size: 8, ...(random.chance(0.6) ? { paper: { width: 297, height: 210 } } : {}) },
    )
  },
}

function TaxedHead({ kit, bill }: Printed) {
  const { random } = kit
  return (
    <div className="head">
      <div className="row">
        <Seller kit={kit} party={bill.seller} gstin="GSTIN :" />
        <EntryTable
          colon=" :"
          entries={[
            entry(
              kit.say('Tax Invoice No.|Invoice No.|Document No.'),
              <H k="invoice_no">{bill.number}</H>,
            ),
            entry(kit.say('Invoice Date|Document Date'), dateField(kit, 'invoice_date', bill.date)),
            entry('Place of Supply', placeOfSupply(kit, bill)),
            ...(random.chance(0.6)
              ? [entry('e-Way Bill No.', <H k="eway_bill_no">{bill.transport.eway}</H>)]
              : []),
            ...(random.chance(0.5)
              ? [entry('Vehicle No.', <H k="vehicle_no">{bill.transport.vehicle}</H>)]
              : []),
          ]}
        />
        <Buyer party={bill.buyer} label={kit.say('Bill To|Sold To|Customer')} gstin="GSTIN :" />
      </div>
    </div>
  )
}
