import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import Papa from 'papaparse'
import { formulaStart, textOfCell } from '../../src/platform/csv-cell.ts'

const written = (text: string) => Papa.unparse([[text]], { escapeFormulae: formulaStart })
const cellOf = (csv: string) => Papa.parse<string[]>(csv, { delimiter: ',' }).data[0]?.[0] ?? ''

describe('a cell of a file', () => {
  test.each(['=1+1', '+1', '-5', '@SUM(A1)', '\tx', '\rx', "'=1", "''+1"])(
    'is no formula: %j',
    (text) => {
      expect(cellOf(written(text))).toBe(`'${text}`)
    },
  )

  test.each(['Acme', "'n Beetje", ' =1', 'a=b', '', "'"])('stays as it is: %j', (text) => {
    expect(cellOf(written(text))).toBe(text)
    expect(textOfCell(text)).toBe(text)
  })

  test('that is written and read again says the same', () => {
    const awkward = fc.string({
      unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', 'a', ' '),
    })
    fc.assert(
      fc.property(fc.oneof(awkward, fc.string()), (text) => {
        expect(textOfCell(cellOf(written(text)))).toBe(text)
      }),
    )
  })
})
