import { type Column, columnsOf } from '../columns.tsx'
import { type Bill, composeBill } from '../compose/bill.ts'
import type { Kit } from '../kit.ts'
import { H } from '../marks.tsx'
import { Address, amountField, dateField } from '../parts.tsx'
import { InWords } from '../sums.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { usualCss, UsualPaper } from './usual.tsx'

/** A carrier's bill: without tax, which the buyer pays. */
export const carrier: Layout = {
  name: 'carrier',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const item = {
      name: 'Freight charges Pune to Mumbai',
      hsn: '996511',
      unit: 'Trip',
      gst: 0,
      rupees: random.int(4_000, 19_000),
    }
    const bill = composeBill(random, {
      trade: 'services',
      items: [item],
      lines: [1, 1],
      isTaxed: false,
    })
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<CarrierHead kit={kit} bill={bill} />}
        columns={carrierColumns(kit, bill)}
        foot={<CarrierFoot kit={kit} bill={bill} />}
      />,
      `${usualCss} .lines th, .lines td { border: 1px solid #000; padding: 2mm 1mm }`,
      { paper: { width: 210, height: 148 } },
    )
  },
}

function carrierColumns(kit: Kit, bill: Bill): Column[] {
  const all = columnsOf(kit, { description: 'Particulars', amount: 'Freight Rs.' })
  return [
    fixed('L.R. No.', bill.transport.lr),
    fixed('Truck No.', bill.transport.vehicle),
    all.description,
    all.hsn,
    all.amount,
  ]
}

function CarrierHead({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <div className="c">
        <div className="name" style={{ fontSize: '16pt' }}>
          <H k="vendor_name">{seller.name}</H>
        </div>
        <Address party={seller} />
        <div>
          GSTIN : <H k="gstin">{seller.gstin}</H> PAN : <H k="pan">{seller.pan}</H>
        </div>
        <b>FREIGHT BILL</b>
      </div>
      <div className="row">
        <div>
          M/s. <H k="buyer_name">{buyer.name}</H>
          <br />
          GSTIN : <H k="buyer_gstin">{buyer.gstin}</H>
        </div>
        <div className="r">
          Bill No. <H k="invoice_no">{bill.number}</H>
          <br />
          Date {dateField(kit, 'invoice_date', bill.date)}
        </div>
      </div>
    </>
  )
}

function CarrierFoot({ kit, bill }: Printed) {
  return (
    <>
      <div className="r b">TOTAL Rs. {amountField(kit, 'total', bill.total)}</div>
      <InWords kit={kit} bill={bill} label="In words:" />
      <div>
        GST payable by recipient under reverse charge: <H k="reverse_charge">Yes</H>
      </div>
    </>
  )
}

function fixed(heading: string, text: string): Column {
  return { heading, align: 'c', cell: () => text }
}
