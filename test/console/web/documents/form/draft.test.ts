import { describe, expect, test } from 'bun:test'
import {
  changed,
  ofCategory,
  type Change,
} from '../../../../../src/console/pages/documents/form/changes.ts'
import {
  draftOf,
  rawOf,
  type Draft,
} from '../../../../../src/console/pages/documents/form/draft.ts'
import { nothingRead, paperWith } from './typed-paper.ts'
import { kindNamed } from '../../../../../src/console/pages/documents/form/kinds.ts'

const raw = {
  invoice_metadata: { 'Inv No.': 'A-1', Total: 1180.5, Tax: { cgst: 9 }, Remark: null },
  line_items: [
    { Item: 'Rice', Qty: 2 },
    { Item: 'Dal', Note: '' },
  ],
}
const keys = {
  metadata: { 'Inv No.': 'invoice_no', Total: 'total', 'Grand Total': 'total' },
  line: { Item: 'product_name', Qty: 'qty' },
}
const read = { read: paperWith({ raw, keys }), typed: null }
const empty = nothingRead

const after = (draft: Draft, ...changes: Change[]) => changes.reduce(changed, draft)
const ids = ({ lines }: Draft) => lines.map(({ id }) => id)
const firstLine = (draft: Draft) => draft.lines[0]?.id ?? ''

describe('a document that is typed in', () => {
  test('stays as it was read where nobody touched it', () => {
    expect(rawOf(draftOf(read, 'vendor_invoice'))).toEqual({ raw })
  })

  test('is the same where somebody only goes through it: nothing was typed', () => {
    const draft = draftOf(read, 'vendor_invoice')
    const line = firstLine(draft)
    expect(changed(draft, { type: 'accept', line: null, key: 'invoice_no' })).toBe(draft)
    expect(changed(draft, { type: 'accept', line, key: 'qty' })).toBe(draft)
    const note = 'as on the last bill'
    const filled = after(draft, { type: 'fill', line: null, values: { gstin: 'X' }, note })
    expect(filled.head['gstin']?.note).toBe(note)
    const key = 'gstin'
    expect(changed(filled, { type: 'accept', line: null, key }).head[key]?.note).toBeUndefined()
  })

  test('has each value in the field that its label stands for, and the rest beside them', () => {
    const draft = draftOf(read, 'vendor_invoice')
    expect(draft.head['invoice_no']).toMatchObject({ text: 'A-1', label: 'Inv No.' })
    expect(draft.others.map(({ label }) => label)).toEqual(['Tax', 'Remark'])
    expect(draft.lines[0]?.cells['qty']).toMatchObject({ text: '2', label: 'Qty' })
    expect(draft.columns.map(({ label }) => label)).toEqual(['Note'])
  })

  test('has what was typed under the label of the paper, and not what was emptied', () => {
    const draft = draftOf(read, 'vendor_invoice')
    const typed = after(
      draft,
      { type: 'head', key: 'total', text: '1,200.00' },
      { type: 'head', key: 'invoice_no', text: ' ' },
      { type: 'remove line', line: firstLine(draft) },
    )
    expect(rawOf(typed)).toEqual({
      raw: {
        invoice_metadata: { Total: '1,200.00', Tax: { cgst: 9 }, Remark: null },
        line_items: [{ Item: 'Dal', Note: '' }],
      },
    })
  })

  test('has what was not printed under the canonical key', () => {
    const draft = draftOf(empty, 'bank_entry')
    const typed = after(
      draft,
      { type: 'head', key: 'account_no', text: '4761' },
      { type: 'cell', line: firstLine(draft), key: 'debit', text: '12 ' },
      { type: 'add line', id: 'blank', after: null },
    )
    expect(rawOf(typed)).toEqual({
      raw: { invoice_metadata: { account_no: '4761' }, line_items: [{ debit: '12' }] },
    })
    expect(rawOf(draft)).toEqual({ problem: 'Type in at least one field.' })
  })

  test('keeps both of two values for one field, the first that says something in it', () => {
    const twice = {
      invoice_metadata: { Total: '', 'Grand Total': '5', constructor: 'x' },
      line_items: [],
    }
    const draft = draftOf({ read: null, typed: paperWith({ raw: twice, keys }) }, 'vendor_invoice')
    expect(draft.head['total']).toMatchObject({ text: '5', label: 'Grand Total' })
    expect(draft.others.map(({ label }) => label)).toEqual(['Total', 'constructor'])
    expect(rawOf(draft)).toEqual({ raw: twice })
  })

  test('is not sent with two fields of one name, or a value without one', () => {
    const draft = draftOf(read, 'vendor_invoice')
    const add = (label: string) =>
      after(
        draft,
        { type: 'add other', id: 'new' },
        { type: 'other', id: 'new', changed: { label, text: 'x' } },
      )
    expect(rawOf(add(' Total '))).toEqual({
      problem: 'Two fields are called “Total”: give one another name.',
    })
    expect(rawOf(add(' '))).toEqual({
      problem: 'A field has a value and no name: give it one, or empty it.',
    })
    expect(rawOf(after(draft, { type: 'add other', id: 'new' }))).toEqual({ raw })
  })

  test('tells its kind, and takes what was typed along to another', () => {
    const note = { invoice_metadata: { document_type: 'CREDIT NOTE' }, line_items: [] }
    const same = { metadata: { document_type: 'document_type' }, line: {} }
    expect(
      draftOf({ ...empty, read: paperWith({ raw: note, keys: same }) }, 'vendor_invoice').kind,
    ).toBe('credit note')
    const bill = after(draftOf(empty, 'vendor_invoice'), {
      type: 'head',
      key: 'invoice_no',
      text: '7',
    })
    expect(bill.kind).toBe('invoice')
    const debit = after(bill, { type: 'kind', kind: kindNamed('debit note') })
    expect(rawOf(debit)).toEqual({
      raw: { invoice_metadata: { invoice_no: '7', document_type: 'Debit note' }, line_items: [] },
    })
    const back = after(debit, { type: 'kind', kind: kindNamed('invoice') })
    expect(rawOf(back)).toEqual(rawOf(bill))
    const order = after(bill, { type: 'kind', kind: kindNamed('purchase order') })
    expect(order.head).toMatchObject({ po_no: { text: '7' } })
    expect(ofCategory(bill, 'purchase_order')).toEqual(order)
    expect(ofCategory(bill, 'vendor_invoice')).toBe(bill)
  })
})

describe('what is proposed', () => {
  const draft = after(draftOf(empty, 'vendor_invoice'), { type: 'head', key: 'gstin', text: 'X' })
  const fill = {
    type: 'fill',
    line: null,
    values: { gstin: 'Y', state: 'Goa', payment_terms: '' },
    note: 'as on the last bill',
  } as const

  test('fills what is empty, never what was typed, and says where it is from', () => {
    expect(after(draft, fill).head).toEqual({
      gstin: { text: 'X' },
      state: { text: 'Goa', note: 'as on the last bill' },
    })
  })

  test('is nobody’s proposal any more when it was agreed to or typed over', () => {
    const accepted = after(draft, fill, { type: 'accept', line: null, key: 'state' })
    expect(accepted.head['state']).toEqual({ text: 'Goa' })
    const typed = after(draft, fill, { type: 'head', key: 'state', text: 'Kerala' })
    expect(typed.head['state']).toEqual({ text: 'Kerala' })
  })
})

describe('the lines', () => {
  const start = draftOf(empty, 'vendor_invoice')
  const one = firstLine(start)
  const draft = after(
    start,
    { type: 'cell', line: one, key: 'qty', text: '2' },
    { type: 'add line', id: 'two', after: one },
    { type: 'add line', id: 'three', after: one },
  )

  test('come where they were asked for, move, and go', () => {
    expect(ids(draft)).toEqual([one, 'three', 'two'])
    expect(ids(after(draft, { type: 'move line', line: 'two', by: -1 }))).toEqual([
      one,
      'two',
      'three',
    ])
    expect(ids(after(draft, { type: 'move line', line: one, by: -1 }))).toEqual(ids(draft))
    expect(ids(after(draft, { type: 'remove line', line: 'three' }))).toEqual([one, 'two'])
    expect(after(start, { type: 'remove line', line: one }).lines).toHaveLength(1)
  })

  test('repeat the cell above', () => {
    const repeated = after(draft, { type: 'repeat above', line: 'three', key: 'qty' })
    expect(repeated.lines[1]?.cells).toEqual({ qty: { text: '2' } })
    expect(after(draft, { type: 'repeat above', line: one, key: 'qty' })).toEqual(draft)
  })
})
