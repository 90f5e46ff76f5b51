import type { Column } from '../../columns.tsx'
import type { Kit } from '../../kit.ts'
import { Also, C, H } from '../../marks.tsx'
import { amountField, entry } from '../../parts.tsx'
import type { Printed } from '../layout.ts'
import { onePage } from '../one-page.tsx'
import { markup, zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

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
  columns: (kit, bill) => {
    const { isNear } = bill
    return listed`description: Description; hsn: HSN/SAC; ${units()}; rate: Unit Price;
    ?discount discountPct: Disc.%; ${taxes(isNear)}; ${amount(kit)}`(kit, bill)
  },
  Head: zone`
    .name {vendor_name}
    @address seller
    India
    .to
      {buyer_name}
      @address buyer
      India
      GSTIN: {buyer_gstin}
    h2 Invoice {invoice_no}
    boxes[across=4]
      Invoice Date: = {invoice_date}
      Due Date: = {due_date}
      Source: = {order.number}
      Place of supply: =
        ${({ bill }) => <Place bill={bill} />}`,
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

function Place({ bill: { isNear, seller, buyer } }: Pick<Printed, 'bill'>) {
  return <H k="place_of_supply">{(isNear ? seller : buyer).state}</H>
}

function Foot({ kit, bill }: Printed) {
  const rupees = (key: string, paise: number) => amountField(kit, key, paise, '₹ ')
  const sums = bill.isNear
    ? [entry('SGST', rupees('sgst', bill.sgst)), entry('CGST', rupees('cgst', bill.cgst))]
    : [entry('IGST', rupees('igst', bill.igst))]
  return markup({ kit, bill })`
    entries.sums
      Untaxed Amount = ₹ {money taxable}
      ${sums}
      Total = {total in ₹ }
    @words Total amount in words:
    p Payment terms: {payment_terms: 30 Days}
    p Payment Communication: <b>{number}</b> on this account: {seller.bank.account}
    ${(<Also of="head" fields={{ account_no: bill.seller.bank.account, po_no: bill.order.number }} />)}
    .end {phone} | {email} | GSTIN: {gstin}`
}
