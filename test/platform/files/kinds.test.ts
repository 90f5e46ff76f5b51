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
})
