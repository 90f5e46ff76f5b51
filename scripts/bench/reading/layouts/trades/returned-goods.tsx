import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { C, H } from '../../marks.tsx'
import { dateField, entry, EntryTable } from '../../parts.tsx'
import { InWords } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { Boxes, onePage } from '../one-page.tsx'

const css = `.page { padding: 11mm } .boxes { margin: 3mm 0 } .boxes td { border: 1px solid #555; padding: 0.8mm 1.5mm; width: 33% } .boxes .label { font-size: 80%; color: #555 }
  .lines th { border-bottom: 1px solid #555; background: #eee; padding: 1mm } .lines td { padding: 0.8mm 1mm; border-bottom: 1px solid #ddd } .sums { margin-top: 3mm }`

/** A credit note whose amounts stand in brackets, as accountants write what is taken back. */
export const returnedGoods = onePage({
  name: 'returned-goods',
  css,
  fonts: ['Carlito', 'Arimo', 'Lato'],
  size: 9,
  kind: 'credit note',
  wanted: ({ random }) => ({
    trade: random.pick(['household', 'electrical', 'stationery']),
    lines: [1, 5],
    isNear: random.chance(0.7),
  }),
  columns,
  Head,
  Foot,
})

/** Who types it with a minus is right as well. */
function bracketed(kit: Kit, paise: number) {
  return { text: `(${kit.money(paise)})`, values: [String(paise / 100), String(-paise / 100)] }
}

function columns(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    serial: 'S No',
    description: 'Item returned',
    hsn: 'HSN',
    qty: 'Qty Rtd',
    rate: 'Rate',
    gst: 'GST %',
  })
  const value: Column = {
    heading: 'Value',
    align: 'r',
    cell: ({ taxable }) => {
      const { text, values } = bracketed(kit, taxable)
      return (
        <C k="amount" v={values}>
          {text}
        </C>
      )
    },
  }
  return [all.serial, all.description, all.hsn, all.qty, all.rate, all.gst, value]
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer, original } = bill
  return (
    <>
      <div className="row">
        <div>
          <h2>SALES RETURN</h2>
          <div>(Credit Note u/s 34 of the CGST Act)</div>
        </div>
        <div className="r">
          <b>
            <H k="vendor_name">{seller.name}</H>
          </b>
          <div>{[...seller.address, seller.city, seller.pin].join(', ')}</div>
          <div>
            GSTIN <H k="gstin">{seller.gstin}</H>
          </div>
        </div>
      </div>
      <Boxes
        across={3}
        entries={[
          entry('Credit Note #', <H k="invoice_no">{bill.number}</H>),
          entry('Issued on', dateField(kit, 'invoice_date', bill.date)),
          entry(
            'Reason for issue',
            kit.random.pick(['01 - Sales Return', '02 - Post Sale Discount']),
          ),
          entry('Original invoice', <H k="original_invoice_no">{original.number}</H>),
          entry('Original invoice dated', dateField(kit, 'original_invoice_date', original.date)),
          entry('Place of supply', <Place bill={bill} />),
        ]}
      />
      <EntryTable
        entries={[
          entry('Issued to', <H k="buyer_name">{buyer.name}</H>),
          entry('', [...buyer.address, buyer.city].join(', ')),
          entry('GSTIN / UIN', <H k="buyer_gstin">{buyer.gstin}</H>),
        ]}
      />
    </>
  )
}

function Place({ bill: { isNear, seller, buyer } }: { bill: Bill }) {
  const { state, stateCode } = isNear ? seller : buyer
  const printed = `${stateCode} ${state}`
  return (
    <H k="place_of_supply" v={[printed, state]}>
      {printed}
    </H>
  )
}

function Foot({ kit, bill }: Printed) {
  const one = (label: string, key: string, paise: number) =>
    entry(label, <Amount kit={kit} name={key} paise={paise} />)
  return (
    <>
      <EntryTable
        className="sums"
        entries={[
          entry('Total value of return', bracketed(kit, bill.taxable).text),
          ...(bill.isNear
            ? [one('CGST reversed', 'cgst', bill.cgst), one('SGST reversed', 'sgst', bill.sgst)]
            : [one('IGST reversed', 'igst', bill.igst)]),
          ...(bill.roundOff === 0 ? [] : [entry('Rounding', <Rounding kit={kit} bill={bill} />)]),
          one('Amount credited to your account', 'total', bill.total),
        ]}
      />
      <InWords kit={kit} bill={bill} label="In words:" />
      <p>Kindly reverse the input tax credit taken on the above.</p>
      <div className="r">Accounts Dept., {bill.seller.name}</div>
    </>
  )
}

function Amount({ kit, name, paise }: { kit: Kit; name: string; paise: number }) {
  const { text, values } = bracketed(kit, paise)
  return (
    <H k={name} v={values}>
      {text}
    </H>
  )
}

/** What is added to the note stands in brackets as well, what is taken from it does not. */
function Rounding({ kit, bill: { roundOff } }: Printed) {
  return (
    <H k="round_off" v={[String(roundOff / 100), String(-roundOff / 100)]}>
      {roundOff > 0 ? `(${kit.money(roundOff)})` : kit.money(-roundOff)}
    </H>
  )
}
