import { describe, expect, test } from 'bun:test'
import { judgeDocument } from '../../../src/platform/files/kinds.ts'
import { zipOf } from '../../support/zip.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

describe('a document judged by its bytes', () => {
  test('a ZIP archive is Excel only when it holds a workbook', () => {
    const types = '[Content_Types].xml'
    expect(judgeDocument(zipOf([types, 'xl/workbook.xml']))).toEqual({ contentType: xlsx })
    for (const names of [['xl/workbook.xml'], [types], ['bill.pdf']]) {
      const zip = judgeDocument(zipOf(names))
      expect(zip).toMatchObject({ contentType: undefined, known: { name: 'a ZIP archive' } })
    }
    expect(judgeDocument(zipOf([types, 'xl/a']).subarray(0, 40)).contentType).toBeUndefined()
  })

  const types = '[Content_Types].xml'
  const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  const oleOf = (stream: string) => Buffer.concat([ole, Buffer.from(stream, 'utf16le')])
  const foreign: [name: string, advice: RegExp, bytes: Uint8Array][] = [
    ['a HEIC photo', /Most Compatible/, Buffer.from('\0\0\0\x24ftypheic\0\0\0\0mif1')],
    ['a HEIC photo', /JPEG/, Buffer.from('\0\0\0\x24ftypmif1\0\0\0\0mif1')],
    ['a Word document', /PDF/, zipOf([types, 'word/document.xml'])],
    ['a Word document', /PDF/, oleOf('WordDocument')],
    ['a PowerPoint presentation', /PDF/, zipOf([types, 'ppt/presentation.xml'])],
    ['an OpenDocument file', /PDF/, zipOf(['mimetype', 'content.xml', 'META-INF/manifest.xml'])],
    ['a document of Pages', /PDF/, zipOf(['Index/Document.iwa', 'preview.jpg'])],
    ['a text document with formats', /PDF/, Buffer.from('{\\rtf1\\ansi Bill}')],
    ['a web page', /PDF/, Buffer.from('<html><p>Bill</p></html>')],
    ['an e-mail', /attached/, oleOf('__substg1.0_0037001F')],
    [
      'an e-mail',
      /attached/,
      Buffer.from('From: a@b.c\r\nTo: d@e.f\r\nSubject: Bill\r\nDate: Mon\r\n\r\nDear Sir'),
    ],
    ['a RAR archive', /Unpack/, Buffer.from('Rar!\x1a\x07\0')],
  ]
  test.each(foreign)(
    'what Daybook does not take is told, and what to do: %s',
    (name, advice, bytes) => {
      const judged = judgeDocument(bytes)
      if (judged.contentType !== undefined) throw new Error('It was taken.')
      expect(judged.known?.name).toStartWith(name)
      expect(judged.known?.advice).toMatch(advice)
    },
  )

  test('an old workbook is none of them, nor a statement with a heading like that of an e-mail', () => {
    expect(judgeDocument(oleOf('Workbook')).contentType).toBe('application/vnd.ms-excel')
    const statement = 'Date: 05/11/2026\nTo: 31/11/2026\nFrom: 01/11/2026\n\nDate,Amount\n'
    expect(judgeDocument(Buffer.from(statement)).contentType).toBe('text/plain')
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
