import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { numberedName } from '../../../../src/platform/archive/index-file.ts'
import {
  endingOf,
  monthOf,
  nameOfDocument,
} from '../../../../src/services/scan-export/archive/describe.ts'

const noAccount = { invoiceDate: null, account: null }

test('seller, number and total name a document, the total where it is known', () => {
  const head = { ...noAccount, seller: 'Acme', invoiceNo: 'A/1', total: 1180.5 }
  expect(nameOfDocument(head, 'x.pdf')).toBe('Acme – A-1 – 1180.50')
  expect(nameOfDocument({ ...head, total: null }, 'x.pdf')).toBe('Acme – A-1')
})

test('without seller or number its file does, and nothing at all is a document', () => {
  const head = { ...noAccount, seller: 'Acme', invoiceNo: null, total: 5 }
  expect(nameOfDocument(head, 'scan 1.pdf')).toBe('scan 1')
  expect(nameOfDocument({ ...head, seller: null, invoiceNo: 'A' }, 'scan 1.pdf')).toBe('scan 1')
  expect(nameOfDocument(head, '....')).toBe('document')
})

test('bank, the end of the account’s number and the days name a statement', () => {
  const account = {
    bank: 'HDFC Bank',
    number: '50100012341234',
    from: '2026-10-01',
    to: '2026-10-31',
  }
  const head = { seller: null, invoiceNo: null, invoiceDate: null, total: null, account }
  expect(nameOfDocument(head, 'x.pdf')).toBe('HDFC Bank – XX1234 – 2026-10-01 to 2026-10-31')
})

test('whatever they are, the longest name that comes of them is one that a disk takes', () => {
  const text = fc.option(fc.string({ unit: 'binary', maxLength: 500 }))
  fc.assert(
    fc.property(
      text,
      text,
      fc.option(fc.double()),
      fc.string(),
      (seller, invoiceNo, total, file) => {
        const name = nameOfDocument({ ...noAccount, seller, invoiceNo, total }, file)
        const longest = `${numberedName(`${name} – version 1000`, 1000)}.html`
        expect(Buffer.byteLength(longest)).toBeLessThan(200)
        expect(name).not.toBe('')
        expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}]|^[. ]|[. ]$/u)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('an original ends by what its bytes are', () => {
  expect(endingOf('application/pdf', 'bill.exe')).toBe('.pdf')
  expect(endingOf('text/plain; charset=utf-16le', 'Statement.CSV')).toBe('.csv')
  expect(endingOf('text/plain', 'run.bat')).toBe('.txt')
})

test('its month is that of this computer’s calendar', () => {
  expect(monthOf(new Date(2026, 10, 1, 0, 0).getTime())).toBe('2026-11')
})
