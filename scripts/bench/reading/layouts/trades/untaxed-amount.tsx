import { type Column, columnsOf } from '../../columns.tsx'
import type { Kit } from '../../kit.ts'
import { Also, C, H } from '../../marks.tsx'
import { Address, amountField, dateField, entry, EntryTable } from '../../parts.tsx'
import { InWords } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { Boxes, onePage } from '../one-page.tsx'

const css = `.page { padding: 14mm 12mm } .to { width: 45%; margin: 8mm 0 6mm auto } h2 { font-weight: normal; color: #714b67 }
  .boxes { margin: 3mm 0 5mm } .boxes .label { font-weight: bold; color: #714b67 } .lines th { border-bottom: 1.5px solid #714b67; padding: 1mm }
  .lines td { padding: 1.3mm 1mm; border-bottom: 1px solid #ddd } .sums { width: 45%; margin-top: 3mm } .sums td { border-bottom: 1px solid #ddd }
  .end { text-align: center; border-top: 1px solid #714b67; margin-top: 16mm; padding-top: 2mm; color: #555 }`

/** An open-source system: the number in the heading, the buyer without a label, the seller's tax number in the last line. */
export const untaxedAmount = onePage({
  name: 'untaxed-amount',
  css,
  fonts: ['Lato', 'Roboto'],
  size: 9,
  wanted: ({ random }) => ({
    trade: random.pick(['electrical', 'stationery', 'hardware', 'retail']),
    lines: [1, 6],
    discounts: random.pick([0, 0.5]),
    isRounded: false,
  }),
  columns: (kit, { discount, isNear }) => {
    const all = columnsOf(kit, {
      description: 'Description',
      hsn: 'HSN/SAC',
      rate: 'Unit Price',
      discountPct: 'Disc.%',
    })
    return [
      all.description,
      all.hsn,
      units(),
      all.rate,
      ...(discount > 0 ? [all.discountPct] : []),
      taxes(isNear),
      amount(kit),
    ]
  },
  Head,
  Foot,
})

function units(): Column {
  return {
    heading: 'Quantity',
    align: 'r',
    cell: ({ qty }) => (
      <>
        <C k="qty" v={qty}>
          {qty.toFixed(2)}
        </C>{' '}
        Units
        <Also of="line" fields={{ unit: 'Units' }} />
      </>
    ),
  }
}

/** A tax as it is set up: its rate and its name. */
function taxes(isNear: boolean): Column {
  return {
    heading: 'Taxes',
    align: 'l',
    cell: ({ item }) => (
      <C k="gst_rate" v={item.gst}>
        {`${item.gst}% ${isNear ? 'GST' : 'IGST'} S`}
      </C>
    ),
  }
}

function amount(kit: Kit): Column {
  return {
    heading: 'Amount',
    align: 'r',
    cell: ({ taxable }) => (
      <C k="amount" v={taxable / 100}>
        {`₹ ${kit.money(taxable)}`}
      </C>
    ),
  }
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  return (
    <>
      <div className="name">
        <H k="vendor_name">{seller.name}</H>
      </div>
      <Address party={seller} />
      <div>India</div>
      <div className="to">
        <div>
          <H k="buyer_name">{buyer.name}</H>
        </div>
        <Address party={buyer} />
        <div>India</div>
        <div>
          GSTIN: <H k="buyer_gstin">{buyer.gstin}</H>
        </div>
      </div>
      <h2>
        Invoice <H k="invoice_no">{bill.number}</H>
      </h2>
      <Boxes
        across={4}
        entries={[
          entry('Invoice Date:', dateField(kit, 'invoice_date', bill.date)),
          entry('Due Date:', dateField(kit, 'due_date', bill.dueDate)),
          entry('Source:', bill.order.number),
          entry('Place of supply:', <Place bill={bill} />),
        ]}
      />
    </>
  )
}

function Place({ bill: { isNear, seller, buyer } }: Pick<Printed, 'bill'>) {
  return <H k="place_of_supply">{(isNear ? seller : buyer).state}</H>
}

function Foot({ kit, bill }: Printed) {
  const { seller } = bill
  const rupees = (key: string, paise: number) => amountField(kit, key, paise, '₹ ')
  const sums = bill.isNear
    ? [entry('SGST', rupees('sgst', bill.sgst)), entry('CGST', rupees('cgst', bill.cgst))]
    : [entry('IGST', rupees('igst', bill.igst))]
  return (
    <>
      <EntryTable
        className="sums"
        entries={[
          entry('Untaxed Amount', `₹ ${kit.money(bill.taxable)}`),
          ...sums,
          entry('Total', rupees('total', bill.total)),
        ]}
      />
      <InWords kit={kit} bill={bill} label="Total amount in words:" />
      <p>
        Payment terms: <H k="payment_terms">30 Days</H>
      </p>
      <p>
        Payment Communication: <b>{bill.number}</b> on this account: {seller.bank.account}
      </p>
      <Also of="head" fields={{ account_no: seller.bank.account, po_no: bill.order.number }} />
      <div className="end">
        <H k="phone">{seller.phone}</H> | <H k="email">{seller.email}</H> | GSTIN:{' '}
        <H k="gstin">{seller.gstin}</H>
      </div>
    </>
  )
}
