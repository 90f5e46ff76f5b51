import type { ReactNode } from 'react'
import type { Bill } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { amountField, entry, type Entry } from '../../parts.tsx'
import { chargeEntries, InWords, taxRows } from '../../sums.tsx'
import type { Printed } from '../layout.ts'
import { markup } from '../../bill-markup.tsx'

/* Sums in a strip, in a box at the left, with what was paid below them, or in the last row of a table of rates. */

export const feet: readonly ((part: Printed) => ReactNode)[] = [Strip, LeftBox, WithPayments, Rates]

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
function Strip({ kit, bill }: Printed) {
  const entries = sums(kit, bill)
  return markup({ kit, bill })`
    table.strip
      thead
        tr
          ${() => entries.map(({ label }) => <th key={label}>{label}</th>)}
      tbody
        tr
          ${() => entries.map(({ label, value }) => <td key={label}>{value}</td>)}
    @words`
}

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
function Rates({ kit, bill }: Printed) {
  const amount = (key: string, paise: number) => amountField(kit, key, paise)
  return (
    <>
      {[...chargeEntries(kit, bill), ...freight(kit, bill)].map(({ label, value }) => (
        <div key={label}>
          {label} {value}
        </div>
      ))}
      <table className="strip">
        <thead>
          <tr>
            {['Rate', 'Taxable', ...(bill.isNear ? ['CGST', 'SGST'] : ['IGST'])].map((text) => (
              <th key={text}>{text}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {taxRows(bill, 'rate').map(({ rate, taxable, cgst, sgst, igst }) => (
            <tr key={rate}>
              {[
                `${rate}%`,
                ...[taxable, ...(bill.isNear ? [cgst, sgst] : [igst])].map((paise) =>
                  kit.money(paise),
                ),
              ].map((text, at) => (
                <td key={at}>{text}</td>
              ))}
            </tr>
          ))}
          <tr>
            <td>Total</td>
            <td>{amount('taxable_value', bill.taxable)}</td>
            {bill.isNear ? (
              <>
                <td>{amount('cgst', bill.cgst)}</td>
                <td>{amount('sgst', bill.sgst)}</td>
              </>
            ) : (
              <td>{amount('igst', bill.igst)}</td>
            )}
          </tr>
        </tbody>
      </table>
      <div className="r b">
        {kit.say('Bill amount|Total Rs.|Grand Total')} {amount('total', bill.total)}
      </div>
    </>
  )
}

function freight(kit: Kit, bill: Bill): Entry[] {
  return bill.freight === 0 ? [] : [entry('Freight', amountField(kit, 'freight', bill.freight))]
}
