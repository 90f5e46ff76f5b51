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
})
