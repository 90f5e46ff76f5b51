import { describe, expect, test } from 'bun:test'
import { readLines } from '../../../src/reader/lines/read-lines.ts'
import { printedPage } from '../printed-page.ts'

function read(page: string) {
  return readLines([printedPage(page)], { category: 'vendor_invoice' }).lines
}

/** Some fields of each line. */
function fieldsOf(page: string, ...keys: string[]): string[] {
  return read(page).map((line) => keys.map((key) => line[key]?.text ?? '–').join(' | '))
}

function doubtsOf(page: string): string[] {
  return read(page).flatMap((line) =>
    Object.values(line).flatMap(({ doubts, reason }) => doubts ?? reason ?? []),
  )
}

/** A bill of two lines with their taxable values. */
function twoDiscounts(first: string, second: string): string {
  return `
Item            Shade           HSN     Qty       UOM   DLP       TD %    CD %    Taxable Value
Wood Primer     7604 N          3208    100.000   Ltr   150.00    6.00    4.00    ${first}
Distemper       White Base      3209    10.000    Kg    60.00     5.00    2.00    ${second}
`
}

describe('which column of figures is what', () => {
  test('is said by the arithmetic of all lines where headings say nothing', () => {
    const page = `
Goods               Qty         Each        Worth       Tax %   Levy       To Pay
Desk Lamp           4           500.00      2,000.00    18      360.00     2,360.00
Note Book           50          40.00       2,000.00    12      240.00     2,240.00
Paper Clip Box      10          12.50       125.00      5       6.25       131.25
`
    expect(
      fieldsOf(page, 'qty', 'rate', 'taxable_value', 'gst_rate', 'tax_amount', 'total'),
    ).toEqual([
      '4 | 500.00 | 2,000.00 | 18 | 360.00 | 2,360.00',
      '50 | 40.00 | 2,000.00 | 12 | 240.00 | 2,240.00',
      '10 | 12.50 | 125.00 | 5 | 6.25 | 131.25',
    ])
    expect(doubtsOf(page)).toEqual([])
  })

  test('tells the rate of a tax from its amount where both stand under one name', () => {
    const page = `
Item                Qty     Rate        Taxable     CGST    CGST      SGST    SGST      Net Payable
Desk Lamp           4       500.00      2,000.00    9       180.00    9       180.00    2,360.00
Note Book           50      40.00       2,000.00    6       120.00    6       120.00    2,240.00
`
    expect(fieldsOf(page, 'cgst_rate', 'cgst', 'sgst_rate', 'sgst', 'total')).toEqual([
      '9 | 180.00 | 9 | 180.00 | 2,360.00',
      '6 | 120.00 | 6 | 120.00 | 2,240.00',
    ])
  })

  test('is what the figures say where a heading may be two things', () => {
    const page = `
Item                Qty     Rate        Less      Total       GST     Total
Desk Lamp           4       500.00      10        1,800.00    18      2,124.00
Note Book           50      40.00       5         1,900.00    12      2,128.00
`
    expect(fieldsOf(page, 'discount_pct', 'taxable_value', 'gst_rate', 'total')).toEqual([
      '10 | 1,800.00 | 18 | 2,124.00',
      '5 | 1,900.00 | 12 | 2,128.00',
    ])
  })

  test('is doubted where only the words of a heading speak for it and no figure does', () => {
    const page = `
Item                Qty     Rate        Amount      Rebate
Desk Lamp           4       500.00      2,000.00    17.00
Note Book           50      40.00       2,000.00    31.00
`
    expect(doubtsOf(page)).toEqual([
      '“Rebate” may stand over something else.',
      '“Rebate” may stand over something else.',
    ])
  })

  test('stays unsaid where neither heading nor figures say it', () => {
    const page = `
Item                Qty     Rate        Points      Amount
Desk Lamp           4       500.00      17.00       2,000.00
Note Book           50      40.00       31.00       2,000.00
`
    expect(fieldsOf(page, 'Points')).toEqual(['17.00', '31.00'])
  })

  test('is the one of two prices whose product the amount is, whatever stands first', () => {
    const page = `
Item                Qty     MRP       PTR       Rate      Dis%    GST%    Taxable
Paracip Tab         50      29.62     22.28     20.63     3       12      1,000.55
Amoxy Cap           15      221.14    186.01    172.23            5       2,583.45
Cream 20 g          24      105.32    72.82     67.43             5       1,618.32
`
    expect(fieldsOf(page, 'rate', 'rate_incl_tax', 'PTR')).toEqual([
      '20.63 | – | 22.28',
      '172.23 | – | 186.01',
      '67.43 | – | 72.82',
    ])
    expect(doubtsOf(page)).toEqual([])
  })

  test('is no discount of the line where two are taken off, one after the other or both of the list price', () => {
    for (const [first, second] of [
      ['13,536.00', '558.60'],
      ['13,500.00', '558.00'],
    ] as const) {
      expect(
        fieldsOf(twoDiscounts(first, second), 'rate', 'taxable_value', 'discount_pct'),
      ).toEqual([`150.00 | ${first} | –`, `60.00 | ${second} | –`])
      expect(fieldsOf(twoDiscounts(first, second), 'TD %', 'CD %')).toEqual([
        '6.00 | 4.00',
        '5.00 | 2.00',
      ])
    }
  })

  test('is no discount where weights are called “Less”', () => {
    const page = `
Ornament            HSN       Gross      Less      Net Wt     Rate      Value
Silver coin         711411    188.990    0.100     188.890    90.00     17,000.10
Silver chain        711311    129.870    0.100     129.770    92.00     11,938.84
`
    expect(fieldsOf(page, 'qty', 'discount', 'Less')).toEqual([
      '188.890 | – | 0.100',
      '129.770 | – | 0.100',
    ])
  })

  test('is a base and a total where the taxes between are their difference', () => {
    const page = `
SAC       Description of Service     Net Premium     IGST @ 18%     Total Premium
9971      Shop policy                7,798.58        1,403.74       9,202.32
`
    expect(fieldsOf(page, 'taxable_value', 'igst', 'total')).toEqual([
      '7,798.58 | 1,403.74 | 9,202.32',
    ])
  })

  test('is the rate of a tax where names of taxes stand beside the rates', () => {
    const page = `
Description         Quantity     Unit Price     Taxes           Amount
Charger             2.00         450.00         18% GST S       900.00
Story Books         10.00        53.00          GST 5%          530.00
`
    expect(fieldsOf(page, 'gst_rate')).toEqual(['18%', '5%'])
  })
})
