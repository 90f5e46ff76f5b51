import { describe, expect, test } from 'bun:test'
import { judgeDocument } from '../../../src/platform/files/kinds.ts'
import { zipOf } from '../../support/zip.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

describe('a document judged by its bytes', () => {
  test('a ZIP archive is Excel only when it holds a workbook', () => {
    const types = '[Content_Types].xml'
    expect(judgeDocument(zipOf([types, 'xl/workbook.xml']))).toEqual({ contentType: xlsx })
    const word = judgeDocument(zipOf([types, 'word/document.xml']))
    expect(word).toEqual({ contentType: undefined, known: 'a Word document' })
    for (const names of [['xl/workbook.xml'], [types], ['bill.pdf']]) {
      const zip = judgeDocument(zipOf(names))
      expect(zip).toEqual({ contentType: undefined, known: 'a ZIP archive' })
    }
    expect(judgeDocument(zipOf([types, 'xl/a']).subarray(0, 40)).contentType).toBeUndefined()
  })

  test.each([
    '<html>',
    ' \n<!DOCTYPE html>',
    '\ufeff<svg/>',
    '<?xml version="1.0"?>\n<svg>',
    '<SCRIPT>',
  ])('text that a browser would run is refused: %s', (text) => {
    expect(judgeDocument(new TextEncoder().encode(text)).contentType).toBeUndefined()
  })

  test.each(['Date,Narration\n', '{"a":1}', 'plain', '<5 kg,2', '<scripts>'])(
    'other text is taken: %s',
    (text) => {
      expect(judgeDocument(new TextEncoder().encode(text))).toEqual({ contentType: 'text/plain' })
    },
  )

  test('a table of a web page is text, unless something in it runs', () => {
    const table = '<html><body><table><tr><td>1</td></tr></table></body></html>'
    expect(judgeDocument(new TextEncoder().encode(table))).toEqual({ contentType: 'text/plain' })
    for (const inside of ['<script>1</script>', '<img onerror=1>', '<iframe>']) {
      const text = table.replace('1</td>', `${inside}</td>`)
      expect(judgeDocument(new TextEncoder().encode(text)).contentType).toBeUndefined()
    }
  })

  test('text as banks and Excel write it is taken, and its character set is named', () => {
    const utf16 = Buffer.from('\ufeffDate,₹\r\n', 'utf16le')
    expect(judgeDocument(utf16)).toEqual({ contentType: 'text/plain; charset=utf-16le' })
    expect(judgeDocument(utf16.swap16())).toEqual({ contentType: 'text/plain; charset=utf-16be' })
    const windows = { contentType: 'text/plain; charset=windows-1252' }
    expect(judgeDocument(Buffer.from('Date,Café\r\n\u001a', 'latin1'))).toEqual(windows)
    expect(judgeDocument(Buffer.from('Café', 'latin1'))).toEqual(windows)
    const late = Buffer.from(`${'Date,Narration\n'.repeat(1000)}Café`, 'latin1')
    expect(judgeDocument(late)).toEqual(windows)
  })

  test('text in UTF-8 that was cut within a character is taken as that', () => {
    const cut = new TextEncoder().encode('₹ 5, ₹').subarray(0, -1)
    expect(judgeDocument(cut)).toEqual({ contentType: 'text/plain' })
  })

  test.each([
    ['nothing', ''],
    ['control characters', 'a\u0001\u00e9b'],
    ['half a character of UTF-16', '\u00ff\u00fe\u0000\u00d8a\u0000'],
    ['zeros', '\u00e9\u0000'],
    ['a web page in UTF-16', Buffer.from('\ufeff<html>', 'utf16le').toString('latin1')],
  ])('is refused when it is %s', (_, bytes) => {
    expect(judgeDocument(Buffer.from(bytes, 'latin1')).contentType).toBeUndefined()
  })
})
