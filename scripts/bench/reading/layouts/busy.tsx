import { columnsOf } from '../columns.tsx'
import { composeBill } from '../compose/bill.ts'
import type { Trade } from '../compose/goods.ts'
import { H } from '../marks.tsx'
import { Address, dateField, entry, EntryTable, placeOfSupply } from '../parts.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { gridCss, usualCss, UsualFoot, UsualPaper } from './usual.tsx'

/* Busy: the seller centred on top, two boxes below it, taxes of each line in columns of their own. */

const css = `${usualCss} ${gridCss} .c .name { font-size: 14pt }
  .boxes { display: flex; border: 1px solid #333; margin-top: 1mm }
  .boxes > * { flex: 1; padding: 1mm 2mm } .boxes > *:first-child { border-right: 1px solid #333 }
  .lines { margin-top: 1mm }`

const trades: readonly Trade[] = ['grocery', 'household', 'hardware', 'stationery']

export const busy: Layout = {
  name: 'busy',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: random.pick(trades),
      lines: [2, 12],
      discounts: random.pick([0, 0.5]),
      hasFreight: random.chance(0.2),
    })
    const all = columnsOf(kit, { description: 'Description of Goods|Item Name|Particulars' })
    const taxes = bill.isNear
      ? [all.cgstPct, all.cgst, all.sgstPct, all.sgst]
      : [all.igstPct, all.igst]
    const columns = [
      all.serial,
      all.description,
      all.hsn,
      all.qty,
      all.unit,
      all.rate,
      ...(bill.discount > 0 ? [all.discount] : []),
      ...(random.chance(0.6) ? [all.taxable, ...taxes, all.total] : [all.gst, all.amount]),
    ]
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<Head kit={kit} bill={bill} />}
        columns={columns}
        foot={<UsualFoot kit={kit} bill={bill} summary={random.chance(0.5) ? 'rate' : undefined} />}
      />,
      css,
    )
  },
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <div className="row small">
        <span>
          {kit.say('GSTIN :|GSTIN No.:|GST No.')} <H k="gstin">{seller.gstin}</H>
        </span>
        <span className="r">{kit.say('Original Copy|Original for Recipient|Duplicate Copy')}</span>
      </div>
      <div className="c">
        <div className="b">{kit.say('TAX INVOICE|GST INVOICE|Tax Invoice')}</div>
        <div className="name">
          <H k="vendor_name">{seller.name}</H>
        </div>
        <Address party={seller} />
        <div>
          {kit.say('Tel.|Mob.|Ph.')} : <H k="phone">{seller.phone}</H> email :{' '}
          <H k="email">{seller.email}</H>
        </div>
      </div>
      <div className="boxes">
        <div>
          <div>{kit.say('Party Details :|Billed to :|Buyer :')}</div>
          <div className="name">
            <H k="buyer_name">{buyer.name}</H>
          </div>
          <Address party={buyer} />
          <div>
            {kit.say('GSTIN / UIN :|GSTIN :|Party GSTIN :')} <H k="buyer_gstin">{buyer.gstin}</H>
          </div>
        </div>
        <EntryTable entries={numbers(kit, bill)} colon=" :" />
      </div>
    </>
  )
}

function numbers(kit: Printed['kit'], bill: Printed['bill']) {
  const { random } = kit
  const { transport } = bill
  return [
    entry(kit.say('Invoice No.|Bill No.|Inv. No.'), <H k="invoice_no">{bill.number}</H>),
    entry(kit.say('Dated|Date|Invoice Date'), dateField(kit, 'invoice_date', bill.date)),
    entry(kit.say('Place of Supply|Place Of Supply'), placeOfSupply(kit, bill)),
    entry(kit.say('Reverse Charge|Reverse Charge (Y/N)'), <H k="reverse_charge">N</H>),
    ...(random.chance(0.5) ? [entry('GR/RR No.', <H k="lr_no">{transport.lr}</H>)] : []),
    ...(random.chance(0.6) ? [entry('Transport', <H k="transporter">{transport.name}</H>)] : []),
    ...(random.chance(0.6)
      ? [entry('Vehicle No.', <H k="vehicle_no">{transport.vehicle}</H>)]
      : []),
    ...(random.chance(0.4)
      ? [entry('E-Way Bill No.', <H k="eway_bill_no">{transport.eway}</H>)]
      : []),
  ]
}
