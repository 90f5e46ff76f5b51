import { describe, expect, test } from 'bun:test'
import { judge, review } from '../../src/reader/judge.ts'
import type { ReadDocument, ReadValue } from '../../src/reader/page.ts'
import type { Care } from '../../src/reader/sureness.ts'

const ownGstin = '27AAKPK4821M1ZD'
const context = { ownGstin, today: '2026-11-22' }

type Given = Record<string, string | Partial<ReadValue>>

const unsaid: ReadValue = { text: '', label: '', source: 'ocr', confidence: 1 }

function bill(
  given: Given,
  { source = 'ocr', ...more }: Partial<ReadDocument> & { source?: ReadValue['source'] } = {},
): ReadDocument {
  const head = Object.fromEntries(
    Object.entries<string | Partial<ReadValue>>({ ...whole, ...given }).map(([key, value]) => {
      const said = typeof value === 'string' ? { text: value } : value
      return [key, { ...unsaid, source, ...said }]
    }),
  )
  return {
    category: 'vendor_invoice',
    kind: 'invoice',
    pages: [1],
    lines: [{}],
    columns: {},
    ...more,
    head,
  }
}

const whole = {
  vendor_name: 'Vishal Wholesale',
  gstin: '27ARZPV1134P1ZQ',
  buyer_gstin: ownGstin,
  invoice_no: 'VW/25-26/118',
  invoice_date: '05-Nov-2026',
  taxable_value: '4,591.80',
  cgst: '114.80',
  sgst: '114.80',
  round_off: '-0.40',
  total: '4,821.00',
}

test('a bill whose figures fit is successful', () => {
  expect(review(bill({}), context)).toEqual({ status: 'successful', reasons: [], doubts: [] })
})

test('a long number is not doubted that has its letters before its digits', () => {
  expect(judge(bill({ invoice_no: 'BM26271004411223' }), context)).toEqual([])
})

describe('is doubted:', () => {
  const doubtful: [what: string, key: string, given: Given][] = [
    ['a seller without a name of its own', 'vendor_name', { vendor_name: 'Trading Company' }],
    [
      'a total that nothing supports',
      'total',
      { taxable_value: '', cgst: '', sgst: '', round_off: '' },
    ],
    ['a number that a registered seller may not give', 'invoice_no', { invoice_no: 'VW*118' }],
    ['a number that is too long', 'invoice_no', { invoice_no: 'VW/2025-26/000118' }],
    [
      'a number with a letter among digits that looks like one',
      'invoice_no',
      { invoice_no: 'BM262S1004' },
    ],
    [
      'a number with a digit among letters that looks like one',
      'invoice_no',
      { invoice_no: 'BM0L/26' },
    ],
    [
      'terms of payment that say neither when nor how',
      'payment_terms',
      { payment_terms: 'Vehicle' },
    ],
    ['a bill of this shop itself', 'gstin', { gstin: ownGstin }],
    ['a GSTIN of another state than the printed one', 'gstin', { state: 'Gujarat' }],
    [
      'a date that was hard to read',
      'invoice_date',
      { invoice_date: { text: '05-Nov-2026', confidence: 0.7 } },
    ],
    [
      'what the reader doubted',
      'gstin',
      { gstin: { text: '27ARZPV1134P1ZQ', doubts: ['Put right.'] } },
    ],
  ]
  test.each(doubtful)('%s', (_, key, given) => {
    expect(judge(bill(given), context).map((doubt) => doubt.key)).toEqual([key])
  })

  test('a paper that is no bill', () => {
    const challan = bill({ document_type: 'DELIVERY CHALLAN' }, { kind: 'other' })
    expect(judge(challan, context)).toEqual([
      { key: '', message: '“DELIVERY CHALLAN” is no bill: nothing is to be booked from it.' },
    ])
  })

  test('a line without a name where other lines have one', () => {
    const line = { qty: { ...unsaid, text: '2' } }
    const named = { ...line, product_name: { ...unsaid, text: 'Sugar' } }
    const doubts = judge(bill({}, { lines: [line, named] }), context)
    expect(doubts).toMatchObject([{ key: 'description', line: 0 }])
    expect(judge(bill({}, { lines: [named, named] }), context)).toEqual([])
    expect(judge(bill({}, { lines: [line, line] }), context)).toEqual([])
  })

  test('a bill that is there already', () => {
    const doubts = judge(bill({}), { ...context, alreadyThere: 'bill.pdf' })
    expect(doubts.map(({ message }) => message)).toEqual([
      'Bill number: VW/25-26/118 of this seller is there already (bill.pdf).',
    ])
  })

  test('a total that its words contradict, and the words', () => {
    const given = { amount_in_words: 'Four Thousand Eight Hundred Only' }
    expect(judge(bill(given), context).map(({ key }) => key)).toEqual(['total', 'amount_in_words'])
  })

  test('a paper of which no line was read', () => {
    expect(judge(bill({}, { lines: [] }), context)).toEqual([
      { key: '', message: 'No line of the paper could be read.' },
    ])
  })

  test('a total of a PDF that nothing else supports', () => {
    const given = { taxable_value: '', cgst: '', sgst: '', round_off: '' }
    expect(judge(bill(given, { source: 'text' }), context)).toMatchObject([{ key: 'total' }])
  })

  test('a cell of a line, at its line', () => {
    const cell = { text: '12', label: 'Qty', source: 'ocr', confidence: 0.4 } as const
    expect(judge(bill({}, { lines: [{}, { qty: cell }] }), context)).toMatchObject([
      { key: 'qty', line: 1 },
    ])
  })
})

describe('is not doubted:', () => {
  const fine: [what: string, given: Given][] = [
    [
      'a total that its words say',
      { taxable_value: '', amount_in_words: 'INR Four Thousand Eight Hundred Twenty One Only' },
    ],
    ['words that cannot be read', { amount_in_words: 'Four Thousand Rice' }],
    ['a number of a seller without registration', { gstin: '', invoice_no: 'Bill No. 12 (b)' }],
  ]
  test('a cell that was hard to read, if quantity × rate = amount proves it', () => {
    const unsure = { ...unsaid, label: 'Qty', confidence: 0.4 }
    const line = {
      qty: { ...unsure, text: '12' },
      rate: { ...unsaid, text: '45.50' },
      amount: { ...unsaid, text: '546.00' },
    }
    const doubtful = { ...line, amount: { ...unsaid, text: '545.00' } }
    const keysOf = (one: typeof line) => judge(bill({}, { lines: [one] }), context)
    expect(keysOf(line).filter(({ key }) => key === 'qty')).toEqual([])
    expect(keysOf(doubtful).filter(({ key }) => key === 'qty')).toHaveLength(1)
  })

  test('a value for which little speaks, if the shop wants less care', () => {
    const weak = {
      text: 'VW/25-26/118',
      confidence: 0.875,
      reason: 'It stands behind “Ref” alone.',
    }
    const reasonsWith = (care: Care) =>
      judge(bill({ invoice_no: weak }), { ...context, care }).map(({ message }) => message)
    expect(reasonsWith('careful')).toEqual(['It stands behind “Ref” alone.'])
    expect(reasonsWith('usual')).toEqual([])
    const first = { text: 'Vishal Wholesale', confidence: 0.72, reason: 'It stands first.' }
    const isAsked = (care: Care) =>
      judge(bill({ vendor_name: first }), { ...context, care }).length > 0
    expect([isAsked('usual'), isAsked('quick')]).toEqual([true, false])
  })

  test.each(fine)('%s', (_, given) => {
    expect(judge(bill(given), context)).toEqual([])
  })

  test('a total of a PDF that its words say', () => {
    const words = 'INR Four Thousand Eight Hundred Twenty One Only'
    const given = { taxable_value: '', cgst: '', sgst: '', round_off: '', amount_in_words: words }
    expect(judge(bill(given, { source: 'text' }), context)).toEqual([])
  })
})

test('what a check contradicts fails as well, with all that was read kept', () => {
  const { status, doubts } = review(bill({ gstin: '27ARZPV1134P1ZX' }), context)
  expect(status).toBe('failed')
  expect(doubts.map(({ key }) => key)).toContain('gstin')
})
