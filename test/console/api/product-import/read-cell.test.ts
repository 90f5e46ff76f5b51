import { describe, expect, test } from 'bun:test'
import { readCell as read } from '../../../../src/console/pages/product-import/api/read-rows.ts'
import { worded, type Sentence } from '../../../../src/platform/record/sentence.ts'
import { rupees } from '../../../../src/console/api/words.ts'

const none = undefined

function told(sentence: Sentence): string {
  return worded(sentence, { field: (place) => place, rupees })
}

/** Sentences in the words of the console, with fields by their names. */
function readCell(column: string, cell: string) {
  const found = read(column, cell)
  if ('fault' in found) return { fault: told(found.fault) }
  return { ...found, ...(found.note === undefined ? {} : { note: told(found.note) }) }
}

describe('a cell of an amount', () => {
  test.each([
    ['85', '85', none],
    ['Rs. 85', '85', none],
    ['Rs 1,23,456.50', '1,23,456.50', none],
    ['₹\u00a085.00', '85.00', none],
    ['INR 85', '85', none],
    ['85/-', '85', none],
    ['85 Rs.', '85', none],
    ['85.00/Nos', '85.00', 'mrp “85.00/Nos” was read as ₹85.00.'],
    ['1,020.00 / Doz.', '1,020.00', 'mrp “1,020.00 / Doz.” was read as ₹1,020.00.'],
    ['85 per pc', '85', 'mrp “85 per pc” was read as ₹85.00.'],
    ['85.00 Dr', '85.00', 'mrp “85.00 Dr” was read as ₹85.00.'],
    ['?1,250.00', '1,250.00', 'mrp “?1,250.00” was read as ₹1,250.00.'],
  ])('may be %j', (cell, text, note) => {
    expect(readCell('mrp', cell)).toEqual({ text, ...(note === none ? {} : { note }) })
  })

  test.each(['10%', '10 %', '1.5 Cr', '85.00 Cr', '2 lakh', 'cheap', '1.250,00', '85-90', '5 Nos'])(
    'that is %j is left to be refused as it is',
    (cell) => {
      expect(readCell('mrp', cell)).toEqual({ text: cell })
    },
  )
})

describe('a cell of a quantity', () => {
  test.each([
    ['10', '10'],
    ['-4', '-4'],
    ['1,200', '1,200'],
  ])('may be %j', (cell, text) => {
    expect(readCell('stock_quantity', cell)).toEqual({ text })
  })

  test.each([
    ['10 Nos', '10'],
    ['2.5kg', '2.5'],
    ['(-)5 Pcs.', '-5'],
    ['1,200 sq. ft', '1,200'],
  ])('may be %j, which is told', (cell, text) => {
    const note = `stock_quantity “${cell}” was read as ${text}.`
    expect(readCell('stock_quantity', cell)).toEqual({ text, note })
  })

  test.each(['5 Box 3 Pcs', '10 Cr', '2 lakh', 'ten', '5%', '10 x 12'])(
    'that is %j is left to be refused as it is',
    (cell) => {
      expect(readCell('stock_quantity', cell)).toEqual({ text: cell })
    },
  )
})

describe('a cell of a GST rate', () => {
  test.each([
    ['18%', '18'],
    ['GST 18 %', '18'],
    ['IGST @ 5%', '5'],
    ['0.25', '0.25'],
    ['0.25%', '0.25'],
    ['28', '28'],
  ])('may be %j', (cell, text) => {
    expect(readCell('gst_pct', cell)).toEqual({ text })
  })

  test('that holds 18 % as a spreadsheet keeps it is refused', () => {
    const fault = 'gst_pct “0.18” would be less than 1 %: write 18 for 18 %.'
    expect(readCell('gst_pct', '0.18')).toEqual({ fault })
  })
})

test.each([
  ['barcode', '8.90E+12'],
  ['barcode', '8,90123E+12'],
  ['sku', '1E+12'],
])('digits of a %s that a spreadsheet rounded are refused: %s', (column, cell) => {
  expect(readCell(column, cell)).toEqual({ fault: expect.stringContaining(`rounded to ${cell}`) })
})

test.each(['12E3', '1E5', '2E+'])('the SKU %j is a code', (cell) => {
  expect(readCell('sku', cell)).toEqual({ text: cell })
})

test.each(['0902', '090230', '09023020', '12', ''])('the HSN code %j is left as it is', (cell) => {
  expect(readCell('hsn', cell)).toEqual({ text: cell })
})

test('a name on two lines of its cell is one', () => {
  expect(readCell('name', 'Basmati rice \r\n5 kg')).toEqual({ text: 'Basmati rice 5 kg' })
})

test('text of other columns is nobody’s amount', () => {
  expect(readCell('description', '10 Nos ')).toEqual({ text: '10 Nos ' })
})
