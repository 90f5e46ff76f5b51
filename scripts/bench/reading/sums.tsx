import type { Bill, BillLine } from './compose/bill.ts'
import type { Kit } from './kit.ts'
import { Also, H } from './marks.tsx'
import { amountField, entry, type Entry } from './parts.tsx'
import { chargeMark } from './truth.ts'

/* What stands below the lines: sums, taxes, the total in words. */

/** Values of the bill that are right even if they are not printed. */
export function BillFacts({ bill }: { bill: Bill }) {
  const qty = bill.lines.reduce((sum, line) => sum + line.qty, 0)
  const { isNear } = bill
  const { state, stateCode } = bill.seller
  const fields = {
    total: rupees(bill.total),
    taxable_value: rupees(bill.taxable),
    tax_amount: rupees(bill.cgst + bill.sgst + bill.igst + bill.cess),
    round_off: rupees(bill.roundOff),
    total_qty: Math.round(qty * 1000) / 1000,
    ...(isNear
      ? { cgst: rupees(bill.cgst), sgst: rupees(bill.sgst) }
      : { igst: rupees(bill.igst) }),
    cess: rupees(bill.cess),
    freight: rupees(bill.freight),
    discount: rupees(bill.discount),
    currency: 'INR',
  }
  return (
    <>
      <Also of="head" fields={fields} />
      <Also of="head" fields={{ subtotal: rupees(bill.taxable), state, state_code: stateCode }} />
      <Also
        of="head"
        fields={{
          subtotal: rupees(bill.gross),
          tax_amount: rupees(bill.cgst + bill.sgst + bill.igst),
        }}
      />
      <Also
        of="head"
        fields={{
          subtotal: rupees(bill.lines.reduce((sum, line) => sum + line.taxable, 0)),
          state: bill.buyer.state,
          state_code: bill.buyer.stateCode,
        }}
      />
      <Also
        of="head"
        fields={{ subtotal: rupees(bill.lines.reduce((sum, line) => sum + line.total, 0)) }}
      />
      <RatesFacts lines={bill.lines} isNear={isNear} />
    </>
  )
}

/** A rate of a line also counts as a rate of the bill. */
function RatesFacts({ lines, isNear }: { lines: readonly BillLine[]; isNear: boolean }) {
  const rates = [...new Set(lines.map(({ item }) => item.gst))]
  return rates.map((rate) => (
    <Also
      key={rate}
      of="head"
      fields={
        isNear
          ? { cgst_rate: rate / 2, sgst_rate: rate / 2, gst_rate: rate }
          : { igst_rate: rate, gst_rate: rate }
      }
    />
  ))
}

/** The sums below the lines, in the order in which bills print them. */
export function sumEntries(kit: Kit, bill: Bill, words: Record<string, string> = {}): Entry[] {
  const say = (name: string, spellings: string) => kit.say(words[name] ?? spellings)
  const one = (key: string, label: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  const [cgst = '', sgst = '', igst = ''] = taxNames(kit, bill, words['taxes'])
  const taxes = bill.isNear
    ? [one('cgst', cgst, bill.cgst), one('sgst', sgst, bill.sgst)]
    : [one('igst', igst, bill.igst)]
  return [
    ...(bill.freight === 0
      ? []
      : [
          one('freight', say('freight', 'Freight|Freight Charges|Transport Charges'), bill.freight),
        ]),
    ...chargeEntries(kit, bill),
    one(
      'taxable_value',
      say('taxable', 'Taxable Value|Taxable Amount|Total Taxable Value|Total Amount Before Tax'),
      bill.taxable,
    ),
    ...(bill.isTaxed ? taxes : []),
    ...(bill.cess === 0 ? [] : [one('cess', say('cess', 'Cess|Compensation Cess'), bill.cess)]),
    ...(bill.roundOff === 0
      ? []
      : [
          one(
            'round_off',
            say('roundOff', 'Round Off|Rounding|R/Off|Rounded Off|Less: Round Off'),
            bill.roundOff,
          ),
        ]),
  ]
}

/** Packing, insurance and similar charges. They have no canonical key, so each keeps its own label. */
export function chargeEntries(kit: Kit, { charges }: Bill): Entry[] {
  return charges.map(({ name, paise }) =>
    entry(name, amountField(kit, `${chargeMark}${name}`, paise)),
  )
}

/** The taxes of a bill, with the paper's names for CGST, SGST and IGST. */
export function taxEntries(
  kit: Kit,
  bill: Bill,
  [cgst, sgst, igst]: readonly [cgst: string, sgst: string, igst: string],
  currency = '',
): Entry[] {
  const one = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise, currency))
  if (!bill.isNear) return [one(igst, 'igst', bill.igst)]
  return [one(cgst, 'cgst', bill.cgst), one(sgst, 'sgst', bill.sgst)]
}

/** The rounding, if there is any. */
export function roundingEntries(kit: Kit, bill: Bill, label: string): Entry[] {
  return bill.roundOff === 0 ? [] : [entry(label, amountField(kit, 'round_off', bill.roundOff))]
}

/** The names of CGST, SGST and IGST in the sums of a bill, with the rate if the bill has only one. */
export function taxNames(
  kit: Kit,
  bill: Bill,
  spellings = 'CGST,SGST,IGST|Central Tax,State Tax,Integrated Tax|Add: CGST,Add: SGST,Add: IGST|CGST Amount,SGST Amount,IGST Amount|Output CGST,Output SGST,Output IGST',
): string[] {
  const names = kit.say(spellings).split(',')
  const rate = rateOf(bill)
  const isShown = rate !== undefined && kit.random.chance(0.6)
  const write = kit.random.pick([
    (percent: number) => ` @ ${percent}%`,
    (percent: number) => ` (${percent}%)`,
    (percent: number) => ` ${percent}%`,
    (percent: number) => ` @${percent.toFixed(2)}%`,
  ])
  return names.map((name, at) => (isShown ? `${name}${write(at === 2 ? rate : rate / 2)}` : name))
}

/** The rate of a bill, or undefined if the bill has several. */
function rateOf({ lines }: Bill): number | undefined {
  const rates = new Set(lines.map(({ item }) => item.gst))
  return rates.size === 1 ? [...rates][0] : undefined
}

export function totalEntry(
  kit: Kit,
  bill: Bill,
  spellings = 'Total|Grand Total|Net Amount|Invoice Total|Total Amount|Net Payable|Amount Payable',
): Entry {
  return entry(kit.say(spellings), amountField(kit, 'total', bill.total, kit.currency))
}

export function InWords({ kit, bill, label }: { kit: Kit; bill: Bill; label: string }) {
  const words = kit.words(bill.total)
  return (
    <div className="words">
      <span className="label">{label}</span> <H k="amount_in_words">{words}</H>
    </div>
  )
}

/** The amount in words after "Rs." or "Rupees". A reader may take that word as part of the amount. */
export function InWordsOf({ kit, bill, currency }: { kit: Kit; bill: Bill; currency: string }) {
  const words = kit.words(bill.total).replace(/^(INR|Indian Rupee|Rupees) /i, '')
  return (
    <div className="words">
      {currency}{' '}
      <H k="amount_in_words" v={[words, `${currency} ${words}`]}>
        {words}
      </H>
    </div>
  )
}

export type TaxRow = {
  name: string
  taxable: number
  rate: number
  cgst: number
  sgst: number
  igst: number
}

/** The lines added up by HSN or by rate. */
export function taxRows(bill: Bill, by: 'hsn' | 'rate', hsnDigits = 8): TaxRow[] {
  const rows = new Map<string, TaxRow>()
  for (const line of bill.lines) {
    const hsn = line.item.hsn.slice(0, hsnDigits)
    const name = by === 'hsn' ? hsn : `${line.item.gst}%`
    const key = `${name} ${line.item.gst}`
    const row = rows.get(key) ?? {
      name,
      taxable: 0,
      rate: line.item.gst,
      cgst: 0,
      sgst: 0,
      igst: 0,
    }
    row.taxable += line.taxable
    row.cgst += line.cgst
    row.sgst += line.sgst
    row.igst += line.igst
    rows.set(key, row)
  }
  return [...rows.values()]
}

/** Taxes by HSN or rate, as Tally and many others print them below the lines. */
export function TaxSummary({ kit, bill, by }: { kit: Kit; bill: Bill; by: 'hsn' | 'rate' }) {
  const { isNear } = bill
  const rows = taxRows(bill, by)
  const cells = ({ rate, cgst, sgst, igst }: TaxRow) =>
    isNear
      ? [`${rate / 2}%`, kit.money(cgst), `${rate / 2}%`, kit.money(sgst)]
      : [`${rate}%`, kit.money(igst)]
  const names = isNear ? ['CGST', kit.say('SGST/UTGST|SGST')] : ['IGST']
  return (
    <table className="taxes w">
      <thead>
        <tr>
          <th rowSpan={2}>{by === 'hsn' ? 'HSN/SAC' : 'GST'}</th>
          <th rowSpan={2}>Taxable Value</th>
          {names.map((name) => (
            <th key={name} colSpan={2}>
              {name}
            </th>
          ))}
          <th rowSpan={2}>Total Tax Amount</th>
        </tr>
        <tr>
          {names.flatMap((name) => [
            <th key={`${name} rate`}>Rate</th>,
            <th key={`${name} amount`}>Amount</th>,
          ])}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.name} ${row.rate}`}>
            <td>{row.name}</td>
            <td className="r">{kit.money(row.taxable)}</td>
            {cells(row).map((cell, at) => (
              <td key={at} className="r">
                {cell}
              </td>
            ))}
            <td className="r">{kit.money(row.cgst + row.sgst + row.igst)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function rupees(paise: number): number {
  return paise / 100
}
