import { describe, expect, test } from 'bun:test'
import { changed, type Change } from '../../../../../src/console/pages/documents/form/changes.ts'
import { nothingRead, paperWith } from './typed-paper.ts'
import { draftOf, type Draft } from '../../../../../src/console/pages/documents/form/draft.ts'
import { kindNamed } from '../../../../../src/console/pages/documents/form/kinds.ts'
import {
  after,
  before,
  beside,
  columnsOf,
} from '../../../../../src/console/pages/documents/form/places.ts'

const kind = kindNamed('invoice')
const start = draftOf(nothingRead, 'vendor_invoice')
const line = start.lines[0]?.id ?? ''
const never = () => false
const draftWith = (...changes: Change[]): Draft => changes.reduce(changed, start)
const head = (key: string) => ({ line: null, key })
const cell = (key: string) => ({ line, key })
const type = (key: string, text: string): Change => ({ type: 'cell', line, key, text })

describe('Enter', () => {
  test('goes through the fields that every bill has, then into the lines', () => {
    expect(after(start, kind, head('vendor_name'), never)).toEqual(head('gstin'))
    expect(after(start, kind, head('total'), never)).toEqual(cell('description'))
    expect(after(start, kind, head('payment_terms'), never)).toEqual(cell('description'))
  })

  test('passes what a proposal filled in, and the discount beside it', () => {
    const seller: Change = { type: 'fill', line: null, values: { gstin: 'X' }, note: 'last bill' }
    expect(after(draftWith(seller), kind, head('vendor_name'), never)).toEqual(head('invoice_no'))
    const values = { hsn: '1006', unit: 'kg', rate: '50', gst_rate: '5' }
    const item = draftWith(type('description', 'Rice'), {
      type: 'fill',
      line,
      values,
      note: 'last bill',
    })
    expect(after(item, kind, cell('description'), never)).toEqual(cell('qty'))
    expect(after(item, kind, cell('qty'), ({ key }) => key === 'amount')).toBe('new line')
  })

  test('goes through each cell of a line that is typed, and passes a computed amount', () => {
    const draft = draftWith(type('description', 'Rice'))
    expect(after(draft, kind, cell('description'), never)).toEqual(cell('hsn'))
    expect(after(draft, kind, cell('rate'), never)).toEqual(cell('discount'))
    expect(after(draft, kind, cell('gst_rate'), never)).toEqual(cell('amount'))
    expect(after(draft, kind, cell('gst_rate'), ({ key }) => key === 'amount')).toBe('new line')
  })

  test('passes the credit of what was debited', () => {
    const bank = kindNamed('statement')
    expect(after(start, bank, cell('debit'), never)).toEqual(cell('credit'))
    expect(after(draftWith(type('debit', '5')), bank, cell('debit'), never)).toEqual(
      cell('balance'),
    )
  })

  test('goes to the line below, and from an empty line out of the lines', () => {
    const draft = draftWith(type('amount', '5'), { type: 'add line', id: 'below', after: null })
    expect(after(draft, kind, cell('amount'), never)).toEqual({ line: 'below', key: 'description' })
    const empty = { line: 'below', key: 'description' }
    expect(after(draft, kind, empty, never)).toEqual(head('taxable_value'))
    expect(after(draft, kind, head('round_off'), never)).toBe('end')
  })
})

describe('the way back', () => {
  test('leads through every cell, also one that was passed', () => {
    expect(before(start, kind, cell('description'))).toEqual(head('total'))
    expect(before(start, kind, cell('rate'))).toEqual(cell('unit'))
    expect(before(start, kind, head('vendor_name'))).toBeUndefined()
  })

  test('leads up and down a column', () => {
    const draft = draftWith({ type: 'add line', id: 'below', after: null })
    expect(beside(draft, cell('qty'), 1)).toEqual({ line: 'below', key: 'qty' })
    expect(beside(draft, cell('qty'), -1)).toBeUndefined()
    expect(beside(draft, head('total'), 1)).toBeUndefined()
  })
})

describe('the columns', () => {
  test('are those of the kind, then what else was read, then those under a label of their own', () => {
    const raw = {
      invoice_metadata: {},
      line_items: [{ Item: 'Rice', Batch: 'B1', Shelf: '4', 'S.No': 1 }],
    }
    const printed = { Item: 'product_name', Batch: 'batch_no', 'S.No': 'sl_no' }
    const draft = draftOf(
      { ...nothingRead, read: paperWith({ raw, keys: { metadata: {}, line: printed } }) },
      'vendor_invoice',
    )
    expect(columnsOf(kind, draft).map(({ label }) => label)).toEqual([
      'Item',
      'HSN',
      'Quantity',
      'Unit',
      'Rate',
      'Discount',
      'GST %',
      'Amount',
      'Batch',
      'Shelf',
    ])
  })
})
