import { describe, expect, test } from 'bun:test'
import { amountLabelOf } from '../../../src/paper/fields/foot-words.ts'
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

  test.each(['at 9 percent', 'at 9 per cent', 'at 9 %', 'at 9', '@ 9 percent', '9 PERCENT'])(
    'has no rate of tax for its tax: "%s"',
    (rate) => {
      const drawing = `
Invoice No : 98                           Date : 05/11/2026
Item                   Qty      Rate      Amount
MS Angle               2        500.00    1,000.00
Taxable Value                           1,000.00
CGST ${rate.padEnd(35)}90.00
SGST ${rate.padEnd(35)}90.00
Total                                   1,180.00`
      expect(head(drawing)).toMatchObject({ cgst: '90.00', sgst: '90.00', total: '1,180.00' })
      expect(amountLabelOf(`Tax ${rate}`)).toEqual({ key: 'tax_amount', strength: 1 })
    },
  )

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

const bill = (foot: string) => `
Invoice No : 98                           Date : 05/11/2026
Item                   Qty      Rate      Amount
MS Angle               2        500.25    1,000.50
${foot}`

describe('what only one thing on the paper explains', () => {
  test('are the two taxes under no label', () => {
    const drawing = bill(`Goods value                               1,000.50
                       90.05              90.05
Adj.                                      0.40
Grand Total                               1,181.00`)
    expect(head(drawing)).toMatchObject({ cgst: '90.05', sgst: '90.05', round_off: '0.40' })
  })

  test('is the value without the tax, whatever it is called', () => {
    const drawing = bill(`Net value                                 1,000.50
IGST 18%                                  180.09
Amount due                                1,180.59`)
    expect(head(drawing)).toMatchObject({ taxable_value: '1,000.50', total: '1,180.59' })
  })

  test('is the sum of the lines where two amounts stand beside it', () => {
    const drawing = bill(`SUBTOTAL               180.09             1,000.50
IGST 18%                                  180.09
Total                                     1,180.59`)
    expect(head(drawing)).toMatchObject({ subtotal: '1,000.50' })
  })

  test('is no amount whose first words were not read', () => {
    const drawing = bill(`Total                                     1,180.59
a sum of Rupees One Thousand
One Hundred Eighty and Paise Fifty Nine Only`)
    expect(head(drawing)['amount_in_words']).not.toBe(
      'One Hundred Eighty and Paise Fifty Nine Only',
    )
  })
})

test('a scheme is a discount, and cutting is a charge', () => {
  const drawing = `
Invoice No : 98                           Date : 05/11/2026
Item                   Qty      Rate      Amount
MS Angle               2        500.00    1,000.00
Less Scheme                               100.00
Cutting Charges                           20.00
Net Amount                                920.00`
  expect(head(drawing)).toMatchObject({ discount: '100.00', 'Cutting Charges': '20.00' })
})

describe('between the lines and the total', () => {
  test('stand charges that nobody has heard of, and a taxable value', () => {
    const drawing = bill(`Value of goods                            1,000.50
Die work                                  100.00
Trial run                                 50.00
Value for tax                             1,150.50
CGST 9%                                   103.55
SGST 9%                                   103.55
Payable                                   1,357.60`)
    expect(head(drawing)).toMatchObject({
      subtotal: '1,000.50',
      'Die work': '100.00',
      'Trial run': '50.00',
      taxable_value: '1,150.50',
      total: '1,357.60',
    })
  })

  test('stands a total before it was rounded', () => {
    const drawing = bill(`Taxable Value                             1,000.50
IGST 18%                                  180.09
Grand Total                               1,180.59
Rounding Adjustment                       0.41
Rounded Total                             1,181.00`)
    expect(head(drawing)).toMatchObject({ round_off: '0.41', total: '1,181.00' })
  })

  test('what the goods come to is not the total, though prices may have the tax in them', () => {
    const drawing = bill(`Worth                                     1,000.50
CGST 9%                                   90.05
SGST 9%                                   90.05
Payable                                   1,250.00`)
    expect(head(drawing)).toMatchObject({ total: '1,250.00' })
  })
})

test('a slip with one good comes to what stands among its labels', () => {
  const drawing = `
IYER SOLUTIONS PVT LTD
GST NO. 27ARZPV1134P1ZQ
BILL NO : ISP/9327
DATE : 20-Apr-26
PRODUCT : DIESEL
RATE/LTR : Rs. 97.26
VOLUME(LTR) : 38.74
AMOUNT : Rs. 3,767.85`
  expect(head(drawing)).toMatchObject({ total: 'Rs. 3,767.85' })
})

describe('a strip of sums', () => {
  const sums = { taxable_value: '1500.00', cgst: '135.00', igst: '0.00', total: '1770.00' }
  const goods = `
Invoice No : 98                           Date : 05/11/2026
Item                   Qty      Rate      Amount
MS Angle               3        500.00    1,500.00
`

  test('has headings over two rows, and columns of nothing', () => {
    const drawing = `${goods}
Taxable    CGST    SGST    IGST    CESS    Other    Invoice
Value                                      Charges  Value
1500.00    135.00  135.00  0.00    0.00    0.00     1770.00`
    expect(head(drawing)).toMatchObject(sums)
  })

  test('may print whole rupees alone', () => {
    const drawing = `${goods}
Sub Total    Taxable Amt   CGST Amt   SGST Amt   IGST Amt   Cess   Net Payable
1500         1500          135        135        0          0      1770`
    expect(head(drawing)).toMatchObject({ subtotal: '1500', cgst: '135', igst: '0', total: '1770' })
  })

  test('has rows of rates that nothing was sold at', () => {
    const drawing = `${goods}
Rate of tax     Taxable value    CGST      SGST      IGST
5%              0.00             0.00      0.00      0.00
18%             1500.00          135.00    135.00    0.00
28%             0.00             0.00      0.00      0.00
Net bill                                              1770.00`
    expect(head(drawing)).toMatchObject(sums)
  })
})

test('words in brackets behind the figures go on in the next row, from their first one', () => {
  const drawing = bill(`Amount payable inclusive of GST is ₹1,180.00, that is Rupees One Thousand
One Hundred and Eighty only.`)
  expect(head(drawing)).toMatchObject({
    amount_in_words: 'Rupees One Thousand One Hundred and Eighty only',
    total: '₹1,180.00',
  })
  const bracket = bill(`We request you to remit a sum of Rs.1,180.00 (Rupees One Thousand One
Hundred Eighty Only) at the earliest.`)
  expect(head(bracket)).toMatchObject({
    amount_in_words: 'Rupees One Thousand One Hundred Eighty Only',
  })
})

test.each([
  ['total', 'Amount Chargeable; Total Inv. Amt; Final Amount; Net Receivable; Amount incl. GST'],
  ['taxable_value', 'Untaxed Amount; Value of Supply; Value for tax'],
  ['subtotal', 'Value of Goods; Goods Total; Sub-Total'],
  ['discount', 'Cash Discount; Less Scheme; Less CD'],
  ['freight', 'Carriage; Shipping & Handling; Carting'],
  ['tax_amount', 'GST @18%; Taxes'],
  ['', 'Arrears; Security Deposit; Cash; Amount chargeable in words'],
])('%s is what other papers call it', (key, labels) => {
  const others = labels.split('; ').filter((label) => amountLabelOf(label)?.key !== key)
  expect(others).toEqual([])
})

describe('the sums decide', () => {
  test('which of several totals is the bill’s, before an advance was paid', () => {
    const drawing = bill(`Total                                     1,000.50
Kasar                                     -0.50
Bill Amt.                                 1,000.00
Adv. Recd                                 400.00
Bal. To Pay                               600.00`)
    expect(head(drawing)).toMatchObject({ total: '1,000.00', round_off: '-0.50' })
  })

  test('that the only amount with the taxes in it is the total, though its label says that it was paid', () => {
    const drawing = bill(`CGST 9%                                   90.05
SGST 9%                                   90.05
Amount Received                           1,180.60`)
    expect(head(drawing)).toMatchObject({ total: '1,180.60' })
  })

  test('that a last amount without a name is the total if it is the sum of the lines', () => {
    expect(head(bill('Rs.                                       1,000.50'))).toMatchObject({
      total: '1,000.50',
    })
    expect(head(bill('Rs.                                       1,000.40'))).not.toHaveProperty(
      'total',
    )
  })

  test('that taxes without their rates, in several rows, are parts of one tax', () => {
    const drawing = `
Invoice No : 98                           Date : 05/11/2026
Item                   Qty      Rate      Amount
MS Angle               2        500.00    1,000.00
Soft Broom             1        500.00    500.00
Value of goods                                      1,500.00
1) Taxable   1,000.00      CGST     90.00      SGST    90.00
2) Taxable   500.00        CGST     12.50      SGST    12.50
Net Payable                                         1,705.00`
    expect(head(drawing)).toMatchObject({
      taxable_value: '1500.00',
      cgst: '102.50',
      sgst: '102.50',
      total: '1,705.00',
    })
  })

  test('that a charge of any trade stands between the lines and the taxable value', () => {
    const drawing = bill(`Mobilisation Charges                      100.00
Total Amount                              1,100.50
CGST 9%                                   99.05
SGST 9%                                   99.05
Grand Total                               1,298.60`)
    expect(head(drawing)).toMatchObject({
      'Mobilisation Charges': '100.00',
      taxable_value: '1,100.50',
      total: '1,298.60',
    })
  })

  test('that the subtotal of a section is none of the bill', () => {
    const drawing = `
Invoice No : 98                           Date : 05/11/2026
Item                   Qty      Rate      Amount
MS Angle               2        500.00    1,000.00
Soft Broom             1        500.00    500.00
Subtotal                                  500.00
Untaxed Amount                            1,500.00
IGST                                      75.00
Total                                     1,575.00`
    expect(head(drawing)).not.toHaveProperty('subtotal')
  })
})
