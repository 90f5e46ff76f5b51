import { describe, expect, test } from 'bun:test'
import { head } from '../read-drawing.ts'

describe('what the goods come to', () => {
  test('has a taxable value where the goods and the taxes come to it, whatever the goods’ sum is called', () => {
    const drawing = `
Invoice No : 98                           Date : 05/11/2026
Item                   Total Pcs   WSP       Amount
Kurti                  2           500.00    1,000.00
Total Pcs: 2
Value of Goods                               1,000.00
IGST @ 5%                                       50.00
Total Payable                                1,050.00`
    expect(head(drawing)).toMatchObject({ taxable_value: '1,000.00', total: '1,050.00' })
    expect(head(drawing)).not.toHaveProperty('subtotal')
  })

  test.each([
    'Total services',
    'Gross Amount',
    'Total labour charges',
    'Commission amount',
    'Billable value',
    'Net Sale Value',
  ])('has a taxable value above its taxes, whatever it is called: %s', (label) => {
    const drawing = `
GSTIN 27ARZPV1134P1ZQ
Bill No : 98                          Date : 05/11/2026
Particulars                SAC        Amount
Supervision of works       998311     600.50
Repair of meter            998711     400.00
${label.padEnd(38)}1,000.50
CGST @ 9%                              90.05
SGST @ 9%                              90.05
Round off                               0.40
Invoice total                       1,181.00`
    expect(head(drawing)).toMatchObject({ taxable_value: '1,000.50', total: '1,181.00' })
    expect(head(drawing)).not.toHaveProperty(label)
  })

  test('has labels that a stroke parts from their amounts', () => {
    const drawing = `
Invoice No : 98                           Date : 05/11/2026
Item                   Qty      Rate      Amount
MS Angle               2        500.00    1,000.00
CGST - 90.00
SGST - 90.00
Bill value - 1,180.00`
    expect(head(drawing)).toMatchObject({ cgst: '90.00', total: '1,180.00' })
  })

  test('is no sum of quantities', () => {
    const drawing = `
Invoice No : 98                           Date : 05/11/2026
Item                   Qty      Rate      Amount
MS Angle               2        500.00    1,000.00
Total Quantity:                               2.00
Total:                                    1,000.00
Grand Total:                              1,000.00`
    expect(head(drawing)['subtotal']).not.toBe('2.00')
  })
})
