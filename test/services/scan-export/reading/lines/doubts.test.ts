import { describe, expect, test } from 'bun:test'
import { readLines } from '../../../../../src/services/scan-export/reading/lines/read-lines.ts'
import { printedPage } from '../printed-page.ts'

/** The doubts of a page's lines, as `line key: sentence`. */
function doubtsOf(page: string): string[] {
  const { lines } = readLines([printedPage(page)], { category: 'vendor_invoice' })
  return lines.flatMap((line, at) =>
    Object.entries(line).flatMap(([key, { doubts = [] }]) =>
      doubts.map((sentence) => `${at + 1} ${key}: ${sentence}`),
    ),
  )
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
})
