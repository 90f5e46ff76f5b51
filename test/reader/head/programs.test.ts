import { describe, expect, test } from 'bun:test'
import { drawnPage } from '../drawn-page.ts'
import { head, read } from '../read-drawing.ts'

const top = `
SHREE TRADERS
GSTIN 27ARZPV1134P1ZQ
Bill No : 1875                            Date : 15/07/2026`

const goods = `
Item                HSN      Qty      Rate      Amount
Cotton print        5208     10      100.00     1,000.00
Rayon dyed          5516     20      100.00     2,000.00`

const sums = `
                           Taxable Amount         3,000.00
                           CGST 9 %                 270.00
                           SGST 9 %                 270.00
                           Total                  3,540.00`

describe('the bank', () => {
  test.each([
    ['without a label', 'ICICI Bank Ltd, A/c No. 623069257482, IFSC ICIC0198132', 'ICICI Bank Ltd'],
    ['before its branch', 'Bank : State Bank of India, Camp', 'State Bank of India'],
    ['before a stroke', 'Bank : Axis Bank | IFSC : UTIB0662020', 'Axis Bank'],
  ])('stands %s', (_where, line, name) => {
    expect(head(`${top}${goods}${sums}\n${line}`)).toMatchObject({ bank_name: name })
  })
})

describe('a summary of taxes', () => {
  test('names what the tax is on, which is no tax', () => {
    const drawing = `${top}${goods}
                           Taxable Amount         3,000.00
                           CGST @ 9%       270.00     3,000.00
                           SGST @ 9%       270.00     3,000.00
                           Total                  3,540.00`
    expect(head(drawing)).toMatchObject({ cgst: '270.00', sgst: '270.00' })
  })

  test('is read beside the sums of the bill', () => {
    const drawing = `${top}${goods}
                                                          Goods        3,000.00
Code     Base Amount    CGST       SGST     IGST          Taxes          540.00
G18      3,000.00       270.00     270.00   0.00          Net Total    3,540.00
Total    3,000.00       270.00     270.00   0.00`
    expect(head(drawing)).toMatchObject({ cgst: '270.00', sgst: '270.00' })
  })
})

describe('a line', () => {
  test.each([
    ['a remark below its name', 'Delivered with test certificate.'],
    ['figures alone below its name', '32.01 + 91.68 + 55.70'],
  ])('leaves out %s', (_what, below) => {
    const drawing = `${top}
Description                   HSN      Qty      Rate      Amount
Cotton print                  5208     10      100.00     1,000.00
${below}
Rayon dyed                    5516     20      100.00     2,000.00${sums}`
    const [document] = read(drawnPage(drawing))
    expect(document?.lines.map(({ description }) => description?.text)).toEqual([
      'Cotton print',
      'Rayon dyed',
    ])
  })
})

function pageOf(number: number, rest: string): string {
  return `
TAX INVOICE                                          PAGE ${number} OF 2
SHREE TRADERS
GSTIN 27ARZPV1134P1ZQ
BILL NO :    25-26/4952              BILL DATE :   25 Dec 2025
Description                   HSN      Qty      Rate      Amount
${rest}`
}

describe('a bill of two pages', () => {
  test('is one, although a page number stands behind each title', () => {
    const documents = read(
      drawnPage(
        pageOf(
          1,
          'Cotton print    5208     10      100.00     1,000.00\n       CARRIED FORWARD    1,000.00',
        ),
      ),
      drawnPage(pageOf(2, `Rayon dyed      5516     20      100.00     2,000.00${sums}`), {
        number: 2,
      }),
    )
    expect(documents.map(({ pages }) => pages)).toEqual([[1, 2]])
  })
})

describe('the months in which medicines expire', () => {
  test('stand below their batches', () => {
    const drawing = `${top}
Description            Batch No     HSN      Qty      Rate      Amount
                       Exp. Dt.
ORSAFE ORANGE          B37464C      3004     10      100.00     1,000.00
                       11/29
TELMIKAR               KT98752      3004     20      100.00     2,000.00
                       10/27${sums}`
    const [document] = read(drawnPage(drawing))
    expect(
      document?.lines.map(({ description, expiry_date }) => [description?.text, expiry_date?.text]),
    ).toEqual([
      ['ORSAFE ORANGE', '11/29'],
      ['TELMIKAR', '10/27'],
    ])
  })
})

describe('the seller', () => {
  test('has a name of two lines, although a row stands between them at the right', () => {
    const page = drawnPage(`KHANDELWAL TRADING                 Ph. 9471970626
                                   GSTIN 27ARZPV1134P1ZQ
COMPANY
Bill No : 1875                     Date : 15/07/2026${goods}${sums}`)
    // Large type has its second line nearer.
    const words = page.words.map((word) => {
      const [left, upper, right, lower] = word.box
      const up = 8 / page.height
      return word.text === 'COMPANY'
        ? { ...word, box: [left, upper - up, right, lower - up] as const }
        : word
    })
    const [document] = read({ ...page, words })
    expect(document?.head['vendor_name']?.text).toBe('KHANDELWAL TRADING COMPANY')
  })

  test('is not addressed by an invocation above the letterhead', () => {
    expect(
      head(`
|| Shree ||
SHREE TRADERS
Ph. 9471970626
GSTIN 27ARZPV1134P1ZQ
Party : Kulkarni General Stores          Bill No : 1875
Main Road, Pune                          Date : 15/07/2026${goods}${sums}`),
    ).toMatchObject({ vendor_name: 'SHREE TRADERS', phone: '9471970626' })
  })
})

describe('a till roll with names in rows of their own', () => {
  test('has a line for each name and the figures below it, with the HSN in brackets', () => {
    const drawing = `${top}
  Description / HSN
         MRP      Rate     Qty        Amt
  1. DISHWASH BAR 300 G (34025000) C
         125.00   100.00    10     1,000.00
  2. SOFT BROOM (96031000) A
         125.00   100.00    20     2,000.00${sums}`
    const [document] = read(drawnPage(drawing))
    const texts = document?.lines.map(({ description, hsn, mrp, amount }) =>
      [description, hsn, mrp, amount].map((value) => value?.text),
    )
    expect(texts).toEqual([
      ['DISHWASH BAR 300 G', '34025000', '125.00', '1,000.00'],
      ['SOFT BROOM', '96031000', '125.00', '2,000.00'],
    ])
  })
})
