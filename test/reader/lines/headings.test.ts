import { describe, expect, test } from 'bun:test'
import { readLines } from '../../../src/reader/lines/read-lines.ts'
import { printedPage } from '../printed-page.ts'

/** Some fields of each line. */
function fieldsOf(page: string, ...keys: string[]): string[] {
  const { lines } = readLines([printedPage(page)], { category: 'vendor_invoice' })
  return lines.map((line) => keys.map((key) => line[key]?.text ?? '–').join(' | '))
}

describe('columns stand', () => {
  test('at the right of headings that begin at the left of their cells', () => {
    const page = `
Goods                    Qty.        Per         Unit Price  Disc        GST Rate    Line Total
Glucose Biscuits              60     Pkt             73.87       88.64       5.00      4,343.56
Tomato Ketchup                 5     Btl             93.94       35.23       5.00        434.47
`
    expect(fieldsOf(page, 'qty', 'rate', 'discount', 'gst_rate')).toEqual([
      '60 | 73.87 | 88.64 | 5.00',
      '5 | 93.94 | 35.23 | 5.00',
    ])
  })

  test('under the name of a tax in a row of its own', () => {
    const page = `
                                               Integrated Tax
Description              HSN      Taxable      Rate    Amt         Total
Guards                   998525   32,457.49    18%     5,842.35    38,299.84
Photography              998383   19,792.73    18%     3,562.69    23,355.42
`
    expect(fieldsOf(page, 'taxable_value', 'igst_rate', 'igst', 'total')).toEqual([
      '32,457.49 | 18% | 5,842.35 | 38,299.84',
      '19,792.73 | 18% | 3,562.69 | 23,355.42',
    ])
  })
})

describe('what stands over headings is none of them', () => {
  test('where it is a sentence', () => {
    const page = `
We have this day debited your account towards rate difference on our tax invoice 9614 as under
Material            HSN       Qty    Rate billed    Rate agreed    Difference    GST     Debit Value
Instant Coffee      210111    144    278.40         417.60         139.20        5 %     20,044.80
Assam Tea           090230    12     182.10         273.15         91.05         5 %     1,092.60
`
    expect(fieldsOf(page, 'description', 'rate', 'gst_rate', 'amount')).toEqual([
      'Instant Coffee | 139.20 | 5 % | 20,044.80',
      'Assam Tea | 91.05 | 5 % | 1,092.60',
    ])
  })

  test('where it is the title of the table', () => {
    const page = `
4.Details of Goods / Services
SlNo  Item          HSN     Quantity   Unit   Unit         Taxable     Tax Rate (GST + Cess    Total
      Description   Code                      Price(Rs)    Amount(Rs)  | State Cess)
1     Glue Stick    3506    50.00      Pcs    20.49        1,024.50    18.00 + 0 | 0 + 0       1,208.92
`
    expect(fieldsOf(page, 'description', 'hsn', 'rate', 'gst_rate')).toEqual([
      'Glue Stick | 3506 | 20.49 | 18.00',
    ])
  })
})

test('narrow columns of texts have headings of their own, and what stands in the last one is the amount', () => {
  const page = `
Day        Goods              HSN/SAC  Tax         Charge
01/08/26 Daily paper bundle   4902     5% GST      1,200.00
08/08/26 Weekly supplement    490290   12% GST     300.00
                              Sum                  1,500.00
`
  expect(fieldsOf(page, 'date', 'description', 'hsn', 'gst_rate', 'amount')).toEqual([
    '01/08/26 | Daily paper bundle | 4902 | 5% | 1,200.00',
    '08/08/26 | Weekly supplement | 490290 | 12% | 300.00',
  ])
})

test('headings of which many say nothing are headings too, where each has something below and an amount stands last', () => {
  const page = `
Dt.    Details of Advertisement   Edition  Size      Rate   SAC     Total
12/08  Display, page 3            Pune     10x8 cm   90.00  998363  7,200.00
14/08  Classified                 Nashik   4x4 cm    80.00  998363  1,280.00
Gross                                                       8,480.00
`
  expect(fieldsOf(page, 'date', 'description', 'rate', 'hsn', 'total', 'Edition')).toEqual([
    '12/08 | Display, page 3 | 90.00 | 998363 | 7,200.00 | Pune',
    '14/08 | Classified | 80.00 | 998363 | 1,280.00 | Nashik',
  ])
})

test('any code that is none of a tax, a bank or a party is the item’s', () => {
  const page = `
Sl   Our Code    Particulars     Qty    Rate     Amount
1    K-2291      Steel rack      2      450.00   900.00
2    K-2304      Wooden rack     3      300.00   900.00
`
  expect(fieldsOf(page, 'sl_no', 'item_code', 'description')).toEqual([
    '1 | K-2291 | Steel rack',
    '2 | K-2304 | Wooden rack',
  ])
})

test('the words of a date stand below one heading', () => {
  for (const dates of [
    ['11 Nov 2025', '12 Nov 2025'],
    ['Aug 20, 2026', 'Aug 21, 2026'],
  ] as const) {
    const page = `
S.N.  L.R. No.  L.R. Date       Truck No.     From - To          Weight   Rate    Freight
1     862612    ${dates[0]}     MH127822      Indore to Pune     14.13    6.88    97.21
2     862625    ${dates[1]}     MH1289917     Vapi to Pune       20.00    3.00    60.00
`
    expect(fieldsOf(page, 'date', 'description')).toEqual([
      '– | Indore to Pune',
      '– | Vapi to Pune',
    ])
    expect(fieldsOf(page, 'L.R. Date').map((date) => date.replace(',', ', '))).toEqual([...dates])
  }
})

describe('a code in front of each name', () => {
  test('is the item’s, with a dash or a stroke behind it or without', () => {
    for (const sign of ['-', '|', ' ']) {
      const page = `
Goods                            Qty    Rate       Amount
FG3162 ${sign} Ball Valve Brass          15     257.04     3,855.60
ITM882 ${sign} Steel Tiffin 3 Tier       12     292.75     3,513.00
`
      expect(fieldsOf(page, 'item_code', 'description')).toEqual([
        'FG3162 | Ball Valve Brass',
        'ITM882 | Steel Tiffin 3 Tier',
      ])
    }
  })

  test('is left in a name that begins with a size, or where it is the only one', () => {
    for (const name of ['20W Fast Charger', 'GT2500 Sewing Machine']) {
      const page = `
Goods                            Qty    Rate       Amount
${name.padEnd(33)}15     257.04     3,855.60
`
      expect(fieldsOf(page, 'item_code', 'description')).toEqual([`– | ${name}`])
    }
  })
})

test('the rate of a tax in brackets below a name is the line’s, and ends no table', () => {
  const page = `
Goods                            Qty    Rate       Amount
Ball Valve Brass                 15     257.04     3,855.60
(GST 18%)
Steel Tiffin 3 Tier              12     292.75     3,513.00
(GST 5%)
`
  expect(fieldsOf(page, 'description', 'gst_rate')).toEqual([
    'Ball Valve Brass | 18%',
    'Steel Tiffin 3 Tier | 5%',
  ])
})

test('an article in two rows stands under headings in two rows', () => {
  const page = `
Article     Description
HSN                          MRP      Qty      Price     Value
FG513       TURMERIC POWDER
09103030                     80.00    12.00    60.00     720.00
A8315       TOILET SOAP
34011190                     40.00    10.00    32.16     321.60
`
  expect(fieldsOf(page, 'item_code', 'hsn', 'description', 'mrp', 'qty', 'amount')).toEqual([
    'FG513 | 09103030 | TURMERIC POWDER | 80.00 | 12.00 | 720.00',
    'A8315 | 34011190 | TOILET SOAP | 40.00 | 10.00 | 321.60',
  ])
})

test('what goods come to, and what their carriage costs, is none of the goods', () => {
  const page = `
Product                          HSN     Qty    Rate       Total
Ball Valve Brass                 8481    15     257.04     3,855.60
Steel Tiffin 3 Tier              7323    12     292.75     3,513.00
Shipping And Handling Charges            1                 150.00
Goods Total                              28                7,518.60
`
  expect(fieldsOf(page, 'product_name')).toEqual(['Ball Valve Brass', 'Steel Tiffin 3 Tier'])
})

test('a title between lines is no part of a name, and somebody is asked', () => {
  const page = `
Goods                            Qty    Rate       Amount
Ball Valve Brass                 15     257.04     3,855.60
Steel Tiffin 3 Tier              12     292.75     3,513.00
Old Stock
Desk Lamp                        4      500.00     2,000.00
`
  const { lines } = readLines([printedPage(page)], { category: 'vendor_invoice' })
  expect(lines.map(({ description }) => [description?.text, description?.doubts])).toEqual([
    ['Ball Valve Brass', undefined],
    ['Steel Tiffin 3 Tier', undefined],
    ['Desk Lamp', ['“Old Stock” stands over “Desk Lamp” and was left out.']],
  ])
})

test('units are not read from a column of figures that is headed so', () => {
  const page = `
Goods                            Units     Rate       Amount
Ball Valve Brass                 15 Nos    257.04     3,855.60
Steel Tiffin 3 Tier              12 Nos    292.75     3,513.00
`
  expect(fieldsOf(page, 'qty', 'unit', 'rate')).toEqual(['15 | Nos | 257.04', '12 | Nos | 292.75'])
})

test('a running number under a heading that says nothing is no rate of tax', () => {
  const page = `
Line    Goods                    Qty       Rate       Amount
5       Ball Valve Brass         15        257.04     3,855.60
12      Steel Tiffin 3 Tier      12        292.75     3,513.00
`
  expect(fieldsOf(page, 'gst_rate')).toEqual(['–', '–'])
})

test('a bar code is known under the names of its kinds, and a brand where it is all that names the goods', () => {
  const page = `
UPC / EAN        Brand / Model            Qty    Rate       Amount
8901030865237    Godrej Interio Chair     2      500.00     1,000.00
8901030865244    Nilkamal Stool           4      250.00     1,000.00
`
  expect(fieldsOf(page, 'barcode', 'description')).toEqual([
    '8901030865237 | Godrej Interio Chair',
    '8901030865244 | Nilkamal Stool',
  ])
})
