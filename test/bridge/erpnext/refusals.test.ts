import { describe, expect, test } from 'bun:test'
import { answered, refusalOf, wordsOf } from '../../../src/bridge/erpnext/client.ts'

function older(message: string, exception = 'ValidationError'): string {
  return JSON.stringify({
    exc_type: exception,
    exception: `frappe.exceptions.${exception}: ${message}`,
    _server_messages: JSON.stringify([JSON.stringify({ message })]),
  })
}

function newer(message: string, type = 'ValidationError'): string {
  return JSON.stringify({ errors: [{ type, message, exception: 'Traceback …' }] })
}

describe('the words of an answer', () => {
  test.each([
    [
      'HTML in JSON in JSON',
      older('Row #1: <strong>Account</strong> &quot;A &amp; B&quot;<br>is closed'),
    ],
    ['the second version', newer('Row #1: <b>Account</b> "A &amp; B" is closed')],
    ['a message alone', '{"message":"Row #1: Account \\"A & B\\" is closed"}'],
    [
      'an exception alone',
      '{"exception":"frappe.exceptions.ValidationError: Row #1: Account \\"A & B\\" is closed"}',
    ],
  ])('of %s are without their marks', (_, text) => {
    expect(wordsOf(text)).toBe('Row #1: Account "A & B" is closed')
  })

  test('of a proxy are what its page says', () => {
    expect(wordsOf('<html><style>a{}</style><h1>502 Bad Gateway</h1><hr>nginx</html>')).toBe(
      '502 Bad Gateway nginx',
    )
  })

  test('are no longer than somebody reads', () => {
    expect(wordsOf(older('x'.repeat(5_000)))).toHaveLength(500)
  })

  test('that are no JSON inside stay away', () => {
    expect(wordsOf('{"_server_messages":"half ["}')).toBe('')
  })
})

describe('a refusal', () => {
  test.each([
    [417, older('Could not find Item: GONE', 'LinkValidationError'), 'item_missing'],
    [417, older('Could not find UOM: Crate', 'LinkValidationError'), 'unit_missing'],
    [417, older('Could not find Warehouse: X', 'LinkValidationError'), 'godown_missing'],
    [417, older('Could not find Supplier: X', 'LinkValidationError'), 'ledger_missing'],
    [417, older('Could not find Batch No: X', 'LinkValidationError'), 'refused'],
    [417, older('Date 2031-01-01 is not in any active Fiscal Year'), 'date_out_of_period'],
    [417, older('Supplier Invoice No exists in Purchase Invoice X'), 'duplicate_in_book'],
    [417, newer('Row #1: Cannot charge IGST for intra-state supplies'), 'gst_mismatch'],
    [417, older('Row #1: Qty is mandatory', 'MandatoryError'), 'refused'],
    [403, older('Not permitted', 'PermissionError'), 'refused'],
    [404, older('Not found', 'DoesNotExistError'), 'refused'],
    [429, older('Too Many Requests', 'TooManyRequestsError'), 'target_busy'],
  ] as const)('of %d (%s) is %s', (status, text, code) => {
    expect(refusalOf(status, text)).toMatchObject({ code, isTaken: false })
  })

  test.each([
    [409, newer('Purchase Invoice DB-1 already exists', 'DuplicateEntryError')],
    [417, older('daybook_id must be unique', 'UniqueValidationError')],
  ] as const)('of %d for a key that is there is none', (status, text) => {
    expect(refusalOf(status, text).isTaken).toBe(true)
  })

  test('of an address that moved says so', () => {
    expect(refusalOf(301, '').message).toContain('another address')
  })

  test('of a server that failed tells nothing of what it did', () => {
    expect([200, 409, 417, 429].map(answered)).toEqual([true, true, true, true])
    expect([500, 502, 504].map(answered)).toEqual([false, false, false])
  })
})
