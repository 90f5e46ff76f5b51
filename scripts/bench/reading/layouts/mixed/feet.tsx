import type { ReactNode } from 'react'
import { markup, zone } from '../../bill-markup.tsx'
import type { Bill } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { amountField, entry, type Entry } from '../../parts.tsx'
import { chargeEntries, InWords } from '../../sums.tsx'
import type { Printed } from '../layout.ts'

/* Sums in a strip, in a box at the left, with what was paid below them, or in the last row of a table of rates. */

/** The sums up to the total, shortly labelled. */
function sums(kit: Kit, bill: Bill): Entry[] {
  const amount = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  const [cgst = '', sgst = '', igst = ''] = kit
    .say('CGST,SGST,IGST|C.Tax,S.Tax,I.Tax|Add CGST,Add SGST,Add IGST')
    .split(',')
  return [
    ...chargeEntries(kit, bill),
    ...(bill.freight === 0 ? [] : [amount(kit.say('Freight|Carting'), 'freight', bill.freight)]),
    amount(kit.say('Taxable|Taxable Amt|Asses. Value'), 'taxable_value', bill.taxable),
    ...(bill.isNear
      ? [amount(cgst, 'cgst', bill.cgst), amount(sgst, 'sgst', bill.sgst)]
      : [amount(igst, 'igst', bill.igst)]),
    amount(kit.say('R.Off|Rnd.|Round +/-|Rdg.'), 'round_off', bill.roundOff),
    amount(kit.say('Net Amt|Payable|Bill Amt|N.Total|Say Rs.'), 'total', bill.total),
  ]
}

/** Labels in one row, the amounts below them. */
const Strip = zone`
  strip.strip
    ${({ kit, bill }) => sums(kit, bill)}
  @words`

function LeftBox(printed: Printed) {
  return markup(printed)`
    entries.left
      ${({ kit, bill }) => sums(kit, bill)}
    {E. & O. E.|Goods once sold are not taken back.}`
}

/** The total is not the last amount. */
function WithPayments({ kit, bill }: Printed) {
  const paid = Math.round(bill.total / 500_00) * 100_00
  const before = kit.random.int(0, 40) * 100_00
  const last = kit.random.pick([
    [entry('Paid', kit.money(paid)), entry('Remaining', kit.money(bill.total - paid))],
    [entry('Old balance', kit.money(before)), entry('To pay', kit.money(bill.total + before))],
    [entry('TDS 2%', kit.money(paid)), entry('Net receivable', kit.money(bill.total - paid))],
  ])
  return markup({ kit, bill })`
    entries.sums
      ${() => sums(kit, bill)}
      ${last}
    ${() => <InWords kit={kit} bill={bill} label={kit.say('In words|Words')} />}`
}

/** The sums of the taxes stand only below their columns. */
const Rates = zone`
  each charges
    {name} {charge}
  ?freight Freight {freight}
  table.strip
    thead
      tr
        th* Rate | Taxable
        ?near th* CGST | SGST
        else th IGST
    tbody
      each rates
        tr
          td* {rate}% | {money taxable}
          ?near td* {money cgst} | {money sgst}
          else td {money igst}
      tr
        td* Total | {taxable_value}
        ?near td* {cgst} | {sgst}
        else td {igst}
  .r.b {Bill amount|Total Rs.|Grand Total} {total}`

export const feet: readonly ((part: Printed) => ReactNode)[] = [Strip, LeftBox, WithPayments, Rates]
