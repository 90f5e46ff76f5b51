import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { sampleCompanies } from '../../../src/stand-ins/tally/sample-company.ts'
import {
  asked,
  collectionOf,
  fakeTally,
  field,
  importOf,
  imported,
  post,
  rows,
  told,
  voucher,
} from './client.ts'

/* How it speaks: statuses, charsets, the shapes of its answers, and what XML forbids. */

describe('1: HTTP 200 to everything', () => {
  test('a GET says that the server runs, and nothing of a company', async () => {
    using tally = await fakeTally()
    const answer = await fetch(`${tally.url}/status`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('<RESPONSE>TallyPrime Server is Running</RESPONSE>\r\n')
  })

  test('also to what is refused', async () => {
    using tally = await fakeTally()
    const answer = await fetch(tally.url, { method: 'POST', body: 'no XML' })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(
      '<RESPONSE>Unknown Request, cannot be processed</RESPONSE>\r\n',
    )
  })
})

/** What was sent, the last voucher before, and the SHA-256 of the answer that those who measured it published. */
const measured: [string, string, number, string][] = [
  [
    'ten vouchers',
    voucher().repeat(10),
    1723,
    'de1c549bb6c62e8569e1df57a11e1d29cabf603f2e0b8d75f8bd910ef89ee440',
  ],
  [
    'five journals',
    voucher({ type: 'Journal' }).repeat(5),
    1733,
    'da3d1e4659fcf6f5ce2473c018b596df188ff6ba0d6176b3b79fc2ac3b3841ba',
  ],
  [
    'one with a missing ledger',
    paymentTo(...absent(1)),
    0,
    '1009e1b4a24b9f10db29fa9e4008e11c55a97cdce383c59a92601390031594fb',
  ],
  [
    'that between two that go in',
    voucher() + paymentTo(...absent(1)) + voucher(),
    1744,
    '30438f1480e4601a5c236d52be7fa85a89da9cb0d1f42a6b1ad88bf02f3fba50',
  ],
  [
    'three of them',
    absent(2, 3, 4)
      .map((ledger) => paymentTo(ledger))
      .join(''),
    0,
    '9d71e32aeac0da8347eb8f5fb591055f62fa9da05e8537d613412a1fd65d8b82',
  ],
  [
    'two of them, one with two',
    paymentTo(...absent(2, 3)) + paymentTo(...absent(4)),
    0,
    'd387a3b5ef8af79d0d500ea97304f07e5a4f87d777fea034ff64f0a232d7747a',
  ],
]

describe('2: both shapes of an answer', () => {
  test.each(measured)(
    'Import Data gets a bare RESPONSE: %s, byte for byte as 7.1 wrote it',
    async (_what, content, lastVoucherId, hash) => {
      const companies = sampleCompanies().map((each) => ({ ...each, lastVoucherId }))
      using tally = await fakeTally({ companies })
      const answer = await post(tally, importOf(content))
      expect(createHash('sha256').update(answer).digest('hex')).toBe(hash)
    },
  )

  test('with a VERSION it gets an ENVELOPE around the same counters', async () => {
    using tally = await fakeTally()
    const root = await asked(
      tally,
      `<ENVELOPE><HEADER><VERSION>1</VERSION><TALLYREQUEST>Import</TALLYREQUEST><TYPE>Data</TYPE><ID>Vouchers</ID></HEADER><BODY><DESC><STATICVARIABLES/></DESC><DATA><TALLYMESSAGE>${voucher()}</TALLYMESSAGE></DATA></BODY></ENVELOPE>`,
    )
    expect(field(root, 'HEADER', 'STATUS')).toBe('1')
    expect(field(root, 'BODY', 'DATA', 'IMPORTRESULT', 'CREATED')).toBe('1')
    expect(field(root, 'BODY', 'DATA', 'IMPORTRESULT', 'EXCEPTIONS')).toBe('0')
  })
})

describe('3: charsets', () => {
  const devanagari = voucher({ head: '<NARRATION>श्री गणेश ₹ [DB:k1]</NARRATION>' })

  test('UTF-16 goes both ways unchanged, and the answer has no byte order mark', async () => {
    using tally = await fakeTally()
    await imported(tally, devanagari)
    const answer = await post(tally, collectionOf(everyVoucher))
    expect([...answer.subarray(0, 4)]).toEqual([0x3c, 0, 0x45, 0])
    expect(answer.toString('utf16le')).toContain('श्री गणेश ₹ [DB:k1]')
  })

  test('a UTF-8 request writes question marks', async () => {
    using tally = await fakeTally()
    await fetch(tally.url, { method: 'POST', body: importOf(devanagari) })
    expect(tally.vouchers()[0]?.header['NARRATION']).toBe('???? ???? ? [DB:k1]')
  })

  test('UTF-16 bytes that no header announces are no request', async () => {
    using tally = await fakeTally()
    const body = Buffer.from(`\uFEFF${importOf(voucher())}`, 'utf16le')
    const answer = await fetch(tally.url, { method: 'POST', body })
    expect(await answer.text()).toContain('Unknown Request')
    expect(tally.vouchers()).toEqual([])
  })

  test('one bare ampersand is enough to lose the whole request', async () => {
    using tally = await fakeTally()
    const bare = voucher({ head: '<NARRATION>Ram & Sons</NARRATION>' })
    expect(await told(tally, importOf(voucher() + bare))).toContain('Unknown Request')
    expect(tally.vouchers()).toEqual([])
  })
})

describe('4: what XML forbids, and counts among the rows', () => {
  test('&#4; is in ordinary rows, U+0003 in the structure of groups', async () => {
    using tally = await fakeTally()
    const ledgers = await told(tally, collectionOf({ type: 'Ledger', fetch: 'NAME,PARENT' }))
    expect(ledgers).toContain('>&#4; Resave<')
    const groups = await told(tally, collectionOf({ type: 'Group', fetch: 'NAME,PARENTSTRUCTURE' }))
    expect(groups).toContain('Sundry Creditors\u0003Current Liabilities')
  })

  test('CMPINFO counts under the names that rows have', async () => {
    using tally = await fakeTally()
    await imported(tally, voucher())
    const answer = await told(tally, collectionOf(everyVoucher))
    expect(answer).toContain('<VOUCHER>1</VOUCHER>')
    expect(await rows(tally, everyVoucher)).toHaveLength(1)
  })

  test('fields have their types, numbers a space before them, and names of types none', async () => {
    using tally = await fakeTally()
    await imported(tally, voucher())
    const answer = await told(
      tally,
      collectionOf({
        ...everyVoucher,
        fetch: 'DATE,MASTERID,GUID,VOUCHERNUMBER,ALLLEDGERENTRIES.AMOUNT',
      }),
    )
    expect(answer).toContain('<DATE TYPE="Date">20261102</DATE>')
    expect(answer).toContain('<MASTERID TYPE="Number"> 1</MASTERID>')
    expect(answer).toContain('<VOUCHERNUMBER>1</VOUCHERNUMBER>')
    expect(answer).toContain('<AMOUNT TYPE="Amount">-100.00</AMOUNT>')
  })
})

const everyVoucher = { type: 'Voucher', fetch: 'NARRATION', filters: ['$AlterID > 0'] }

function absent(...numbers: number[]): string[] {
  return numbers.map((number) => `Probe Absent Ledger 0${number}`)
}

function paymentTo(...ledgers: string[]): string {
  const debits = ledgers.map((ledger) => ({ ledger, amount: '-10.00' }))
  const bank = { ledger: 'HDFC Bank Current A/c', amount: `${ledgers.length * 10}.00` }
  return voucher({ entries: [...debits, bank] })
}
