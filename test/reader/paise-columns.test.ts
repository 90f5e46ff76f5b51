import { describe, expect, test } from 'bun:test'
import { textsOf } from '../../src/reader/page.ts'
import { drawnPage } from './drawn-page.ts'
import { read } from './read-drawing.ts'

function bill(headings: string) {
  const [document] = read(
    drawnPage(`
SHREE TRADERS
Invoice No : 98                           Date : 05/11/2026
${headings}
MS Angle               2        500.25     1,000    50
GI Pipe                3        100.10       300    30
Taxable Value                              1,300    80
CGST 9%                                      117    07
SGST 9%                                      117    07
Total                                      1,534    94`),
  )
  return document
}

describe('rupees and paise in columns of their own', () => {
  test.each([
    [
      'below the heading of both',
      `Item                   Qty      Rate        Amount
                                           Rs.      P.`,
    ],
    ['that have no other heading', 'Item                   Qty      Rate        Rs.      Ps.'],
  ])('are one amount: %s', (_where, headings) => {
    const document = bill(headings)
    expect(textsOf(document?.head ?? {})).toMatchObject({
      taxable_value: '1,300.80',
      cgst: '117.07',
      sgst: '117.07',
      total: '1,534.94',
    })
    expect(document?.lines.map((line) => textsOf(line))).toMatchObject([
      { product_name: 'MS Angle', qty: '2', rate: '500.25', amount: '1,000.50' },
      { product_name: 'GI Pipe', qty: '3', rate: '100.10', amount: '300.30' },
    ])
  })

  test('are told by their headings: other figures side by side stay two', () => {
    const [line] = bill('Item                   Qty      Rate        Packs   Size')?.lines ?? []
    expect(Object.values(textsOf(line ?? {}))).not.toContain('1,000.50')
  })
})
