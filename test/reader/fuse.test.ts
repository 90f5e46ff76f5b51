import { describe, expect, test } from 'bun:test'
import { fuseDocuments, fuseHeads } from '../../src/reader/fuse.ts'
import type { ReadDocument, ReadValue } from '../../src/reader/page.ts'

const printed = (text: string): ReadValue => ({
  text,
  label: 'As printed',
  source: 'ocr',
  page: 2,
  confidence: 0.8,
  doubts: ['Hard to read.'],
})
const said = (text: string): ReadValue => ({
  text,
  label: '',
  source: 'qr',
  page: 1,
  confidence: 1,
})

describe('of a printed and a more trusted value', () => {
  const alike: [key: string, print: string, code: string][] = [
    ['total', '₹1,180.00', '1180'],
    ['invoice_date', '5-Nov-26', '05/11/2026'],
    ['invoice_no', 'vw/118', 'VW/118'],
    ['gstin', '27 ARZPV 1134P1ZQ', '27ARZPV1134P1ZQ'],
  ]
  test.each(alike)('the printed one is proven when both say the same: %s', (key, print, code) => {
    expect(fuseHeads({ [key]: printed(print) }, { [key]: said(code) })[key]).toEqual({
      text: print,
      label: 'As printed',
      source: 'qr',
      page: 2,
      confidence: 1,
    })
  })

  test('the trusted one counts when they disagree, with a doubt that names both', () => {
    const { total } = fuseHeads({ total: printed('1,100.00') }, { total: said('1180') })
    expect(total).toMatchObject({ text: '1180', label: 'As printed', source: 'qr' })
    expect(total?.doubts).toEqual(['The QR code says 1180, the print 1,100.00.'])
  })

  test('each counts where the other says nothing', () => {
    const head = fuseHeads({ vendor_name: printed('A') }, { irn: said('f') })
    expect([head['vendor_name']?.text, head['irn']?.text]).toEqual(['A', 'f'])
  })
})

const document = (lines: ReadDocument['lines']): ReadDocument => ({
  category: 'vendor_invoice',
  kind: 'invoice',
  pages: [1],
  head: {},
  lines,
  columns: {},
})

test('lines come from the more trusted source where it has any', () => {
  const [paper, file] = [document([{ qty: printed('1') }]), document([{ qty: said('2') }])]
  expect(fuseDocuments(paper, file, () => true).lines[0]?.['qty']?.text).toBe('2')
  expect(fuseDocuments(paper, document([]), () => true).lines[0]?.['qty']?.text).toBe('1')
})
