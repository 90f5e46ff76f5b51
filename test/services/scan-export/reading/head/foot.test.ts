import { describe, expect, test } from 'bun:test'
import { head } from '../read-drawing.ts'

describe('what a bill comes to', () => {
  test('stands in a summary under headings of two lines, one tax beside the other', () => {
    const drawing = `
Invoice No : 98                           Date : 05/11/2026
Description            Qty      Rate      Amount
MS Angle               2        500.00    1,000.00
HSN/SAC     Taxable        CGST              SGST          Total
            Value      Rate   Amount     Rate   Amount   Tax Amount
7216        1,000.00   9%     90.00      9%     90.00     180.00
Total       1,000.00          90.00             90.00     180.00
Grand Total                                             1,180.00`
    expect(head(drawing)).toMatchObject({
      taxable_value: '1,000.00',
      cgst: '90.00',
      sgst: '90.00',
      total: '1,180.00',
    })
  })

  test('is what the words say where two amounts could be meant', () => {
    const drawing = `
Invoice No : 98                           Date : 05/11/2026
Total Amount                            1,180.00
Old Total                               2,360.00
Total                                   1,000.00
Rupees One Thousand One Hundred Eighty Only`
    expect(head(drawing)).toMatchObject({ total: '1,180.00' })
  })

  test('is put together from taxes of several rates', () => {
    const drawing = `
Invoice No : 98                           Date : 05/11/2026
Taxable Value                           2,000.00
CGST @ 2.5%                                25.00
SGST @ 2.5%                                25.00
CGST @ 9%                                  90.00
SGST @ 9%                                  90.00
Total                                   2,230.00`
    expect(head(drawing)).toMatchObject({ cgst: '115.00', sgst: '115.00' })
  })

  test('stands in a strip, its labels in one row and its amounts in the next', () => {
    const drawing = `
Invoice No : 98                           Date : 05/11/2026
Item                   Qty      Rate      Amount
MS Angle               2        500.00    1,000.00
Gross       Loading    CGST 9%     SGST 9%    R/O      G.Amt
1,000.00    20.00      91.80       91.80      0.40     1,204.00`
    expect(head(drawing)).toMatchObject({
      subtotal: '1,000.00',
      Loading: '20.00',
      cgst: '91.80',
      sgst: '91.80',
      round_off: '0.40',
      total: '1,204.00',
    })
  })

  test('is what sums or words prove where its label says nothing', () => {
    const drawing = `
Invoice No : 98                           Date : 05/11/2026
Taxable Value                           1,000.00
CGST @ 9%                                  90.00
SGST @ 9%                                  90.00
Settlement                              1,180.00
TDS 10%                                   100.00`
    expect(head(drawing)).toMatchObject({ total: '1,180.00' })
    expect(head(drawing.replace('1,180.00', '1,310.00'))).not.toHaveProperty('total')
  })

  test('has its taxes in the row of a summary that is the sum of those above it', () => {
    const drawing = `
Invoice No : 98                           Date : 05/11/2026
Item                   HSN      Qty      Rate      Amount
Haulage                9965     1        3,000.00  3,000.00
Handling               9967     1        1,650.00  1,650.00
SAC         Value         CGST         SGST
9965        3,000.00      75.00        75.00
9967        1,650.00      41.25        41.25
            4,650.00      116.25       116.25
Total                                  4,882.50`
    expect(head(drawing)).toMatchObject({ cgst: '116.25', sgst: '116.25', total: '4,882.50' })
  })
})
