import { describe, expect, test } from 'bun:test'
import { draftOf, type Draft } from '../../../../src/console/web/pages/documents/draft.ts'
import { typedValues } from '../../../../src/console/web/pages/documents/typed-values.ts'

const read = {
  invoice_metadata: { 'Bill No': 'A-1', Total: 5, Notes: ['a'] },
  line_items: [{ Qty: '2' }, { Qty: '2' }],
}

const labelled = (draft: Draft, label: string, text: string): Draft => ({
  ...draft,
  head: draft.head.map((field) => (field.label === label ? { ...field, text } : field)),
})

describe('what was typed into a draft', () => {
  test('is nothing as long as it stands as it was read', () => {
    expect(typedValues(draftOf(read, 'vendor_invoice'))).toEqual([])
    expect(typedValues(draftOf(null, 'vendor_invoice'))).toEqual([])
  })

  test('is each changed value once, with the place where its label stands', () => {
    const draft = labelled(draftOf(read, 'vendor_invoice'), 'Total', 'abc')
    const lines = draft.lines.map((line) => ({
      ...line,
      cells: Object.fromEntries(
        Object.entries(line.cells).map(([id, cell]) => [id, { ...cell, text: 'two' }]),
      ),
    }))
    expect(typedValues({ ...draft, lines })).toEqual([
      { place: 'metadata', label: 'Total', text: 'abc' },
      { place: 'line', label: 'Qty', text: 'two' },
    ])
  })

  test('is not looked at where it has no label, or is too long to be a date or a number', () => {
    const draft = draftOf({ invoice_metadata: { Notes: '' }, line_items: [] }, 'vendor_invoice')
    expect(typedValues(labelled(draft, 'Notes', 'x'.repeat(500)))).toEqual([])
    const [field] = draft.head
    if (field === undefined) throw new Error('The draft has no field.')
    expect(typedValues({ ...draft, head: [{ ...field, label: ' ', text: 'x' }] })).toEqual([])
  })
})
