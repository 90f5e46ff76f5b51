import { expect, test } from 'bun:test'
import { readLines } from '../../../src/reader/lines/read-lines.ts'
import { printedPage } from '../printed-page.ts'

/** Some fields of each line. */
function fieldsOf(page: string, ...keys: string[]): string[] {
  const { lines } = readLines([printedPage(page)], { category: 'vendor_invoice' })
  return lines.map((line) => keys.map((key) => line[key]?.text ?? '–').join(' | '))
}

test('a rate and a discount that only some lines have are found by what multiplies', () => {
  const page = `
Description         HSN       Levy     U.P.      Qty    Unit    Reduc.    Total (net)
Account Register    482010    18%      71.94     36     Pcs     12%       2,279.06
Ball Pen Blue       960810    18%      47.84     144    Pkt               6,888.96
Geometry Box        901720    5%       87.74     100    Pcs               8,774.00
Total (net)                                                               17,942.02
`
  expect(fieldsOf(page, 'gst_rate', 'rate', 'qty', 'discount_pct', 'amount')).toEqual([
    '18% | 71.94 | 36 | 12% | 2,279.06',
    '18% | 47.84 | 144 | – | 6,888.96',
    '5% | 87.74 | 100 | – | 8,774.00',
  ])
})

test.each([
  ['a dozen', 'DZ', '265.08', '441.80', '985.32', '2,955.96'],
  ['20 kg', '20 Kg', '398.60', '398.60', '476.80', '858.24'],
])('the rate for %s is a rate', (_, per, rate, amount, rate2, amount2) => {
  const page = `
Article           HSN         Qty     N/R ${per.padEnd(9)} Amount
Ankle Socks       61159500    20      ${rate.padEnd(14)}${amount}
Ladies Slip       61082100    36      ${rate2.padEnd(14)}${amount2}
`
  expect(fieldsOf(page, 'qty', 'rate')).toEqual([`20 | ${rate}`, `36 | ${rate2}`])
})

test('the rate below its quantity is parted from it', () => {
  const page = `
Item                      Qty         Amount
HB Pencil                 5           204.20
HSN: 96091000             @ 40.84
Ball Pen Blue             20          985.20
HSN: 96081099             @ 49.26
Total                                 1,189.40
`
  expect(fieldsOf(page, 'hsn', 'qty', 'rate', 'amount')).toEqual([
    '96091000 | 5 | 40.84 | 204.20',
    '96081099 | 20 | 49.26 | 985.20',
  ])
})
