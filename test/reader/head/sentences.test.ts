import { describe, expect, test } from 'bun:test'
import { drawnPage } from '../drawn-page.ts'
import { head, ownGstin, read } from '../read-drawing.ts'

const debitNote = (more = '') => `
Om Sai Traders                              DEBIT NOTE
Debit Note No.: DN/118                      Date: 14-03-2026
We have this day debited your account towards rate difference on our tax invoice OSC/118 of 11-03-2026.
${more}
Taxable amount                              1,000.00
Total debit                                 1,000.00`

describe('what a paper says in sentences', () => {
  test.each([
    ['words behind the amount', 'a sum of Rs. 1,180.00 (Indian Rupees One Thousand'],
    ['an amount without a space', 'a sum of₹1,180.00(Indian Rupees One Thousand'],
  ])('is what it comes to, although its words go on in the next row: %s', (_what, sentence) => {
    const drawing = `
SHREE ASSURANCE LIMITED               PREMIUM RECEIPT CUM TAX INVOICE
Receipt No.  R/118                    Receipt Date  10-Apr-26
Received with thanks from Kulkarni Stores, Pune, ${sentence}
One Hundred Eighty Only) by cheque no. 223627 dated 06-Oct-26 towards premium.
SAC      Description of Service     Net Premium   IGST @ 18%   Total Premium
9971     Shopkeeper Policy          1,000.00      180.00       1,180.00
For SHREE ASSURANCE LIMITED`
    expect(head(drawing)).toMatchObject({
      total: expect.stringContaining('1,180.00'),
      amount_in_words: 'Indian Rupees One Thousand One Hundred Eighty Only',
    })
  })

  test('is the bill that a note is about, which is asked for if there are two', () => {
    expect(head(debitNote())).toMatchObject({
      original_invoice_no: 'OSC/118',
      original_invoice_date: '11-03-2026',
    })
    const doubtsOf = (more: string) =>
      read(drawnPage(debitNote(more)))[0]?.head['original_invoice_no']?.doubts
    expect(doubtsOf('')).toBeUndefined()
    expect(
      doubtsOf('The rest of the goods came with our tax invoice OSC/98 of 10-03-2026.'),
    ).toHaveLength(1)
  })
})

test('terms and the state of supply have labels of many words', () => {
  const drawing = `
SHREE TRADERS                         TAX INVOICE
Bill No : 98      Date : 05/11/2026      Terms 45 days credit      Supply to 27 - Maharashtra
Item           Qty     Rate      Amount
MS Angle       2       500.00    1,000.00`
  expect(head(drawing)).toMatchObject({
    payment_terms: '45 days credit',
    place_of_supply: '27 - Maharashtra',
  })
})

test('a name that is set wide is a name, and its words stay apart', () => {
  expect(head('L O T U S  T R A D E R S\nTAX INVOICE\nBill No : 98')).toMatchObject({
    vendor_name: 'LOTUS TRADERS',
  })
})

const goods = `
Item           HSN      Qty     Rate      Amount
MS Angle       7216     2       500.00    1,000.00`

test('a number has its day behind it, and words may be shortened', () => {
  const drawing = `
SHIVAM HARDWARE MART                          TAX INVOICE
Inv# SH/118          Inv Dt 05-11-2026
Ord Ref: PO-2902/20 dtd 01-11-2026     E-WB: 123412341234     DL MH-PZ1-118822
Challan 445 of 04.11.26     Goods sent per: Om Transport     Terms of pay: 30 days
${goods}`
  expect(head(drawing)).toMatchObject({
    invoice_no: 'SH/118',
    po_no: 'PO-2902/20',
    po_date: '01-11-2026',
    eway_bill_no: '123412341234',
    drug_licence_no: 'MH-PZ1-118822',
    delivery_note_no: '445',
    transporter: 'Om Transport',
    payment_terms: '30 days',
  })
})

test.each([
  ['W.O. No. : WO/77      W.O. Date : 01-11-2026', '01-11-2026'],
  ['Work Order No : WO/77      Work Order Date : 01-11-2026', '01-11-2026'],
  ['P.O. No WO/77 of 01.11.26', '01.11.26'],
])('the order of a bill may be a work order: %s', (label, date) => {
  const drawing = `
SHIVAM SERVICES                               TAX INVOICE
Bill No : 98      Date : 05/11/2026
${label}
${goods}`
  expect(head(drawing)).toMatchObject({ invoice_no: '98', po_no: 'WO/77', po_date: date })
})

test('an order without a title is told by its labels', () => {
  const drawing = `
Kulkarni General Stores
GSTIN ${ownGstin}
P.O. Number : KGS/44                          P.O. Date : 05-11-2026
Vendor                                        Deliver to
M/s Sunrise Foods Ltd, Nagpur                 Laxmi Road, Pune
GSTIN 27ARZPV1134P1ZQ
${goods}
Order Value                               1,000.00`
  const [order] = read(drawnPage(drawing))
  expect(order?.kind).toBe('purchase order')
  expect(head(drawing)).toMatchObject({
    po_no: 'KGS/44',
    po_date: '05-11-2026',
    vendor_name: 'Sunrise Foods Ltd',
  })
})
