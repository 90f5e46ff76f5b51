import { describe, expect, test } from 'bun:test'
import { changed } from '../../../../../../src/console/pages/documents/form/changes.ts'
import { paperWith } from '../typed-paper.ts'
import { draftOf } from '../../../../../../src/console/pages/documents/form/draft.ts'
import {
  explanationAt,
  explanationOfField,
  explanationText,
} from '../../../../../../src/console/pages/documents/form/reading/explained.ts'

const raw = {
  invoice_metadata: { 'Bill No': 'A-1', Total: '1180' },
  line_items: [{ Item: 'Rice', Qty: '2' }],
}
const keys = {
  metadata: { 'Bill No': 'invoice_no', Total: 'total' },
  line: { Item: 'description', Qty: 'qty' },
}
const box: [number, number, number, number] = [0.1, 0.2, 0.3, 0.25]
const explained = {
  'invoice_metadata.Bill No': { source: 'qr' as const, page: 2, confidence: 1, box },
  'line_items.0.Qty': { source: 'ocr' as const, page: 1, confidence: 0.5, box },
}
const paper = paperWith({ raw, keys, explained })
const read = { read: paper, typed: null, isExplained: true }
const draft = draftOf(read, 'vendor_invoice')
const number = { line: null, key: 'invoice_no' }
const line = draft.lines[0]?.id ?? ''

describe('why a value is what it is', () => {
  test('is where it was read, and how', () => {
    const found = explanationAt(read, draft, number)
    expect(found).toEqual({ source: 'qr', page: 2, confidence: 1, box })
    expect(found && explanationText(found)).toBe('Read from the QR code, page 2')
    const ofLine = explanationAt(read, draft, { line, key: 'qty' })
    expect(ofLine && explanationText(ofLine)).toBe('Read from the picture (OCR), not sure, page 1')
  })

  test('is that somebody typed it, and the paper still shows what stood there', () => {
    const typed = changed(draft, { type: 'head', key: 'invoice_no', text: 'A-7' })
    const found = explanationAt(read, typed, number)
    expect(found).toMatchObject({ source: 'typed', page: 2, box })
    expect(found && explanationText(found)).toBe('Typed by hand')
    const added = changed(draft, { type: 'head', key: 'gstin', text: '27AAPFU0939F1ZV' })
    expect(explanationAt(read, added, { line: null, key: 'gstin' })).toMatchObject({
      source: 'typed',
      box: null,
    })
  })

  test('of a line that was corrected before is no place of another line', () => {
    const corrected = { ...raw, line_items: [{ Item: 'Dal', Qty: '3' }] }
    const later = draftOf({ ...read, typed: paperWith({ raw: corrected, keys }) }, 'vendor_invoice')
    const place = { line: later.lines[0]?.id ?? '', key: 'qty' }
    expect(explanationAt(read, later, place)).toMatchObject({ source: 'typed', box: null })
  })

  test('of a document as it was stored is that somebody typed it, in the head where it stands on the paper', () => {
    const asRead = explanationOfField(read, { label: 'Bill No', raw: 'A-1' })
    expect(asRead).toMatchObject({ source: 'qr', box })
    const typed = explanationOfField(read, { label: 'Bill No', raw: 'A-7' })
    expect(typed).toMatchObject({ source: 'typed', page: 2, box })
    expect(explanationOfField(read, { label: 'Qty', raw: '2' }, 0)).toMatchObject({ source: 'ocr' })
    expect(explanationOfField(read, { label: 'Qty', raw: '3' }, 0)).toMatchObject({
      source: 'typed',
      box: null,
    })
    expect(explanationOfField(read, { label: 'Qty', raw: '' }, 0)).toBeUndefined()
    expect(explanationOfField(read, { label: null, raw: '2' }, 0)).toBeUndefined()
  })

  test('is not told where nothing stands, nor of what no reader read', () => {
    expect(explanationAt(read, draft, { line: null, key: 'due_date' })).toBeUndefined()
    expect(explanationAt({ read: paper, isExplained: false }, draft, number)).toBeUndefined()
  })
})
