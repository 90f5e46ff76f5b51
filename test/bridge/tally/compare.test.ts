import { describe, expect, test } from 'bun:test'
import type { Entered } from '../../../src/bridge/books.ts'
import { differences } from '../../../src/bridge/tally/compare.ts'
import { mappings, plain, voucherOf } from '../../support/bill-vouchers.ts'

const voucher = voucherOf(plain)

/** The voucher as the books answer it, and what is otherwise there. */
function entered(more: Partial<Entered> = {}): Entered {
  const { date, party, reference, voucherType } = voucher
  return {
    guid: 'g',
    masterId: 1,
    alterId: 1,
    voucherNo: '118',
    voucherType,
    date,
    isCancelled: false,
    isOptional: false,
    party,
    reference,
    narration: '',
    entries: voucher.entries.map(({ ledger, paise }) => ({ ledger, paise })),
    items: [],
    ...more,
  }
}

describe('what is read back', () => {
  test('agrees, whatever the case and the space of its names, and in however many lines', () => {
    expect(differences(voucher, entered())).toEqual([])
    const entries = [
      { ledger: 'SHREE-TRADERS ', paise: -105_000 },
      { ledger: 'purchase', paise: 60_000 },
      { ledger: 'Purchase', paise: 40_000 },
      { ledger: 'Input/CGST', paise: 2500 },
      { ledger: 'Input SGST', paise: 2500 },
    ]
    expect(differences(voucher, entered({ party: 'shree traders', entries }))).toEqual([])
  })

  const otherwise: [string, Partial<Entered>, string][] = [
    ['its date', { date: '2026-08-04' }, 'It is dated 2026-08-04 there instead of 2026-08-03.'],
    ['its number', { reference: '' }, 'Its number is “” there instead of “ST/118”.'],
    ['its party', { party: 'Cash' }, 'Its party is Cash there instead of Shree Traders.'],
    ['its type', { voucherType: 'Journal' }, 'It is a Journal there instead of a Purchase.'],
    ['that it counts', { isOptional: true }, 'It is an optional voucher there.'],
    ['that it stands', { isCancelled: true }, 'It is cancelled there.'],
    ['an item', { items: [{ item: 'Oil', paise: 100 }] }, 'The item Oil was not sent.'],
  ]
  test.each(otherwise)('has %s otherwise', (_, more, sentence) => {
    expect(differences(voucher, entered(more))).toEqual([sentence])
  })

  test('has another amount, misses an entry, or has one more', () => {
    const entries = [
      { ledger: 'Shree Traders', paise: -105_001 },
      { ledger: 'Purchase', paise: 100_000 },
      { ledger: 'Input CGST', paise: 2500 },
      { ledger: 'Rounding', paise: 2501 },
    ]
    expect(differences(voucher, entered({ entries }))).toEqual([
      'Shree Traders is ₹1050.01 Cr there instead of ₹1050.00 Cr.',
      'Input SGST (₹25.00 Dr) is not there.',
      'Rounding (₹25.01 Dr) was not sent.',
    ])
  })

  test('of the bank has the bank for its party, which is no difference', () => {
    const payment = { ...voucher, kind: 'payment' } as const
    expect(differences(payment, entered({ party: 'HDFC Bank' }))).toEqual([])
  })
})

test('the words of another shop are another voucher', () => {
  const other = voucherOf({ ...plain, head: { ...plain.head, 'Invoice No': 'ST/119' } }, mappings)
  expect(differences(other, entered())).toHaveLength(1)
})
