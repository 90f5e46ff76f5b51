import { describe, expect, test } from 'bun:test'
import { changeRules } from '../../../../src/services/scan-export/service.ts'
import { doubtfulValues } from '../../../../src/services/scan-export/scans/doubtful-values.ts'
import { scanService } from '../../../support/scan-service.ts'

type Typed = Parameters<typeof doubtfulValues>[2][number]
type Doubt = ReturnType<typeof doubtfulValues>[number]['doubt']

const head = (label: string, text: string): Typed => ({ place: 'metadata', label, text })
const line = (label: string, text: string): Typed => ({ place: 'line', label, text })

describe('a typed value', () => {
  const doubtful: [Typed, Doubt][] = [
    [head('Bill date', '99/99/9999'), 'date'],
    [head('Due Date', 'soon'), 'date'],
    [head('GSTIN', 'NOTAGSTIN'), 'gstin'],
    [head("Buyer's GSTIN", '27AAPFU0939F1ZZ'), 'gstin'],
    [head('Grand Total', 'abc'), 'number'],
    [line('Amount', 'ten'), 'number'],
    [line('Qty', 'a few'), 'number'],
  ]

  test.each(doubtful)('that does not look right is pointed out: %p', async (value, doubt) => {
    await using service = scanService()
    const doubts = doubtfulValues(service.deps, 'vendor_invoice', [value])
    expect(doubts.map((found) => found.doubt)).toEqual([doubt])
  })

  test('that looks right, or that may be anything, is not', async () => {
    await using service = scanService()
    const typed = [
      head('Bill date', '5-Nov-26'),
      head('GSTIN', ' 27aapfu0939f1zv '),
      head('Grand Total', '₹1,23,456.50'),
      head('Bill no', 'abc'),
      head('Amount in words', 'Ten only'),
      head('Total', ' '),
      line('Qty', '12 Nos'),
      line('Discount', '5%'),
    ]
    expect(doubtfulValues(service.deps, 'vendor_invoice', typed)).toEqual([])
  })

  test('is judged by the rules of the shop and the kind of paper', async () => {
    await using service = scanService()
    const typed = [head('Statement from', 'x'), line('Withdrawal', 'x'), line('Kitna', 'x')]
    const doubts = () =>
      doubtfulValues(service.deps, 'bank_entry', typed).map(({ label, doubt }) => [label, doubt])
    expect(doubts()).toEqual([
      ['Statement from', 'date'],
      ['Withdrawal', 'number'],
    ])
    await changeRules(service.deps, [
      { type: 'label', from: 'Kitna', to: 'amount', category: null },
      { type: 'value', key: 'debit', from: 'x', to: '100', category: null },
    ])
    expect(doubts()).toEqual([
      ['Statement from', 'date'],
      ['Kitna', 'number'],
    ])
  })
})
