import type { Column } from '../../columns.tsx'
import { type Bill, composeBill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { SparseRow } from '../../lines-table.tsx'
import { amountField, entry } from '../../parts.tsx'
import { InWords } from '../../sums.tsx'
import { type Layout, type Printed, sheetOf } from '../layout.ts'
import { usualCss, UsualPaper } from '../usual.tsx'
import { markup } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `${usualCss} .page { padding: 10mm } .title { text-align: center; font-size: 13pt; text-decoration: underline }
  .lines { border: 1px solid #000 } .lines th { border: 1px solid #000 } .lines td { border-left: 1px solid #000; padding: 1.5mm 2mm }
  .total td { border-top: 1px solid #000; font-weight: bold }`

const reasons = itemsOf([
  ['Being rate difference on supplies of the month', '999799', 18, 2_140],
  ['Being short quantity received in last lot', '999799', 18, 860],
  ['Being interest on late payment', '999799', 18, 1_275],
  ['Being unloading charges borne on your behalf', '999799', 18, 640],
])

/** A debit note as a journal prints it: two columns, reasons in sentences, the taxes as rows below them. */
export const debitJournal: Layout = {
  name: 'debit-journal',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, { trade: 'services', items: reasons, lines: [1, 2] })
    const columns = columnsFor(kit, bill)
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        kind="debit note"
        head={<Head kit={kit} bill={bill} />}
        columns={columns}
        isFixed
        foot={<InWords kit={kit} bill={bill} label="Amount (in words) :" />}
      >
        {rowsBelow(kit, bill).map(({ label, value }, at, { length }) => (
          <SparseRow
            key={at}
            className={at === length - 1 ? 'total' : ''}
            columns={columns.length}
            cells={{ 0: label, 1: value }}
          />
        ))}
      </UsualPaper>,
      css,
      { font: random.pick(['Tinos', 'Arimo']), size: 10, paper: { width: 210, height: 148 } },
    )
  },
}

function columnsFor(kit: Kit, bill: Bill): Column[] {
  return listed`description[width=75]: Particulars; amount: Amount`(kit, bill)
}

function rowsBelow(kit: Kit, bill: Bill) {
  const amount = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  return [
    ...(bill.isNear
      ? [amount('CGST @ 9%', 'cgst', bill.cgst), amount('SGST @ 9%', 'sgst', bill.sgst)]
      : [amount('IGST @ 18%', 'igst', bill.igst)]),
    ...(bill.roundOff === 0 ? [] : [amount('Round Off', 'round_off', bill.roundOff)]),
    amount('', 'total', bill.total),
  ]
}

function Head(printed: Printed) {
  return markup(printed)`
    .c
      b {vendor_name}
      {seller.address,city}
      GSTIN/UIN: {gstin}
    .title Debit Note
    .row
      span No. : {invoice_no}
      span.r Dated : {invoice_date}
    .row <span>Ref. : {original_invoice_no} dt. {original_invoice_date}</span>
    Party's Name : {buyer_name}
    {buyer.address}
    GSTIN/UIN : {buyer_gstin}`
}
