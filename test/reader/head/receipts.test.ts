import { expect, test } from 'bun:test'
import { head } from '../read-drawing.ts'

const lines = `
Sharma Snacks
Receipt No : 98
Cashier : Ravi
Item                   Qty      Rate      Amount
Veg Puff               2        25.00     50.00
Tea                    3        15.00     45.00`

test('the money given less the change is the total of a receipt', () => {
  const receipt = `${lines}
Amt                                       95.00
Points                                   310.00
Total                                     90.48
Cash                                     100.00
Change                                     5.00`
  expect(head(receipt)).toMatchObject({ total: '95.00' })
})

test('the total after rounding is the one to pay', () => {
  const receipt = `${lines}
Total Sales Incl. GST                     95.02
Rounding                                  -0.02
Total After Rounding                      95.00`
  expect(head(receipt)).toMatchObject({ total: '95.00', round_off: '-0.02' })
})

test('the only date of a receipt stands at its end, beside the time', () => {
  expect(head(`${lines}\nTotal    95.00\n05/11/2026 18:02 Counter 2`)).toMatchObject({
    invoice_date: '05/11/2026',
  })
  expect(head(`${lines}\nTotal    95.00\nOffer ends 05/11/2026`)).not.toHaveProperty('invoice_date')
})

test('a date in the row below a label without a key keeps its own', () => {
  expect(head(lines.replace('Ravi', 'Ravi\nDate : 05/11/2026'))).toMatchObject({
    invoice_date: '05/11/2026',
  })
})
