import { columnsOf } from '../../columns.tsx'
import { composeBill } from '../../compose/bill.ts'
import { amountField } from '../../parts.tsx'
import { type Layout, type Printed, sheetOf } from '../layout.ts'
import { usualCss, UsualPaper } from '../usual.tsx'
import { markup } from '../../bill-markup.tsx'

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

function Head(printed: Printed) {
  return markup(printed)`
    .row
      div
        .name {vendor_name}
        {seller.address,city,pin}
        GSTIN {gstin}
      .r
        .b CREDIT NOTE (Breakage / Expiry)
        C.N. No. {invoice_no}
        Dated {invoice_date}
    .sentence To, {buyer_name}, {buyer.address}, {buyer.city}. GSTIN {buyer_gstin}
    .sentence We have credited your account with Rs. {money total} towards damaged and expired goods returned against our invoice no. {original_invoice_no} dated {original_invoice_date}, as below.`
}

function Foot({ kit, bill }: Printed) {
  const rows = [
    ['Value of goods', kit.money(bill.taxable)],
    ['Central GST', amountField(kit, 'cgst', bill.cgst)],
    ['State GST', amountField(kit, 'sgst', bill.sgst)],
    ['Rounding adj.', amountField(kit, 'round_off', bill.roundOff)],
    ['Credit allowed', amountField(kit, 'total', bill.total)],
  ] as const
  return markup({ kit, bill })`
    table.right
      tbody
        ${() =>
          rows.map(([label, value]) => (
            <tr key={label}>
              <td>{label}</td>
              <td>{value}</td>
            </tr>
          ))}
    @words In words
    .sentence Claims Department`
}
