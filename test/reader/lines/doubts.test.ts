import { describe, expect, test } from 'bun:test'
import { readLines } from '../../../src/reader/lines/read-lines.ts'
import { printedPage } from '../printed-page.ts'

/** The doubts of a page's lines, as `line key: sentence`. */
function doubtsOf(page: string): string[] {
  const { lines } = readLines([printedPage(page)], { category: 'vendor_invoice' })
  return lines.flatMap((line, at) =>
    Object.entries(line).flatMap(
      ([key, { reason, doubts = reason === undefined ? [] : [reason] }]) =>
        doubts.map((sentence) => `${at + 1} ${key}: ${sentence}`),
    ),
  )
}

/** Two services, and what stands below them. */
function hireBill(foot: string): string {
  return `
Description          HSN     Amount
Crane hire           9973    5,400.00
Operator             9985    720.00
${foot}
`
}

function lineOf(name: string): string {
  return `
Description                                Qty    Rate     Amount
${name.padEnd(42)} 12     450.00   5,400.00
`
}

describe('lines are doubted', () => {
  test('not, where everything in them fits', () => {
    expect(
      doubtsOf(`
Sl  Description          HSN     Qty    Rate     Taxable    CGST %   CGST     SGST %   SGST
1   Basmati Rice 5 kg    1006    12     450.00   5,400.00   2.5      135.00   2.5      135.00
2   Lux Soap 100 g       3401    24     30.00    720.00     9        64.80    9        64.80
`),
    ).toEqual([])
  })

  test('where a tax is not that of its rate', () => {
    expect(
      doubtsOf(`
Sl  Description          HSN     Qty    Rate     Taxable    CGST %   CGST     SGST %   SGST
1   Basmati Rice 5 kg    1006    12     450.00   5,400.00   2.5      135.00   2.5      135.00
2   Lux Soap 100 g       3401    24     30.00    720.00     9        46.80    9        64.80
`),
    ).toEqual(['2 cgst: CGST: 46.80 is not 9% of anything in the line.'])
  })

  test('where words stand over a line that has a name of its own', () => {
    expect(
      doubtsOf(`
Description                HSN     Qty    Rate     Amount
Grocery of all kinds and sorts
Basmati Rice 5 kg          1006    12     450.00   5,400.00

Soaps
Lux Soap 100 g             3401    24     30.00    720.00
`),
    ).toEqual([
      '1 description: The first words of “Grocery of all kinds and sorts Basmati Rice 5 kg” may be a title over the line.',
      '2 description: “Soaps” stands over “Lux Soap 100 g” and was left out.',
    ])
  })

  test('where a running number is left out', () => {
    expect(
      doubtsOf(`
Sl  Description          HSN     Qty    Rate     Amount
1   Basmati Rice 5 kg    1006    12     450.00   5,400.00
2   Lux Soap 100 g       3401    24     30.00    720.00
4   Toor Dal 1 kg        0713    10     145.00   1,450.00
`),
    ).toEqual(['3 sl_no: No. 3 is not among the lines.'])
  })

  test('where a name holds an amount, or a code a percentage', () => {
    expect(
      doubtsOf(`
Sl  Description                  Batch     Qty    Rate     Amount
1   Basmati Rice 5 kg            A12       12     450.00   5,400.00
    as agreed 135.00
2   Lux Soap 100 g               B9 5%     24     30.00    720.00
`),
    ).toEqual([
      '1 description: Item: “Basmati Rice 5 kg as agreed 135.00” may hold what belongs elsewhere.',
      '2 batch_no: Batch: “B9 5%” may hold what belongs elsewhere.',
    ])
  })

  test('where no other figure bears one out, and not where the sum or the tax below does', () => {
    expect(doubtsOf(hireBill(''))).toEqual([
      '1 amount: Amount: no other figure bears out 5,400.00.',
      '2 amount: Amount: no other figure bears out 720.00.',
    ])
    expect(doubtsOf(hireBill('Total                        6,120.00'))).toEqual([])
    expect(
      doubtsOf(
        hireBill(`
                   CGST      550.80
                   SGST      550.80
                   Payable   7,221.60`),
      ),
    ).toEqual([])
  })

  test('where a name holds a date, a code or the rate of a tax', () => {
    expect(doubtsOf(lineOf('01/08/26 Crane hire'))).toHaveLength(1)
    expect(doubtsOf(lineOf('Crane hire 997313'))).toHaveLength(1)
    expect(doubtsOf(lineOf('Crane hire 12 ton'))).toEqual([])
  })
})

test.each([
  ['GST 18%', 'GST 5%', 'gst_rate'],
  ['Steel 18%', 'Pipes 5%', 'product_name'],
])('a rate over several lines that came to one of them is doubted: "%s"', (first, second, key) => {
  const { lines } = readLines(
    [
      printedPage(`
Item                   Qty      Rate        Amount
${first}
MS Angle               2        500.25    1,000.50
MS Rod                 1        200.00      200.00
${second}
GI Pipe                3        100.10      300.30
Elbow                  4         10.00       40.00
Taxable Value                             1,540.80
`),
    ],
    { category: 'vendor_invoice' },
  )
  expect(lines.map((line) => line[key]?.doubts?.length ?? 0)).toEqual([1, 1, 0, 0])
})

test('a name is doubted that goes on far behind it, where a column may have been lost', () => {
  const torn = doubtsOf(lineOf('Ceiling fan 1200 mm            warranty'))
  expect(torn).toEqual([expect.stringContaining('may hold what belongs elsewhere')])
  expect(doubtsOf(lineOf('Ceiling fan  1200 mm'))).toEqual([])
})
