import { describe, expect, test } from 'bun:test'
import { accountText, periodText } from '../../../../src/console/pages/documents/words.tsx'

const unread = { number: null, bank: null, from: null, to: null }

describe('a bank statement', () => {
  test('is called by its account', () => {
    expect(accountText({ ...unread, number: '4761', bank: 'HDFC Bank' })).toBe(
      'A/c 4761, HDFC Bank',
    )
    expect(accountText({ ...unread, bank: 'HDFC Bank' })).toBe('HDFC Bank')
    expect(accountText(unread)).toBeNull()
  })

  test.each([
    [{ from: '2026-11-18', to: '2026-11-19' }, '18 Nov 2026 – 19 Nov 2026'],
    [{ from: '2026-11-18' }, 'from 18 Nov 2026'],
    [{ to: 'yesterday' }, 'until yesterday'],
    [{}, null],
  ])('is of some days: %p', (days, text) => {
    expect(periodText({ ...unread, ...days })).toBe(text)
  })
})
