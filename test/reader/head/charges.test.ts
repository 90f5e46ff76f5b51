import { describe, expect, test } from 'bun:test'
import { review } from '../../../src/reader/judge.ts'
import { drawnPage } from '../drawn-page.ts'
import { head, ownGstin, read } from '../read-drawing.ts'

const bill = `
RADHE FASHION
GSTIN:27ARZPV1134P1ZQ
Bill No : 1875                            Date : 15/07/2026
Item                HSN      Qty      Rate      Amount
Cotton print        5208     110      85.00     9,350.00
Rayon dyed          5516     60       70.00     4,200.00
                           Less : Discount 4.00 %   542.00
                           Add : Packing            120.00
                           Add : Insurance           72.00
                           Taxable Amount        13,200.00
                           CGST 2.5 %               330.00
                           SGST 2.5 %               330.00
                           TCS @ 0.1 %               13.86
                           Round off                  0.14
                           Net Amount            13,874.00
                           For RADHE FASHION`

describe('charges below the lines', () => {
  test('stand in the head under their labels as printed', () => {
    expect(head(bill)).toMatchObject({
      'Add : Packing': '120.00',
      'Add : Insurance': '72.00',
      'TCS @ 0.1 %': '13.86',
      taxable_value: '13,200.00',
      total: '13,874.00',
    })
  })

  test('are part of the sum, before the tax or after it', () => {
    const context = { ownGstin, today: '2026-07-22' }
    const [document] = read(drawnPage(bill))
    expect(document && review(document, context)).toMatchObject({ status: 'successful' })
    const [wrong] = read(drawnPage(bill.replace('13.86', '15.86')))
    expect(wrong && review(wrong, context).reasons.join(' ')).toContain('Total')
  })
})

describe('in a sentence', () => {
  test('amounts are read with the labels before them, also from one line to the next', () => {
    const drawing = `
Deccan Packaging Industries
GSTIN 27ARZPV1134P1ZQ
DEBIT NOTE
Ref. No. DN/26-27/014                          Date: 1st July, 2026
Sub: Rate difference on our invoice no. DPI/0341 dated 12/06/2026
We have debited your account with Rs. 5,900.00 being the difference in rate of
1,000 corrugated boxes (HSN 4819) at Rs. 5.00 each and CGST 9%
Rs. 450.00 and SGST 9% Rs. 450.00.`
    expect(head(drawing)).toMatchObject({
      original_invoice_no: 'DPI/0341',
      original_invoice_date: '12/06/2026',
      total: 'Rs. 5,900.00',
      sgst: 'Rs. 450.00',
    })
  })
})
