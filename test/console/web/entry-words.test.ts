import { describe, expect, test } from 'bun:test'
import { entryWords } from '../../../src/console/pages/activity/entry-words.ts'

describe('what an entry of the activity says', () => {
  test.each([
    ['signed in', { address: '192.0.2.7' }, 'Signed in from 192.0.2.7'],
    [
      'sign-in refused',
      { email: 'om@example.com', address: '192.0.2.7' },
      'Signing in as om@example.com was refused from 192.0.2.7',
    ],
    [
      'code refused',
      { email: 'om@example.com' },
      'A wrong code of the second step was entered for om@example.com',
    ],
    [
      'scans acknowledged',
      { updated: 123_456, source: 'Tally' },
      '1,23,456 documents delivered to Tally',
    ],
    ['scans acknowledged', { updated: 1, source: '' }, '1 document delivered'],
    ['orders acknowledged', { orders: 2, items: 5 }, '2 orders delivered (5 lines)'],
    [
      'import results taken',
      { of: 'scan', imported: 12, parked: 1, failed: 0, dropped: 0 },
      'Documents for the books: 12 imported, 1 parked',
    ],
    [
      'import settled',
      { of: 'scan', as: 'by_hand', filename: 'a.pdf' },
      'a.pdf entered in the books by hand',
    ],
    [
      'import settled',
      { of: 'order', as: 'again', subjects: 2 },
      '2 orders to be tried again for the books',
    ],
    ['network changed', { access: 'network' }, 'Daybook was opened to other computers'],
    ['network changed', { access: 'this computer' }, 'Daybook was closed to other computers'],
    ['user added', { email: 'om@example.com', role: 'owner' }, 'om@example.com was added as owner'],
    [
      'settings changed',
      { setting: 'daily.hour' },
      'A setting was changed: the hour of the nightly work',
    ],
    ['settings changed', { setting: 'a new one' }, 'A setting was changed'],
    ['role changed', { email: 'om@example.com', duties: 'clerk' }, 'om@example.com is clerk now'],
    ['category moved', { name: 'Rice' }, 'The category “Rice” has another place'],
    ['offer moved', { title: 'Diwali' }, 'The offer “Diwali” has another place'],
    [
      'documents brought in',
      { kind: 'scans', file: 'old.jsonl', added: 1_200, changed: 0 },
      'Documents brought in from old.jsonl: 1,200 added, 0 changed',
    ],
    [
      'names brought in',
      { kind: 'vendors', file: '', added: 2, changed: 1 },
      'Vendors brought in: 2 added, 1 changed',
    ],
    ['scan corrected', { filename: 'bill.pdf' }, 'bill.pdf was corrected by hand'],
    ['scan corrected', { filename: 'bill.pdf', unchanged: 1 }, 'bill.pdf was confirmed by hand'],
    [
      'scan corrected',
      { filename: 'bill.pdf', held: 2 },
      'bill.pdf was corrected by hand; 2 values to check',
    ],
    [
      'scan corrected',
      { filename: 'bill.pdf', confirmed: ['Total is missing.'] },
      'bill.pdf was corrected by hand; confirmed: Total is missing.',
    ],
    ['scan retried', { filename: 'bill.pdf' }, 'bill.pdf is to be read again'],
    [
      'scan moved',
      { filename: 'bill.pdf', from: 'vendor_invoice', to: 'bank_entry' },
      'bill.pdf is a bank statement now, not a vendor bill',
    ],
    ['scan removed', { filename: 'bill.pdf' }, 'bill.pdf was removed before its 30 days'],
    [
      'scan delivered separately',
      { filename: 'bill.pdf' },
      'bill.pdf is no duplicate: to be delivered separately',
    ],
    [
      'scans put back',
      { scans: 2, filename: 'bill.pdf' },
      'bill.pdf put back: to be delivered again',
    ],
    ['scans put back', { scans: 2 }, '2 documents put back: to be delivered again'],
    [
      'orders put back',
      { orders: 1, orderNo: '2026-27/000007' },
      'The order 2026-27/000007 put back: to be delivered again',
    ],
    ['order placed', { orderNo: '2026-27/000007' }, 'The order 2026-27/000007 was placed by hand'],
    [
      'order moved',
      { orderNo: '2026-27/000007', from: 'paid', to: 'packed' },
      'The order 2026-27/000007 was paid and is packed now',
    ],
    [
      'name renamed',
      { kind: 'vendor', name: 'Acme', to: 'Acme Traders' },
      'The vendor “Acme” is called “Acme Traders” now',
    ],
    [
      'names merged',
      { kind: 'product', name: 'Rice', into: 'Basmati' },
      'The product name “Rice” was merged into “Basmati”',
    ],
    ['name deleted', { kind: 'vendor', name: 'Acme' }, 'The vendor “Acme” was deleted'],
  ])('%s', (action, details, words) => {
    expect(entryWords({ action, keyName: null, details })).toBe(words)
  })

  test('names the key, as it was called then', () => {
    expect(entryWords({ action: 'key revoked', keyName: 'New', details: { name: 'Old' } })).toBe(
      'The API key “Old” was revoked',
    )
    expect(entryWords({ action: 'key revoked', keyName: 'New', details: {} })).toBe(
      'The API key “New” was revoked',
    )
  })

  test('is the action itself where another version of Daybook wrote it', () => {
    expect(entryWords({ action: 'moon landed', keyName: null, details: { at: 7 } })).toBe(
      'Moon landed',
    )
  })

  test('is a sentence also without details, or with others than expected', () => {
    expect(entryWords({ action: 'scans acknowledged', keyName: null, details: {} })).toBe(
      '0 documents delivered',
    )
    expect(entryWords({ action: 'user added', keyName: null, details: { email: 7 } })).toBe(
      'A user was added as clerk',
    )
  })
})
