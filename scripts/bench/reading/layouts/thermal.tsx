import type { ReactNode } from 'react'
import { type BillLine, composeBill } from '../compose/bill.ts'
import type { Kit } from '../kit.ts'
import { LineFacts } from '../lines-table.tsx'
import { Also, C, H, Page, PaperDocument } from '../marks.tsx'
import { amountField, dateField, PartyFacts } from '../parts.tsx'
import { BillFacts, sumEntries } from '../sums.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'

/* Rolls of a till, 58 or 80 mm wide: no rules, the name of a good often on a line of its own. */

const css = `.page { padding: 2mm } .c { text-align: center }
  .dash { border-top: 1px dashed #000; margin: 1mm 0 }
  .row { display: flex; justify-content: space-between } .big { font-size: 125%; font-weight: bold }
  .head td, .head th { font-weight: normal } table.w td, table.w th { padding: 0 0.5mm }`

export const thermal: Layout = {
  name: 'thermal',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const width = random.pick([58, 80, 80])
    const trade = random.pick(['grocery', 'household', 'stationery'] as const)
    const bill = composeBill(random, { trade, lines: [2, 9], isNear: true })
    const isTwoLined = width === 58 || random.chance(0.6)
    return sheetOf(
      kit,
      <PaperDocument category="vendor_invoice" kind="invoice">
        <Page>
          <Head kit={kit} bill={bill} />
          <Numbers kit={kit} bill={bill} />
          <div className="dash" />
          {isTwoLined ? <TwoLined kit={kit} bill={bill} /> : <Narrow kit={kit} bill={bill} />}
          <div className="dash" />
          <Foot kit={kit} bill={bill} />
          <PartyFacts party={bill.seller} />
          <Also of="head" fields={{ buyer_name: bill.buyer.name }} />
          <BillFacts bill={bill} />
        </Page>
      </PaperDocument>,
      css,
      {
        paper: { width, height: 'roll' },
        font: random.pick(['Cousine', 'VT323', 'Roboto Condensed', 'Arimo']),
        size: width === 58 ? 7 : 8.5,
      },
    )
  },
}

function Head({ kit, bill: { seller } }: Printed) {
  return (
    <div className="c">
      <div className="big">
        <H k="vendor_name">{seller.name}</H>
      </div>
      {seller.address.map((line) => (
        <div key={line}>{line}</div>
      ))}
      <div>
        {seller.city} {seller.pin}
      </div>
      <div>
        Ph: <H k="phone">{seller.phone}</H>
      </div>
      <div>
        {kit.say('GSTIN:|GSTIN :|GST NO.')} <H k="gstin">{seller.gstin}</H>
      </div>
      {kit.random.chance(0.5) ? (
        <div>
          FSSAI: <H k="fssai_no">{seller.fssai}</H>
        </div>
      ) : null}
      <div className="b">{kit.say('TAX INVOICE|Tax Invoice|CASH/CREDIT BILL')}</div>
      <div className="dash" />
    </div>
  )
}

function Numbers({ kit, bill }: Printed) {
  const { random } = kit
  const number = <H k="invoice_no">{bill.number}</H>
  const date = dateField(kit, 'invoice_date', bill.date)
  return (
    <>
      {random.chance(0.5) ? (
        <div className="row">
          <span>
            {kit.say('Bill No:|Inv No:|Bill#')} {number}
          </span>
          <span>
            {kit.say('Date:|Dt:')} {date}
          </span>
        </div>
      ) : (
        <>
          <div>
            {kit.say('Bill No :|Invoice No :|Bill No.')} {number}
          </div>
          <div>
            Date : {date} {random.pick(['', '11:42', '18:05:31', '06:20 PM'])}
          </div>
        </>
      )}
      {random.chance(0.6) ? (
        <div>
          {kit.say('Customer:|To:|Party:')} <H k="buyer_name">{bill.buyer.name}</H>
        </div>
      ) : null}
      {random.chance(0.6) ? (
        <div>
          GSTIN: <H k="buyer_gstin">{bill.buyer.gstin}</H>
        </div>
      ) : null}
    </>
  )
}

function TwoLined({ kit, bill }: Printed) {
  return (
    <>
      <div>{kit.say('Item|Particulars|Description')}</div>
      <div className="row">
        <span>{kit.random.pick(['Qty x Rate', 'Qty  Rate'])}</span>
        <span>Amount</span>
      </div>
      <div className="dash" />
      {bill.lines.map((line, at) => (
        <div key={at} data-line="">
          <LineFacts line={line} />
          <div>
            <C k="description">{line.item.name}</C>
          </div>
          <div className="row">
            <span>
              {quantityCell(kit, line)} x {rateCell(kit, line)}
            </span>
            <span>{amountCell(kit, line)}</span>
          </div>
        </div>
      ))}
    </>
  )
}

function Narrow({ kit, bill }: Printed) {
  return (
    <table className="w">
      <thead>
        <tr>
          <th className="l">{kit.say('Item|Particulars')}</th>
          <th className="r">Qty</th>
          <th className="r">Rate</th>
          <th className="r">Amt</th>
        </tr>
      </thead>
      <tbody>
        {bill.lines.map((line, at) => (
          <tr key={at} data-line="">
            <td>
              <LineFacts line={line} />
              <C k="description">{line.item.name}</C>
            </td>
            <td className="r">{quantityCell(kit, line)}</td>
            <td className="r">{rateCell(kit, line)}</td>
            <td className="r">{amountCell(kit, line)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function quantityCell(kit: Kit, { qty }: BillLine) {
  return (
    <C k="qty" v={qty}>
      {kit.quantity(qty)}
    </C>
  )
}

function rateCell(kit: Kit, { rate }: BillLine) {
  return (
    <C k="rate" v={rate / 100}>
      {kit.money(rate)}
    </C>
  )
}

function amountCell(kit: Kit, { taxable }: BillLine) {
  return (
    <C k="amount" v={taxable / 100}>
      {kit.money(taxable)}
    </C>
  )
}

function Foot({ kit, bill }: Printed) {
  return (
    <>
      <div>Items: {bill.lines.length}</div>
      {sumEntries(kit, bill, { taxable: 'Taxable Amt|Taxable Value' }).map(({ label, value }) => (
        <Pair key={label} label={label} value={value} />
      ))}
      <div className="dash" />
      <div className="big">
        <Pair
          label={kit.say('TOTAL|NET AMOUNT|Grand Total|Bill Amount')}
          value={amountField(kit, 'total', bill.total, kit.currency)}
        />
      </div>
      <div className="dash" />
      <div className="c">
        {kit.say('Thank You! Visit Again|** THANK YOU **|Goods once sold not returned')}
      </div>
    </>
  )
}

function Pair({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="row">
      <span>{label}</span>
      <span>{value}</span>
    </div>
  )
}
