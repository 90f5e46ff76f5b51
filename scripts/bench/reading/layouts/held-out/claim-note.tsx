import type { Column } from '../../columns.tsx'
import type { Bill } from '../../compose/bill.ts'
import { itemsOf } from '../../compose/goods.ts'
import { daysAfter } from '../../compose/texts.ts'
import type { Kit } from '../../kit.ts'
import { Also } from '../../marks.tsx'
import { onePage, otherDays, plain } from '../one-page.tsx'
import { zone } from '../../bill-markup.tsx'
import { listed } from '../../listed-columns.ts'

const css = `.page { padding: 12mm } h2 { text-align: center; font-size: 13pt; letter-spacing: 1mm } .row { margin: 3mm 0 } .lines th, .lines td { border: 1px solid #333; padding: 1mm } .lines th { background: #fafafa } .sums { margin-top: 2mm; width: 55% }`

const claims = itemsOf([
  ['Quarterly target incentive', '998599', 18, 6_400],
  ['Display window rental', '998599', 18, 2_500],
  ['Price drop compensation', '998599', 18, 3_180],
  ['Damage settlement', '998599', 18, 1_240],
])

/** A company's credit note for claims: one line for each bill that was claimed for, with its number, day and value, and no quantities. */
export const claimNote = onePage({
  name: 'claim-note',
  css,
  fonts: ['Arimo', 'Carlito', 'Tinos'],
  size: 9,
  kind: 'credit note',
  wanted: ({ random }) => ({
    trade: 'services',
    items: claims,
    lines: [1, 4],
    isNear: random.chance(0.6),
  }),
  columns,
  Head: zone`
    .r
      b {vendor_name}
      {seller.address}
      {seller.city} {seller.pin}
      GSTIN/UIN: {gstin}
    h2 CREDIT NOTE
    .row
      div
        Credited to:
        b {buyer_name}
        {buyer.address,city}
        GSTIN/UIN: {buyer_gstin}
      entries[colon=:]
        C.N. No. = {invoice_no}
        C.N. Date = {invoice_date}
        Customer Code = D${({ kit }) => kit.random.int(10_000, 99_999)}
    p We have credited your account with the following claims passed by our depot:
    ${(<Also of="head" fields={{ document_type: 'credit note' }} />)}`,
  Foot: zone`
    entries.sums
      Claims passed = {money taxable}
      @taxes CGST 9.00%, SGST 9.00%, IGST 18.00%
      @rounding Rounded off by
      Total credit = {total}
    @words Amount in words -
    p.small Please adjust this in your next payment. Input tax credit is to be reversed.
    .r Claims Department`,
})

function columns(kit: Kit, bill: Bill): Column[] {
  return listed`serial: Sr.; ${plain('Claim / Bill Ref.', 'c', ({ code }) => `SB-${code.replace(/\D/g, '')}`)};
    ${otherDays(kit, 'Bill Dt.', (index) => daysAfter(bill.date, -20 - index))};
    description: Nature of Claim; hsn: SAC;
    ${plain('Bill Value', 'r', ({ taxable }) => kit.money(taxable * 20))}; amount: Credit Amount`(
    kit,
    bill,
  )
}
