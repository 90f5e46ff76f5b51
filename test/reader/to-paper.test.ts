import { expect, test } from 'bun:test'
import { toStored } from '../../src/paper/paper.ts'
import { normaliseDocument } from '../../src/paper/rules/normalise.ts'
import { compileRules } from '../../src/paper/rules/rules.ts'
import type { ReadDocument, ReadValue } from '../../src/reader/page.ts'
import { toPaper } from '../../src/reader/answer-file.ts'

const value = (text: string, label: string): ReadValue => ({
  text,
  label,
  source: 'text',
  page: 1,
  box: [0.1, 0.2, 0.3, 0.4],
  confidence: 1,
})

const document: ReadDocument = {
  category: 'vendor_invoice',
  kind: 'invoice',
  pages: [1],
  head: {
    invoice_no: value('118', 'Bill No'),
    gstin: value('27ARZPV1134P1ZQ', 'GSTIN'),
    // The same words stand in the buyer's block.
    buyer_gstin: value('27AAKPK4821M1ZD', 'GSTIN'),
    vendor_name: value('Vishal Wholesale', ''),
    total: value('118.00', 'AMT DUE NOW'),
  },
  lines: [
    {
      description: value('Besan', 'Particulars'),
      discount_pct: value('5', 'Disc'),
      qty: value('2', 'Qty'),
    },
    { description: value('Jaggery', 'Particulars') },
  ],
  columns: {},
}

test('what was read is stored under its labels as printed, and comes back under its keys', () => {
  const { raw } = toStored(toPaper(document, [], []))
  expect(Object.keys(raw.invoice_metadata)).toEqual([
    'Bill No',
    'GSTIN',
    'buyer_gstin',
    'vendor_name',
    'total',
  ])
  expect(raw.line_items[0]).toEqual({ Particulars: 'Besan', discount_pct: '5', Qty: '2' })
  const { invoice_metadata: head, line_items: lines } = normaliseDocument(
    raw,
    document.category,
    compileRules([]),
  )
  for (const [key, { text }] of Object.entries(document.head))
    expect(head).toHaveProperty(key, text)
  expect(lines[0]).toMatchObject({ description: 'Besan', discount_pct: '5', qty: 2 })
})

test('each value is explained by its path, with its doubts', () => {
  const doubts = [
    { key: 'total', message: 'It is doubtful.' },
    { key: 'description', line: 1, message: 'It is torn.' },
    { key: '', message: 'A page is missing.' },
  ]
  const { explained: explain } = toStored(toPaper(document, doubts, []))
  expect(explain['invoice_metadata.Bill No']).toEqual({
    source: 'text',
    page: 1,
    box: [0.1, 0.2, 0.3, 0.4],
    confidence: 1,
    doubts: [],
  })
  expect(explain['invoice_metadata.total']?.doubts).toEqual(['It is doubtful.'])
  expect(explain['line_items.0.Particulars']?.doubts).toEqual([])
  expect(explain['line_items.1.Particulars']?.doubts).toEqual(['It is torn.'])
  expect(explain['']?.doubts).toEqual(['A page is missing.'])
})
