import { columnsOf } from '../columns.tsx'
import { composeBill } from '../compose/bill.ts'
import { Also, H } from '../marks.tsx'
import { Address, dateField } from '../parts.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { gridCss, usualCss, UsualFoot, UsualPaper } from './usual.tsx'

/* Bills typed into a spreadsheet or a letter: labels loose in their cells, no two alike. */

const css = `${usualCss} ${gridCss} .cells { width: 100% }
  .cells td { border: 1px solid #bbb; padding: 0.8mm 1mm } .lines th { background: #fff2cc }
  .letter > div { margin: 1.5mm 0 } .name { font-size: 15pt }`

const words = {
  serial: 'Sr No|S.N|No',
  description: 'ITEM|Particular|Details|Material',
  qty: 'QTY|Qty|Nos',
  rate: 'RATE|Rate|Price',
  amount: 'AMOUNT|Amount Rs.|TOTAL AMT',
}

export const spreadsheet: Layout = {
  name: 'handmade-spreadsheet',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: random.pick(['hardware', 'electrical', 'stationery']),
      lines: [1, 7],
    })
    const all = columnsOf(kit, words)
    const unit = random.chance(0.4) ? [all.unit] : []
    const columns = [all.serial, all.description, all.hsn, all.qty, ...unit, all.rate, all.amount]
    return sheetOf(
      kit,
      <UsualPaper kit={kit} bill={bill} head={<Cells kit={kit} bill={bill} />} columns={columns} />,
      css,
      { font: 'Carlito', size: random.pick([9, 10, 11]) },
    )
  },
}

function Cells({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <div className="c">
        <div className="name">
          <H k="vendor_name">{seller.name.toUpperCase()}</H>
        </div>
        <div>
          {[...seller.address, seller.city].join(', ')} - {seller.pin}
        </div>
        <div>
          Mob <H k="phone">{seller.phone}</H>
        </div>
        <Also of="head" fields={{ vendor_name: seller.name }} />
      </div>
      <table className="cells">
        <tbody>
          <tr>
            <td>{kit.say('GST NO|GSTIN|Gst No.')}</td>
            <td>
              <H k="gstin">{seller.gstin}</H>
            </td>
            <td>{kit.say('BILL NO|Inv No|INVOICE NO.')}</td>
            <td>
              <H k="invoice_no">{bill.number}</H>
            </td>
          </tr>
          <tr>
            <td>{kit.say('PARTY NAME|To|M/S')}</td>
            <td>
              <H k="buyer_name">{buyer.name}</H>
            </td>
            <td>{kit.say('DATE|Date|Dt.')}</td>
            <td>{dateField(kit, 'invoice_date', bill.date)}</td>
          </tr>
          <tr>
            <td>{kit.say('PARTY GST NO|GSTIN|Gst No.')}</td>
            <td>
              <H k="buyer_gstin">{buyer.gstin}</H>
            </td>
            <td>VEHICLE NO</td>
            <td>
              {kit.random.chance(0.5) ? <H k="vehicle_no">{bill.transport.vehicle}</H> : null}
            </td>
          </tr>
        </tbody>
      </table>
    </>
  )
}

export const letter: Layout = {
  name: 'handmade-letter',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: random.pick(['services', 'hardware']),
      lines: [1, 4],
    })
    const all = columnsOf(kit, words)
    const columns = [all.serial, all.description, all.qty, all.rate, all.amount]
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<Letter kit={kit} bill={bill} />}
        columns={columns}
        foot={
          <UsualFoot
            kit={kit}
            bill={bill}
            words={{ taxable: 'Sub-total before GST' }}
            total="Total payable"
          />
        }
      />,
      `${css} .page { padding: 20mm }`,
      { font: 'Tinos', size: 11 },
    )
  },
}

function Letter({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <div className="letter">
      <div className="r">Date: {dateField(kit, 'invoice_date', bill.date)}</div>
      <div>
        <span className="name">
          <H k="vendor_name">{seller.name}</H>
        </span>
        <Address party={seller} />
        GSTIN <H k="gstin">{seller.gstin}</H>, PAN <H k="pan">{seller.pan}</H>
      </div>
      <div>
        To
        <br />
        <H k="buyer_name">{buyer.name}</H>, {buyer.address.join(', ')}, {buyer.city}
        <br />
        (GSTIN <H k="buyer_gstin">{buyer.gstin}</H>)
      </div>
      <div className="b">
        Sub: Tax invoice no. <H k="invoice_no">{bill.number}</H>
      </div>
      <div>Dear Sir, please find below our bill for the following supplies.</div>
    </div>
  )
}
