import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import Papa from 'papaparse'
import { csvDelimiters, decodeCsv, textOfCell, writeCsv, readCsv } from '../../src/platform/csv.ts'

const cellsOf = (csv: string, delimiter = ',') =>
  Papa.parse<string[]>(csv.replace('\uFEFF', ''), { delimiter, skipEmptyLines: true }).data
const written = (text: string) => cellsOf(writeCsv([['column'], [text]]))[1]?.[0] ?? ''

describe('a cell of a file', () => {
  test.each(['=1+1', '+1', '-5', '@SUM(A1)', '\tx', '\rx', '\n=x', '＝1+1', '＠x', "'=1", "''+1"])(
    'is no formula: %j',
    (text) => {
      expect(written(text)).toBe(`'${text}`)
    },
  )

  test('below zero is a number where a program is to read it as one, and a formula stays none', () => {
    const csv = writeCsv([['-5', '-0.40', '-1+1', '-cmd', "'-5"]], ',', { hasNumbers: true })
    expect(cellsOf(csv)[0]).toEqual(['-5', '-0.40', "'-1+1", "'-cmd", "''-5"])
  })

  test.each(['Acme', "'n Beetje", ' =1', 'a=b', "'"])('stays as it is: %j', (text) => {
    expect(written(text)).toBe(text)
    expect(textOfCell(text)).toBe(text)
  })

  test('that is written and read again says the same, whatever divides the file', () => {
    const awkward = fc.string({
      unit: fc.constantFrom(
        "'",
        '=',
        '+',
        '-',
        '@',
        '\t',
        '\r',
        '\n',
        '＝',
        '"',
        ',',
        ';',
        'a',
        ' ',
      ),
    })
    const cell = fc.oneof(awkward, fc.string())
    const delimiter = fc.constantFrom(...csvDelimiters)
    fc.assert(
      fc.property(cell, cell, delimiter, (one, other, divided) => {
        const rows = cellsOf(
          writeCsv(
            [
              ['a', 'b'],
              [one, other],
            ],
            divided,
          ),
          divided,
        )
        expect(rows[1]?.map(textOfCell)).toEqual([one, other])
      }),
    )
  })
})

describe('a file', () => {
  test('says that it is UTF-8, quotes what divides cells anywhere, and ends its lines as Excel does', () => {
    expect(writeCsv([['नाम'], ['Rao; Sons'], ['a\tb'], ['say "no"']])).toBe(
      '\uFEFFनाम\r\n"Rao; Sons"\r\n"a\tb"\r\n"say ""no"""\r\n',
    )
    expect(writeCsv([['a', 'b']], ';')).toBe('\uFEFFa;b\r\n')
  })
})

describe('a CSV file', () => {
  test.each([
    ['name,aliases\n"Rao; Sons","Rao, Sons"', ','],
    ['name;aliases\nRao, Sons;"Rao; Sons"', ';'],
    ['name\taliases\nRao, Sons\tRao; Sons', '\t'],
  ])('is divided by what divides its header: %s', (text, delimiter) => {
    expect(readCsv(text)).toMatchObject({ delimiter })
  })

  test('with an open quotation mark says in which row', () => {
    expect(readCsv('name\nAcme\n"Rao')).toContain('Row 3')
  })
})

test.each([
  ['UTF-8', Buffer.from('चाय'), 'चाय', false],
  ['UTF-8 with a mark', Buffer.from('\uFEFFचाय'), 'चाय', false],
  ['UTF-16', Buffer.from('\uFEFFचाय', 'utf16le'), 'चाय', false],
  ['UTF-16, the other way round', Buffer.from('\uFEFFचाय', 'utf16le').swap16(), 'चाय', false],
  ['an old code page', Buffer.from('caf\u00e9', 'latin1'), 'café', true],
])('a file in %s is text', (_name, bytes, text, isOldCodePage) => {
  expect(decodeCsv(bytes)).toEqual({ text, isOldCodePage })
})
