import { describe, expect, test } from 'bun:test'
import { judge } from '../../../src/reader/judge.ts'
import { drawnPage } from '../drawn-page.ts'
import { head, ownGstin, read } from '../read-drawing.ts'

const goods = `
Item           HSN      Qty     Rate      Amount
MS Angle       7216     2       500.00    1,000.00
Total                                     1,000.00`

function doubtsOf(drawing: string): string[] {
  const [document] = read(drawnPage(drawing))
  if (document === undefined) throw new Error('Nothing was read.')
  return judge(document, { ownGstin, today: '2026-11-22' }).map(({ key }) => key)
}

const numbers = ['invoice_no', 'invoice_date']

describe('the number of a paper', () => {
  test.each([
    ['with its date behind a stroke', 'ST/118 / 05-11-2026'],
    ['with its date, behind words that name nothing', 'Our Ref: ST/118 dated 05-11-2026'],
    ['alone above its date', 'ST/118\n05-11-2026'],
    ['behind a word of a trade, with the date beside it', 'Patti No : ST/118      Dt : 05-11-2026'],
    ['behind a label with a word before it', 'Fortnight Bill No. ST/118     Date : 05-11-2026'],
    ['behind a sign for a number', 'Invoice N°: ST/118      Date : 05-11-2026'],
    ['behind a short word with a cross', 'CN # ST/118 CN Dt. 05-11-2026'],
    ['before a stroke and its date', 'Memo No. ST/118 — Dt. 05-11-2026'],
  ])('stands %s', (_where, line) => {
    const drawing = `SHREE TRADERS\n${line}${goods}`
    expect(head(drawing)).toMatchObject({ invoice_no: 'ST/118', invoice_date: '05-11-2026' })
    expect(doubtsOf(drawing).filter((key) => numbers.includes(key))).toEqual([])
  })

  test('is asked for if two numbers have a date', () => {
    expect(doubtsOf(`SHREE TRADERS\nST/118 / 05-11-2026\nST/98 / 04-11-2026${goods}`)).toContain(
      'invoice_no',
    )
  })

  test('is not the buyer’s reference, which is the order', () => {
    const drawing = `SHREE TRADERS\nBill No : 98    Date : 05-11-2026\nYour Ref: PO-7 dated 01-11-2026${goods}`
    expect(head(drawing)).toMatchObject({ invoice_no: '98', po_no: 'PO-7', po_date: '01-11-2026' })
  })
})

describe('the seller', () => {
  test('is who stands before his number, also below the lines', () => {
    const drawing = `
INVOICE # 118                 Date : 05-11-2026
${goods}
Jyoti Agencies          GSTIN 27ARZPV1134P1ZQ`
    expect(head(drawing)).toMatchObject({ vendor_name: 'Jyoti Agencies' })
  })

  test('has no address behind a stroke in his name', () => {
    const drawing = `JYOTI ENTERPRISES — Gala No. 7, Pune 411014\nBill No : 118   Date : 05-11-2026${goods}`
    expect(head(drawing)).toMatchObject({ vendor_name: 'JYOTI ENTERPRISES' })
  })

  test('has a name in two lines if he signs with both', () => {
    const drawing = `Balaji\nSteel Centre\nBill No : 118   Date : 05-11-2026${goods}\nThanking you, for Balaji Steel Centre`
    expect(head(drawing)).toMatchObject({ vendor_name: 'Balaji Steel Centre' })
  })

  test('has the number of tax that is not the shop’s, in whose block it may stand', () => {
    const drawing = `
To                                    Vidya Solutions
Kulkarni Stores
Your GSTIN is ${ownGstin},
ours is 27ARZPV1134P1ZQ
Bill No : 118   Date : 05-11-2026${goods}`
    expect(head(drawing)).toMatchObject({ gstin: '27ARZPV1134P1ZQ', buyer_gstin: ownGstin })
  })

  test('is proven by his number above which his name stands, past his telephone and the title', () => {
    const drawing = `Bansal Mart
Tax Invoice
Ph 9823012345
GSTIN 27ARZPV1134P1ZQ
Bill No : 118   Date : 05-11-2026${goods}`
    expect(doubtsOf(drawing)).not.toContain('vendor_name')
  })
})

test('words of an amount go on in the next line of their column', () => {
  const drawing = `SHREE TRADERS\nBill No : 118   Date : 05-11-2026${goods}
Rupees One Thousand                        Total Value         1,000.00
                                           IGST 18%              180.00
One Hundred Eighty Only                    Total Amt.          1,180.00`
  expect(head(drawing)).toMatchObject({
    amount_in_words: 'Rupees One Thousand One Hundred Eighty Only',
  })
})

test('an e-way bill’s number is no title', () => {
  const [document] = read(
    drawnPage(`SHREE TRADERS\nBill No : 118   E-Way Bill 541491997812${goods}`),
  )
  expect(document?.kind).toBe('invoice')
})

const licence = (end: string, rest: string) => `
A.K. Pharma                           CREDIT NOTE
DL 20B-481128, ${end}
${rest}
GSTIN 27ARZPV1134P1ZQ`

test('a value that the end of its line breaks goes on in the next line', () => {
  const whole = { drug_licence_no: '20B-481128, 21B-358136' }
  expect(head(licence('21B-', '358136'))).toMatchObject(whole)
  expect(head(licence('', '21B-358136'))).toMatchObject(whole)
})

test('a label that is told by its words is read in a picture too', () => {
  const drawing = `SHREE TRADERS\nBill No : 118   Date : 05-11-2026   Lorry Recpt. 1140386${goods}`
  expect(head(drawing, 'ocr')).toMatchObject({ lr_no: '1140386' })
})
