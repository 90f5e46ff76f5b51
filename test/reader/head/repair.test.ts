import { describe, expect, test } from 'bun:test'
import { drawnPage } from '../drawn-page.ts'
import { head, read as documentsOf } from '../read-drawing.ts'
import {
  readPrintedGstin,
  readPrintedIfsc,
  readPrintedPan,
} from '../../../src/reader/head/forms.ts'

const gstin = '27ARZPV1134P1ZQ'

describe('a GSTIN that a scanner read', () => {
  test('stays as it is when its check character holds', () => {
    expect(readPrintedGstin('27 ARZPV 1134P 1ZQ')).toEqual({ text: gstin, isRepaired: false })
  })

  const wrong = [
    '27ARZPVll34P1ZQ',
    '27ARZPV1I34P1ZQ',
    'Z7ARZPV1134P1ZQ',
    '27ARZPV1134PIZQ',
    '27ARZPV1134P12Q',
    '27ARZPV1134P1ZQ|',
  ]
  test.each(wrong)('is put right by position and check character: %s', (text) => {
    expect(readPrintedGstin(text)?.text).toBe(gstin)
  })

  const hopeless = ['27ARZPV1134P1Z', '27ARZPV1135P1ZQ', 'AUTHORISED SIGN', '271134567890123']
  test.each(hopeless)('is none when nothing fits: %s', (text) => {
    expect(readPrintedGstin(text)).toBeUndefined()
  })
})

test('a PAN and an IFSC are put right by their form', () => {
  expect(readPrintedPan('ARZPVII34P')).toEqual({ text: 'ARZPV1134P', isRepaired: true })
  expect(readPrintedIfsc('HDFCO840965')).toEqual({ text: 'HDFC0840965', isRepaired: true })
  expect(readPrintedIfsc('HDFC1840965')).toBeUndefined()
})

/** The head of a bill with this GSTIN, of which each letter was hard to read. */
function headWith(number: string) {
  const drawing = `Vishal Wholesale\nGSTIN: ${number}\nInvoice No. VW/118`
  const [document] = documentsOf(drawnPage(drawing, { source: 'ocr', confidence: 0.7 }))
  return document?.head
}

test('a GSTIN whose check character fits is sure, however hard its letters were to read', () => {
  const read = headWith(gstin)
  expect(read).toMatchObject({ gstin: { confidence: 0.92 }, invoice_no: { confidence: 0.7 } })
  // A number that had to be corrected is as sure as its letters.
  expect(headWith('27ARZPVll34P1ZQ')).toMatchObject({ gstin: { confidence: 0.7 } })
})

test('the rule of a page before an e-mail address is no letter of it', () => {
  const drawing = 'Vishal Wholesale\nGSTIN: 27ARZPV1134P1ZQ |sales@vishal.example'
  expect(head(drawing, 'ocr')).toMatchObject({ email: 'sales@vishal.example' })
})

test('two amounts beside each other are not put right to one', () => {
  const drawing = `
Vishal Wholesale
Item                 Qty    Rate      Amount
Sugar                2      50.00     100.00
CGST 12.00 6,771.05`
  expect(Object.values(head(drawing, 'ocr'))).not.toContain('12,006,771.05')
})

test.each(['PO-1159/ 20/08/26', 'PO-1159 / 20/08/26'])(
  'the date of an order behind its number is no part of it: %s',
  (text) => {
    const drawing = `Vishal Wholesale\nGSTIN: 27ARZPV1134P1ZQ\nPO No & Date: ${text}`
    expect(head(drawing, 'ocr')).toMatchObject({ po_no: 'PO-1159', po_date: '20/08/26' })
  },
)

/** The doubts about the name of a bank. */
function bankDoubts(name: string) {
  const drawing = `Vishal Wholesale\nBank Name : ${name}\nA/c No. : 479986002952`
  return documentsOf(drawnPage(drawing))[0]?.head['bank_name']?.doubts
}

test('the name of a bank that ends in the middle is doubted', () => {
  expect(bankDoubts('Bank of')).toEqual(['Bank: “Bank of” is hardly the whole name.'])
  expect(bankDoubts('Bank of Maharashtra')).toBeUndefined()
})
