import { columnsOf } from '../../columns.tsx'
import { composeBill } from '../../compose/bill.ts'
import { H } from '../../marks.tsx'
import { amountField, dateField } from '../../parts.tsx'
import { InWords } from '../../sums.tsx'
import { type Layout, type Printed, sheetOf } from '../layout.ts'
import { usualCss, UsualPaper } from '../usual.tsx'

const css = `${usualCss} .page { padding: 12mm } .lines { margin: 3mm 0 } .lines th { background: #e9ecef; padding: 1mm }
  .lines td { padding: 0.8mm 1mm; border-bottom: 1px solid #dee2e6 } .sentence { margin: 3mm 0 } .right { margin-left: auto; width: 45% }
  .right td:last-child { text-align: right }`

/** A credit note for damaged and expired goods: the bill it is about and its sum stand in sentences. */
export const damagedGoods: Layout = {
  name: 'damaged-goods',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, { trade: 'medicines', lines: [1, 6], isNear: true })
    const all = columnsOf(kit, {
      description: 'Product',
      batch: 'Batch',
      expiry: 'Expiry',
      mrp: 'MRP',
      qty: 'Accepted Qty',
      rate: 'PTR',
      amount: 'Credit Value',
      gst: 'GST',
      hsn: 'HSN',
    })
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        kind="credit note"
        head={<Head kit={kit} bill={bill} />}
        columns={[
          all.description,
          all.hsn,
          all.batch,
          all.expiry,
          all.mrp,
          all.qty,
          all.rate,
          all.gst,
          all.amount,
        ]}
        isFixed
        foot={<Foot kit={kit} bill={bill} />}
      />,
      css,
      { font: random.pick(['Open Sans', 'Roboto']), size: 8.5 },
    )
  },
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer, original } = bill
  return (
    <>
      <div className="row">
        <div>
          <div className="name">
            <H k="vendor_name">{seller.name}</H>
          </div>
          <div>{[...seller.address, seller.city, seller.pin].join(', ')}</div>
          <div>
            GSTIN <H k="gstin">{seller.gstin}</H>
          </div>
        </div>
        <div className="r">
          <div className="b">CREDIT NOTE (Breakage / Expiry)</div>
          <div>
            C.N. No. <H k="invoice_no">{bill.number}</H>
          </div>
          <div>Dated {dateField(kit, 'invoice_date', bill.date)}</div>
        </div>
      </div>
      <div className="sentence">
        To, <H k="buyer_name">{buyer.name}</H>, {buyer.address.join(', ')}, {buyer.city}. GSTIN{' '}
        <H k="buyer_gstin">{buyer.gstin}</H>
      </div>
      <div className="sentence">
        We have credited your account with Rs. {kit.money(bill.total)} towards damaged and expired
        goods returned against our invoice no. <H k="original_invoice_no">{original.number}</H>{' '}
        dated {dateField(kit, 'original_invoice_date', original.date)}, as below.
      </div>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  const rows = [
    ['Value of goods', kit.money(bill.taxable)],
    ['Central GST', amountField(kit, 'cgst', bill.cgst)],
    ['State GST', amountField(kit, 'sgst', bill.sgst)],
    ['Rounding adj.', amountField(kit, 'round_off', bill.roundOff)],
    ['Credit allowed', amountField(kit, 'total', bill.total)],
  ] as const
  return (
    <>
      <table className="right">
        <tbody>
          {rows.map(([label, value]) => (
            <tr key={label}>
              <td>{label}</td>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <InWords kit={kit} bill={bill} label="In words" />
      <div className="sentence">Claims Department</div>
    </>
  )
}
