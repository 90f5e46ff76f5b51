import type { Column } from '../../columns.tsx'
import { type Bill, composeBill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { SparseRow } from '../../lines-table.tsx'
import { H } from '../../marks.tsx'
import { amountField, dateField, entry, placeOfSupply } from '../../parts.tsx'
import { chargeEntries } from '../../sums.tsx'
import { type Layout, type Printed, sheetOf } from '../layout.ts'
import { usualCss, UsualPaper } from '../usual.tsx'
import { markup } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `${usualCss} .boxes { width: 100% } .boxes td { border: 1px solid #444; padding: 1mm 2mm; width: 25% }
  .lines { border: 1px solid #444; margin-top: 2mm } .lines th { border: 1px solid #444; padding: 1mm }
  .lines td { border-left: 1px solid #444; padding: 0.8mm 1mm } .end td { border-top: 1px solid #444; font-weight: bold }
  .label { font-size: 80% }`

const sections = itemsOf([
  ['MS Channel 100x50x6', '72163100', 18, 56_200, 'MT'],
  ['MS Beam 150x75', '72163200', 18, 58_450, 'MT'],
  ['HR Sheet 3.15 mm', '72083840', 18, 54_900, 'MT'],
  ['MS Flat 50x6', '72111990', 18, 55_300, 'MT'],
  ['GP Coil 0.50 mm', '72104900', 18, 71_250, 'MT'],
  ['TMT 16 mm Fe550', '72142090', 18, 53_750, 'MT'],
])

/** A steel merchant: tonnes, loading and cutting as rows among the goods, labels over their values in boxes. */
export const steel: Layout = {
  name: 'steel',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: 'hardware',
      items: sections,
      lines: [1, 5],
      charges: random.pick([['Loading'], ['Loading', 'Cutting Charges'], []]),
      hasFreight: random.chance(0.5),
    })
    const columns = columnsFor(kit, bill)
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<Head kit={kit} bill={bill} />}
        columns={columns}
        isFixed
        foot={<Foot kit={kit} bill={bill} />}
      >
        {rowsBelow(kit, bill).map(({ label, value }, at, { length }) => (
          <SparseRow
            key={at}
            className={at === length - 1 ? 'end' : ''}
            columns={columns.length}
            cells={{ 1: label, [columns.length - 1]: value }}
          />
        ))}
      </UsualPaper>,
      css,
      { font: random.pick(['Arimo', 'Roboto']), size: 9 },
    )
  },
}

function columnsFor(kit: Kit, bill: Bill): Column[] {
  const pieces: Column = {
    heading: 'Nos',
    align: 'c',
    cell: ({ qty }) => String(Math.ceil(qty * 7)),
  }
  return listed`serial: Sr; description: Section / Size; hsn: HSN; ${pieces}; qty: Wt. (MT); rate: Rate / MT;
    amount: Amount Rs.`(kit, bill)
}

function rowsBelow(kit: Kit, bill: Bill) {
  const amount = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  const taxes = bill.isNear
    ? [amount('CGST 9%', 'cgst', bill.cgst), amount('SGST 9%', 'sgst', bill.sgst)]
    : [amount('IGST 18%', 'igst', bill.igst)]
  return [
    ...chargeEntries(kit, bill),
    ...(bill.freight === 0 ? [] : [amount('Freight', 'freight', bill.freight)]),
    amount('Taxable Value', 'taxable_value', bill.taxable),
    ...taxes,
    ...(bill.roundOff === 0 ? [] : [amount('Round Off (+/-)', 'round_off', bill.roundOff)]),
    amount('INVOICE VALUE', 'total', bill.total),
  ]
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer, transport } = bill
  const boxes = [
    entry('Invoice No.', <H k="invoice_no">{bill.number}</H>),
    entry('Date', dateField(kit, 'invoice_date', bill.date)),
    entry('Lorry No.', <H k="vehicle_no">{transport.vehicle}</H>),
    entry('EWB No.', <H k="eway_bill_no">{transport.eway}</H>),
    entry('Weighbridge Slip', String(kit.random.int(1000, 99_999))),
    entry('P.O. No.', <H k="po_no">{bill.order.number}</H>),
    entry('P.O. Date', dateField(kit, 'po_date', bill.order.date)),
    entry('State of Supply', placeOfSupply(kit, bill)),
  ]
  return (
    <>
      <div className="row">
        <div>
          <div className="name">
            <H k="vendor_name">{seller.name}</H>
          </div>
          <div>{[...seller.address, seller.city, seller.pin].join(', ')}</div>
          <div>
            GSTIN : <H k="gstin">{seller.gstin}</H>
          </div>
        </div>
        <div className="r b">TAX INVOICE</div>
      </div>
      <table className="boxes">
        <tbody>
          {[boxes.slice(0, 4), boxes.slice(4)].map((row, at) => (
            <tr key={at}>
              {row.map(({ label, value }) => (
                <td key={label}>
                  <div className="label">{label}</div>
                  <div>{value}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div>
        <span className="label">Consigned to</span>{' '}
        <b>
          <H k="buyer_name">{buyer.name}</H>
        </b>
        , {buyer.address.join(', ')}, {buyer.city}. GSTIN <H k="buyer_gstin">{buyer.gstin}</H>
      </div>
    </>
  )
}

function Foot(printed: Printed) {
  return markup(printed)`
    @wordsOf Rupees
    entries[colon=:]
      @bank
    .r Authorised Signatory`
}
