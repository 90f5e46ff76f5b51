import { type Column, columnsOf } from '../../columns.tsx'
import { type Bill, composeBill, type BillLine } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { SparseRow } from '../../lines-table.tsx'
import { C, H, Also } from '../../marks.tsx'
import { Buyer, amountField, entry } from '../../parts.tsx'
import { Logo } from '../../small-print.tsx'
import { sumEntries } from '../../sums.tsx'
import { type Layout, type Printed, sheetOf } from '../layout.ts'
import { usualCss, UsualPaper } from '../usual.tsx'
import { markup, zone } from '../../bill-markup.tsx'
import { numbered, onePage } from '../one-page.tsx'
import { listed } from '../../listed-columns.ts'

/* Bills of billing applications and sites. */

const accountAppCss = `${usualCss} .band { background: #eee; padding: 2mm; display: flex; gap: 12mm; margin: 3mm 0 }
  .lines { border-top: 2px solid var(--ink); border-bottom: 2px solid var(--ink) }
  .lines th { padding: 1.5mm 1mm; border-bottom: 1px solid #bbb } .lines td { padding: 1.2mm 1mm }
  .sub td { font-weight: bold; background: #f4f4f4 } .grey { color: #666; font-size: 85% }
  .tag { border: 1px solid #888; padding: 0 1mm; font-size: 75%; margin-left: 3mm } .name { font-size: 13pt }`

/** An accounting app for small shops: numbers in a grey band, the tax of a line over its rate, a row of sub totals. */
export const accountApp: Layout = {
  name: 'account-app',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: random.pick(['stationery', 'household', 'electrical']),
      lines: [1, 8],
      charges: random.pick([[], ['Packing Charges']]),
      isRounded: random.chance(0.6),
    })
    const columns = columnsFor(kit)
    const ink = random.pick(['#4c6ef5', '#b02a37', '#2b8a3e'])
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<Head kit={kit} bill={bill} />}
        columns={columns}
        isFixed
        foot={<AccountAppFoot kit={kit} bill={bill} />}
      >
        <SubTotals kit={kit} bill={bill} columns={columns.length} />
      </UsualPaper>,
      `${accountAppCss} :root { --ink: ${ink} }`,
      { font: random.pick(['Lato', 'Open Sans']), size: 8.5 },
    )
  },
}

function columnsFor(kit: Kit): Column[] {
  const all = columnsOf(kit, { description: 'ITEMS', hsn: 'HSN', qty: 'QTY.', rate: 'RATE' })
  const tax: Column = {
    heading: 'TAX',
    align: 'r',
    cell: ({ cgst, sgst, igst, item }) => (
      <>
        <C k="tax_amount" v={(cgst + sgst + igst) / 100}>
          {kit.money(cgst + sgst + igst)}
        </C>
        <div className="grey">
          (<C k="gst_rate" v={item.gst}>{`${item.gst}%`}</C>)
        </div>
      </>
    ),
  }
  const amount: Column = { ...all.amountWithTax, heading: 'AMOUNT' }
  return [all.description, all.hsn, all.qtyWithUnit, all.rate, tax, amount]
}

function SubTotals({ kit, bill, columns }: Printed & { columns: number }) {
  const sum = (of: (line: Bill['lines'][number]) => number) =>
    kit.money(bill.lines.reduce((all, line) => all + of(line), 0))
  const cells = {
    0: 'SUBTOTAL',
    [columns - 2]: `₹ ${sum(({ cgst, sgst, igst }) => cgst + sgst + igst)}`,
    [columns - 1]: `₹ ${sum(({ total }) => total)}`,
  }
  return markup({ kit, bill })`
    ${(<SparseRow className="sub" columns={columns} cells={cells} />)}`
}

function Head(printed: Printed) {
  return markup(printed)`
    .b TAX INVOICE <span.tag>ORIGINAL FOR RECIPIENT</span>
    .row
      .narrow
        ${({ kit, bill }) => <Logo kit={kit} party={bill.seller} />}
      div
        .name {vendor_name}
        @address seller
        <b>Mobile:</b> {phone} <b>GSTIN:</b> {gstin}
    .band
      span <b>Invoice No.:</b> {invoice_no}
      span <b>Invoice Date:</b> {invoice_date}
      span <b>Due Date:</b> {due_date}
    .row
      ${({ bill }) => <Buyer party={bill.buyer} label={<b>BILL TO</b>} gstin="GSTIN:" />}
      div
        b SHIP TO
        {consignee_name}
        {buyer.address}
        Place of Supply: {place_of_supply}`
}

function AccountAppFoot({ kit, bill }: Printed) {
  const taxes = { taxable: 'TAXABLE AMOUNT', taxes: 'CGST,SGST,IGST', roundOff: 'Round Off' }
  return markup({ kit, bill })`
    .row.foot
      div
        b BANK DETAILS
        entries[colon=:]
          @bank
        @terms
      .narrow
        entries.sums
          ${() => sumEntries(kit, bill, taxes)}
          @total TOTAL AMOUNT
          Received Amount = ₹ ${kit.money(0)}
        @words Total Amount (in words)`
}

const billedByCss = `.page { padding: 14mm } h1 { color: #6538bf; font-weight: normal; font-size: 24pt } h3 { color: #6538bf; font-weight: normal; font-size: 12pt }
  .entries .label { color: #888 } .card { background: #f0ebf8; border-radius: 2mm; padding: 3mm } .row { margin: 3mm 0 } .lines th { background: #6538bf; color: #fff; padding: 1.5mm 1mm; font-weight: normal }
  .lines td { padding: 1.5mm 1mm; border-bottom: 1px solid #ddd } .more { color: #777; font-size: 85%; white-space: pre-line } .sums { width: 45% } .big { font-size: 13pt; font-weight: bold; border-top: 1.5px solid #000; border-bottom: 1.5px solid #000 }`

/** An application for those who work alone: "Billed By" and "Billed To", particulars of each service below it over lines, its taxes beside it. */
export const billedBy = onePage({
  name: 'billed-by',
  css: billedByCss,
  fonts: ['Open Sans', 'Lato', 'Roboto'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: 'services',
    lines: [1, 4],
    isNear: random.chance(0.6),
    isRounded: false,
  }),
  columns: billedByColumns,
  Head: zone`
    h1 Invoice
    entries
      Invoice No # = {invoice_no}
      Invoice Date = {invoice_date}
      Due Date = {due_date}
    .row
      .card
        h3 Billed By
        b {vendor_name}
        @address seller
        <b>GSTIN:</b> {gstin}
        <b>PAN:</b> {pan}
      .card
        h3 Billed To
        b {buyer_name}
        @address buyer
        <b>GSTIN:</b> {buyer_gstin}
    .row
      span Place of Supply: {place_of_supply}
      span.r Country of Supply: India`,
  Foot: zone`
    @words Total (in words) :
    entries.sums
      Amount = ₹{money taxable}
      ?near
        CGST = {cgst in ₹}
        SGST = {sgst in ₹}
      else IGST = {igst in ₹}
      Total (INR) = <span.big>{total in ₹}</span>
    .card
      h3 Bank Details
      entries
        @bank
    h3 Terms and Conditions
    .small 1. Please pay within 15 days from the date of invoice, overdue interest @ 14% will be charged on delayed payments.
    .small 2. Please quote invoice number when remitting funds.`,
})

function billedByColumns(kit: Kit, bill: Bill): Column[] {
  const item: Column = {
    heading: 'Item',
    align: 'l',
    cell: (line) => (
      <>
        <C k="description" v={[line.item.name, `${line.item.name} ${particulars(line)}`]}>
          {line.item.name}
        </C>
        <div className="more">{particulars(line)}</div>
      </>
    ),
  }
  return listed`${numbered('', '.')}; ${item}; hsn: HSN/SAC; gst: GST Rate; qty: Quantity; rate: Rate;
    amount: Amount; ?near cgst: CGST; ?near sgst: SGST; ?far igst: IGST; total: Total`(kit, bill)
}

function particulars({ code, expiry }: BillLine): string {
  const month = `${expiry.month}/2026`
  return [
    `Ref ${code}, for the month ${month}`,
    'Includes two rounds of changes and support by phone.',
  ].join('\n')
}

const stackedTaxesCss = `.page { padding: 10mm } .boxes td { border: 1px solid #bbb; padding: 1mm 2mm; width: 33% } .boxes .label { font-size: 80%; color: #777; text-transform: uppercase }
  .lines { margin-top: 3mm } .lines th { background: #fbe9e7; border: 1px solid #ccc; padding: 1mm } .lines td { border: 1px solid #ccc; padding: 1mm } .grey { color: #666; font-size: 85% } .sums { margin-top: 3mm }`

/** A billing site: HSN below the good's name, unit below the quantity, each tax's rate below its amount, seller and buyer in boxes. */
export const stackedTaxes = onePage({
  name: 'stacked-taxes',
  css: stackedTaxesCss,
  fonts: ['Open Sans', 'Roboto', 'Lato'],
  size: 8.5,
  wanted: ({ random }) => ({
    trade: random.pick(['electrical', 'household', 'hardware']),
    lines: [1, 7],
    isNear: random.chance(0.7),
    isRounded: random.chance(0.7),
  }),
  columns: stackedTaxesColumns,
  Head: zone`
    h2 TAX INVOICE
    boxes[across=3]
      Sold by =
        ${({ bill }) => <Party names={['vendor_name', 'gstin']} party={bill.seller} />}
      Sold to =
        ${({ bill }) => <Party names={['buyer_name', 'buyer_gstin']} party={bill.buyer} />}
      Bill details =
        No. {invoice_no}
        Date {invoice_date}
        Supply to {place_of_supply}`,
  Foot: zone`
    entries.sums
      Total taxable = {taxable_value in ₹}
      ?near
        Total CGST = {cgst in ₹}
        Total SGST = {sgst in ₹}
      else Total IGST = {igst in ₹}
      ?round_off Round off = {round_off in ₹}
      You pay = {total in ₹}
    @words In words:
    .small This bill was made by a computer and needs no signature.`,
})

function stackedTaxesColumns(kit: Kit, bill: Bill): Column[] {
  const { isNear } = bill
  const goods: Column = {
    heading: 'Item',
    align: 'l',
    cell: ({ item }) => (
      <>
        <C k="description">{item.name}</C>
        <div className="grey">
          HSN: <C k="hsn">{item.hsn}</C>
        </div>
      </>
    ),
  }
  const quantity: Column = {
    heading: 'Qty',
    align: 'r',
    cell: ({ qty, item }) => (
      <>
        <C k="qty" v={qty}>
          {String(qty)}
        </C>
        <div className="grey">
          <C k="unit">{item.unit}</C>
        </div>
      </>
    ),
  }
  const taxes = isNear
    ? [stackedTaxesTax(kit, 'cgst', 'CGST', 0.5), stackedTaxesTax(kit, 'sgst', 'SGST', 0.5)]
    : [stackedTaxesTax(kit, 'igst', 'IGST', 1)]
  return listed`${goods}; ${quantity}; rate: Price; taxable: Taxable; ${taxes}; total: Total`(
    kit,
    bill,
  )
}

function stackedTaxesTax(
  kit: Kit,
  key: 'cgst' | 'sgst' | 'igst',
  heading: string,
  part: number,
): Column {
  return {
    heading,
    align: 'r',
    cell: (line: BillLine) => (
      <>
        <C k={key} v={line[key] / 100}>
          {kit.money(line[key])}
        </C>
        <div className="grey">
          <C k={`${key}_rate`} v={line.item.gst * part}>
            {`@${line.item.gst * part}%`}
          </C>
        </div>
      </>
    ),
  }
}

type Party = { names: readonly [name: string, gstin: string]; party: Bill['seller'] }

function Party({ names: [name, gstin], party }: Party) {
  return (
    <>
      <b>
        <H k={name}>{party.name}</H>
      </b>
      <div>{[...party.address, party.city].join(', ')}</div>
      <div>
        GSTIN <H k={gstin}>{party.gstin}</H>
      </div>
    </>
  )
}

const untaxedAmountCss = `.page { padding: 14mm 12mm } .to { width: 45%; margin: 8mm 0 6mm auto } h2 { font-weight: normal; color: #714b67 }
  .boxes { margin: 3mm 0 5mm } .boxes .label { font-weight: bold; color: #714b67 } .lines th { border-bottom: 1.5px solid #714b67; padding: 1mm }
  .lines td { padding: 1.3mm 1mm; border-bottom: 1px solid #ddd } .sums { width: 45%; margin-top: 3mm } .sums td { border-bottom: 1px solid #ddd }
  .end { text-align: center; border-top: 1px solid #714b67; margin-top: 16mm; padding-top: 2mm; color: #555 }`

/** An open-source system: the number in the heading, the buyer without a label, the seller's tax number in the last line. */
export const untaxedAmount = onePage({
  name: 'untaxed-amount',
  css: untaxedAmountCss,
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
    ?discount discountPct: Disc.%; ${untaxedAmountTaxes(isNear)}; ${untaxedAmountAmount(kit)}`(
      kit,
      bill,
    )
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
  Foot: UntaxedAmountFoot,
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
function untaxedAmountTaxes(isNear: boolean): Column {
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

function untaxedAmountAmount(kit: Kit): Column {
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

function UntaxedAmountFoot({ kit, bill }: Printed) {
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
