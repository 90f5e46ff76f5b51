import { describe, expect, test } from 'bun:test'
import {
  draftOf,
  newField,
  newLine,
  rawOf,
  type Draft,
  typedValues,
} from '../../../../src/console/web/pages/documents/draft.ts'

const read = {
  invoice_metadata: { 'Bill No': 'A-1', Total: 1180.5, Tax: { cgst: 9 }, Remark: null },
  line_items: [
    { Item: 'Rice', Qty: 2 },
    { Item: 'Dal', Note: '' },
  ],
}

describe('a document that is being corrected', () => {
  test('stays as it was read where nobody touched it', () => {
    expect(rawOf(draftOf(read, 'vendor_invoice'))).toEqual({ raw: read })
  })

  test('has what was typed, and not what was emptied', () => {
    const draft = draftOf(read, 'vendor_invoice')
    const head = draft.head.map((field) => {
      if (field.label === 'Total') return { ...field, text: '1,200.00' }
      return field.label === 'Bill No' ? { ...field, text: ' ' } : field
    })
    expect(rawOf({ ...draft, head, lines: draft.lines.slice(1) })).toEqual({
      raw: {
        invoice_metadata: { Total: '1,200.00', Tax: { cgst: 9 }, Remark: null },
        line_items: [{ Item: 'Dal', Note: '' }],
      },
    })
  })

  test('begins with the fields that such a paper has, and lines that are empty are none', () => {
    const draft = draftOf(null, 'bank_entry')
    expect(draft.head.map(({ label }) => label)).toContain('Account no')
    expect(draft.columns.map(({ label }) => label)).toContain('Narration')
    expect(rawOf({ ...draft, lines: [newLine(), newLine()] })).toEqual({
      problem: 'Type in at least one field.',
    })
  })

  test('is not sent with two fields of one name, or a value without one', () => {
    const draft = draftOf(read, 'vendor_invoice')
    const add = (label: string) => ({
      ...draft,
      head: [...draft.head, { ...newField(), label, text: 'x' }],
    })
    expect(rawOf(add(' Total '))).toEqual({
      problem: 'Two fields are called “Total”: give one another name.',
    })
    expect(rawOf(add(' '))).toEqual({
      problem: 'A field has a value and no name: give it one, or empty it.',
    })
    expect(rawOf({ ...draft, head: [...draft.head, newField()] })).toEqual({ raw: read })
  })
})

const readTyped = {
  invoice_metadata: { 'Bill No': 'A-1', Total: 5, Notes: ['a'] },
  line_items: [{ Qty: '2' }, { Qty: '2' }],
}

const labelled = (draft: Draft, label: string, text: string): Draft => ({
  ...draft,
  head: draft.head.map((field) => (field.label === label ? { ...field, text } : field)),
})

describe('what was typed into a draft', () => {
  test('is nothing as long as it stands as it was read', () => {
    expect(typedValues(draftOf(readTyped, 'vendor_invoice'))).toEqual([])
    expect(typedValues(draftOf(null, 'vendor_invoice'))).toEqual([])
  })

  test('is each changed value once, with the place where its label stands', () => {
    const draft = labelled(draftOf(readTyped, 'vendor_invoice'), 'Total', 'abc')
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
