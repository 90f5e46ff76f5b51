import { columnsOf } from '../columns.tsx'
import { composeBill } from '../compose/bill.ts'
import { H } from '../marks.tsx'
import { dateField, EntryTable } from '../parts.tsx'
import { InWords, sumEntries, totalEntry } from '../sums.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { UsualPaper } from './usual.tsx'

const dotCss = `.page { padding: 8mm; white-space: pre }
  .lines td, .lines th { padding: 0 1mm; font-weight: normal }
  .dash { border-top: 1px dashed #000; margin: 1mm 0 } .sums td { padding: 0 2mm }
  .sums { margin-left: auto } .sums td:last-child { text-align: right }
  .row { display: flex; justify-content: space-between }`

/** A dot matrix on continuous stationery: one font, lines of dashes. */
export const dotMatrix: Layout = {
  name: 'dot-matrix',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: random.pick(['grocery', 'household', 'medicines']),
      lines: [2, 14],
      isNear: true,
    })
    const all = columnsOf(kit, {
      serial: 'SN',
      description: 'PRODUCT',
      qty: 'QTY',
      rate: 'RATE',
      amount: 'AMOUNT',
      hsn: 'HSN',
      gst: 'GST%',
    })
    const columns = [all.serial, all.description, all.hsn, all.qty, all.rate, all.gst, all.amount]
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<DotHead kit={kit} bill={bill} />}
        columns={columns}
        foot={<DotFoot kit={kit} bill={bill} />}
      />,
      dotCss,
      { font: random.pick(['VT323', 'Cousine']), size: 10 },
    )
  },
}

function DotHead({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <div className="c">
        <div>
          <H k="vendor_name">{seller.name.toUpperCase()}</H>
        </div>
        <div>
          {[...seller.address, seller.city].join(', ').toUpperCase()} {seller.pin}
        </div>
        <div>
          GSTIN:<H k="gstin">{seller.gstin}</H> PH:<H k="phone">{seller.phone}</H>
        </div>
        <div>** TAX INVOICE **</div>
      </div>
      <div className="dash" />
      <div className="row">
        <span>
          TO: <H k="buyer_name">{buyer.name.toUpperCase()}</H>
        </span>
        <span>
          INV NO : <H k="invoice_no">{bill.number}</H>
        </span>
      </div>
      <div className="row">
        <span>
          GSTIN: <H k="buyer_gstin">{buyer.gstin}</H>
        </span>
        <span>DATE : {dateField(kit, 'invoice_date', bill.date)}</span>
      </div>
      <div className="dash" />
    </>
  )
}

function DotFoot({ kit, bill }: Printed) {
  return (
    <>
      <div className="dash" />
      <EntryTable
        className="sums"
        entries={[
          ...sumEntries(kit, bill, { taxable: 'TAXABLE AMT' }),
          totalEntry(kit, bill, 'NET AMOUNT'),
        ]}
      />
      <div className="dash" />
      <InWords kit={kit} bill={bill} label="" />
      <div>E.&O.E.</div>
    </>
  )
}
