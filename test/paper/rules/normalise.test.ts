import { describe, expect, test } from 'bun:test'
import { normaliseDocument } from '../../../src/paper/rules/normalise.ts'
import { compileRules } from '../../../src/paper/rules/rules.ts'
import { label, lineOf, metadataOf, nothingRead, value } from './normalise-one.ts'

test('a printed bill comes out under canonical keys, cleaned and typed', () => {
  const raw = {
    invoice_metadata: {
      'M/s': 'ACME  Traders',
      'GSTIN/UIN': '27 aapfu0939f1zv',
      'Bill No.': ' INV/7 ',
      Dated: '05/11/2026',
      'Place of Supply': 'mh',
      'Grand Total': '₹1,23,456.00',
    },
    line_items: [
      {
        Particulars: 'Basmati rice',
        'HSN/SAC': 1006,
        Qty: '12 Nos',
        Rate: '₹1,180.50',
        Amount: 14166,
      },
    ],
  }
  const rules = compileRules([value('place_of_supply', 'MH', 'Maharashtra')])
  expect(normaliseDocument(raw, 'vendor_invoice', rules)).toEqual({
    invoice_metadata: {
      vendor_name: 'ACME  Traders',
      gstin: '27AAPFU0939F1ZV',
      invoice_no: 'INV/7',
      invoice_date: '2026-11-05',
      place_of_supply: 'Maharashtra',
      total: '₹1,23,456.00',
      name: 'ACME  Traders',
    },
    line_items: [
      { description: 'Basmati rice', hsn: '1006', qty: 12, rate: 1180.5, amount: 14166 },
    ],
  })
})

test('a row of a bank statement comes out under the names that the decisions give', () => {
  const row = {
    Date: '05/11/26',
    'Value Dt': '06/11/26',
    Narration: 'UPI/ACME/1',
    'Chq./Ref.No.': '0000123',
    'Withdrawal Amt.': '1,200.00',
    'Deposit Amt.': '',
    'Closing Balance': '5,000.00 Dr',
  }
  expect(lineOf(row, [], 'bank_entry')).toEqual({
    date: '2026-11-05',
    value_date: '2026-11-06',
    narration: 'UPI/ACME/1',
    reference: '0000123',
    debit: 1200,
    balance: -5000,
  })
})

describe('label rules', () => {
  test('match after normalising: NFKC, case, white space, and _ - . : # / ( ) as spaces', () => {
    const rules = [label('inv_num', 'ref')]
    for (const raw of [
      'inv_num',
      'Inv. Num',
      'INV NUM',
      ' inv  num:',
      'ｉｎｖ＃ｎｕｍ',
      '(Inv/Num)',
    ]) {
      expect(metadataOf({ [raw]: 'x' }, rules)).toEqual({ ref: 'x', ...nothingRead })
    }
    expect(metadataOf({ 'inv+num': 'x' }, rules)).toEqual({ 'inv+num': 'x', ...nothingRead })
  })

  test('deliver the clean side exactly as typed', () => {
    expect(lineOf({ gate: 1 }, [label('Gate', ' Gate  Pass-No. ')])).toEqual({
      ' Gate  Pass-No. ': 1,
    })
  })

  test("come in this order: the organisation's for the category, its general ones, the built-in ones", () => {
    const general = label('Bill No', 'general')
    const own = label('bill_no', 'own', 'vendor_invoice')
    expect(metadataOf({ 'Bill No.': '7' })).toMatchObject({ invoice_no: '7' })
    expect(metadataOf({ 'Bill No.': '7' }, [general])).toMatchObject({
      general: '7',
      invoice_no: '',
    })
    expect(metadataOf({ 'Bill No.': '7' }, [general, own])).toMatchObject({ own: '7' })
    expect(metadataOf({ 'Bill No.': '7' }, [general, own], 'purchase_order')).toMatchObject({
      general: '7',
    })
  })

  test('of one category for the same label count in their order', () => {
    expect(lineOf({ a: 1 }, [label('A', 'first'), label('a', 'second')])).toEqual({ first: 1 })
  })

  test('apply to the metadata and to every line, at their top level only', () => {
    const rules = [label('gate', 'gate_no')]
    expect(metadataOf({ gate: { gate: 1 } }, rules)).toMatchObject({ gate_no: { gate: 1 } })
    expect(lineOf({ gate: [{ gate: 1 }] }, rules)).toEqual({ gate_no: [{ gate: 1 }] })
  })

  test('apply once: a canonical key is not renamed again', () => {
    expect(lineOf({ a: 1 }, [label('a', 'b'), label('b', 'c')])).toEqual({ b: 1 })
  })

  test('a label that no rule knows stays as it is', () => {
    expect(lineOf({ ' Gate-Pass ': 'x', '': 'y' })).toEqual({ ' Gate-Pass ': 'x', '': 'y' })
  })
})

describe('labels that meet on one key', () => {
  test('the first non-empty value in document order takes it, another stays under its raw label', () => {
    expect(metadataOf({ 'Bill No.': 'A', 'Invoice #': 'B', 'Inv No': 'C' })).toEqual({
      ...nothingRead,
      invoice_no: 'A',
      'Invoice #': 'B',
      'Inv No': 'C',
    })
  })

  test('an empty one is dropped, before and after', () => {
    const raw = { 'Bill No.': '', 'Invoice #': null, 'Inv No': ' ', 'Voucher No': 'A', Invoice: '' }
    expect(metadataOf(raw)).toEqual({ ...nothingRead, invoice_no: 'A' })
  })

  test('zero and false are values', () => {
    expect(lineOf({ Flag: false, flag_: 1 }, [label('flag', 'f')])).toEqual({ f: false, flag_: 1 })
    expect(lineOf({ Qty: 0, Quantity: 5 })).toEqual({ qty: 0, Quantity: 5 })
  })

  test('when all are empty the first stays', () => {
    expect(lineOf({ A: '', a: null }, [label('a', 'b')])).toEqual({ b: '' })
  })

  test('labels that differ only in case are made distinct: some programs know but one of them', () => {
    expect(lineOf({ qty: 7, Qty: 5 })).toEqual({ qty: 7, 'Qty (2)': 5 })
    expect(lineOf({ Zed: 1, ZED: 2, zed: 3 })).toEqual({ Zed: 1, 'ZED (2)': 2, 'zed (3)': 3 })
    expect(lineOf({ zed: 1, Other: 2 }, [label('Other', 'Zed')])).toEqual({ 'zed (2)': 1, Zed: 2 })
    expect(lineOf({ Zed: 1, 'zed (2)': 2, zed: 3 })).toEqual({ Zed: 1, 'zed (2)': 2, 'zed (3)': 3 })
    expect(lineOf({ Zed: 1, zed: '' })).toEqual({ Zed: 1, 'zed (2)': '' })
  })

  test('another one whose raw label is the key itself gets (2)', () => {
    expect(lineOf({ Qty: 5, qty: 7 })).toEqual({ qty: 5, 'qty (2)': 7 })
    expect(lineOf({ qty: 7, Quantity: 5 })).toEqual({ qty: 7, Quantity: 5 })
  })

  test('no value is lost when its raw label, or that with (2), is taken', () => {
    const raw = { Pieces: 1, b: 2, 'b (2)': 3, 'b (3)': 4 }
    expect(lineOf(raw, [label('pieces', 'b')])).toEqual({
      b: 1,
      'b (2)': 3,
      'b (3)': 4,
      'b (4)': 2,
    })
    const swapped = { Total: 5, amount: 6, 'Line Total': 7 }
    expect(lineOf(swapped, [label('amount', 'total')])).toEqual({
      total: 5,
      amount: 7,
      'amount (2)': 6,
    })
  })

  test('one that stays under its raw label is delivered as read: no value rule is for it', () => {
    const rules = [label('a', 'k'), label('b', 'k'), value('k', 'x', 'clean')]
    expect(lineOf({ a: 'x', b: 'x' }, rules)).toEqual({ k: 'clean', b: 'x' })
  })

  // Counting up to the free number for each took minutes.
  test('may be very many: each has a number of its own, at once', () => {
    const count = 30_000
    const spelt = Array.from({ length: count }, (_, at) =>
      Array.from({ length: 15 }, (_bit, bit) => ((at >> bit) & 1 ? 'é' : 'e\u0301')).join(''),
    )
    const read = metadataOf(Object.fromEntries(spelt.map((text, at) => [text, at])))
    const plain = 'é'.repeat(15)
    expect(Object.keys(read)).toHaveLength(count + Object.keys(nothingRead).length)
    expect([read[plain], read[`${plain} (2)`]]).toEqual([0, 1])
    expect(read[`${plain} (${count})`]).toBe(count - 1)
  })
})

describe('value rules', () => {
  test('match key and value after normalising, and deliver the clean side exactly as typed', () => {
    const rules = [value('Place-of_Supply', ' maharastra ', ' Maharashtra  (27)')]
    for (const raw of ['Maharastra', 'MAHARASTRA', ' maharastra', 'ｍaharastra']) {
      expect(metadataOf({ 'Place of Supply': raw }, rules)).toMatchObject({
        place_of_supply: ' Maharashtra  (27)',
      })
    }
    expect(metadataOf({ 'Place of Supply': 'Maha-rastra' }, rules)).toMatchObject({
      place_of_supply: 'Maha-rastra',
    })
  })

  test('of the category come before those for all', () => {
    const rules = [value('state', 'mh', 'all'), value('state', 'MH', 'bills', 'vendor_invoice')]
    expect(metadataOf({ state: 'mh' }, rules)).toMatchObject({ state: 'bills' })
    expect(metadataOf({ state: 'mh' }, rules, 'bank_entry')).toMatchObject({ state: 'all' })
  })

  test('apply to texts, numbers and booleans, not to null, lists and objects', () => {
    const rules = [
      value('k', '12', 'twelve'),
      value('k', 'true', 'yes'),
      value('k', 'null', 'no'),
      value('k', '1', 'one'),
    ]
    expect(lineOf({ k: 12 }, rules)).toEqual({ k: 'twelve' })
    expect(lineOf({ k: true }, rules)).toEqual({ k: 'yes' })
    expect(lineOf({ k: null }, rules)).toEqual({ k: null })
    expect(lineOf({ k: [1] }, rules)).toEqual({ k: [1] })
  })

  test('apply once: a clean value is not cleaned again', () => {
    expect(lineOf({ k: 'a' }, [value('k', 'a', 'b'), value('k', 'b', 'c')])).toEqual({ k: 'b' })
  })

  test('come after label rules and before types', () => {
    const rules = [label('Count', 'qty'), value('qty', 'one dozen', '12 Nos')]
    expect(lineOf({ Count: 'One  Dozen' }, rules)).toEqual({ qty: 12 })
  })

  test('are for the metadata and for every line', () => {
    const rules = [value('unit', 'pc', 'Nos')]
    expect(lineOf({ UOM: 'PC' }, rules)).toEqual({ unit: 'Nos' })
    expect(metadataOf({ unit: 'PC' }, rules)).toMatchObject({ unit: 'Nos' })
  })
})
