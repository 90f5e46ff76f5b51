import { describe, expect, test } from 'bun:test'
import { collectionOf, fakeTally, field, imported, rows, told, voucher } from './client.ts'

/* The client's key, and the marks that tell whether something changed. */

const shown = 'NARRATION,GUID,MASTERID,ALTERID,REFERENCE,ISCANCELLED,ALLLEDGERENTRIES.AMOUNT'
const everything = { type: 'Voucher', fetch: shown, filters: ['$AlterID > 0'] }

describe('6: REMOTEID with Create is a key', () => {
  test('sent again it alters the same voucher: entries are replaced, what is left out of the head stays', async () => {
    using tally = await fakeTally()
    const head = '<REFERENCE>OSW/118</REFERENCE><NARRATION>One [DB:k1]</NARRATION>'
    expect(await imported(tally, voucher({ key: 'db1-k1', head }))).toMatchObject({
      CREATED: '1',
      ALTERED: '0',
      LASTVCHID: '1',
    })
    const entries = [
      { ledger: 'Suspense', amount: '-70.00' },
      { ledger: 'HDFC Bank Current A/c', amount: '70.00' },
    ]
    const again = voucher({ key: 'db1-k1', head: '<NARRATION>Two [DB:k1]</NARRATION>', entries })
    expect(await imported(tally, again)).toMatchObject({ CREATED: '0', ALTERED: '1', ERRORS: '0' })
    const [row, ...more] = await rows(tally, everything)
    expect(more).toEqual([])
    expect(field(row, 'REFERENCE')).toBe('OSW/118')
    expect(field(row, 'NARRATION')).toBe('Two [DB:k1]')
    expect(field(row, 'ALTERID')).toBe('2')
    expect(tally.vouchers()[0]?.lists).toHaveLength(2)
  })

  test('the voucher type is replaced as well', async () => {
    using tally = await fakeTally()
    await imported(tally, voucher({ key: 'db1-k1' }))
    await imported(tally, voucher({ key: 'db1-k1', type: 'Receipt' }))
    expect(tally.vouchers().map(({ header }) => header['VOUCHERTYPENAME'])).toEqual(['Receipt'])
  })
})

describe('9: without REMOTEID', () => {
  test('the same voucher again is a second one', async () => {
    using tally = await fakeTally()
    await imported(tally, voucher())
    expect(await imported(tally, voucher())).toMatchObject({ CREATED: '1', LASTVCHID: '2' })
    expect(tally.vouchers()).toHaveLength(2)
  })

  test('Alter by the key makes a second one too', async () => {
    using tally = await fakeTally()
    await imported(tally, voucher({ key: 'db1-k1' }))
    const altered = await imported(tally, voucher({ key: 'db1-k1', action: 'Alter' }))
    expect(altered).toMatchObject({ CREATED: '1', ALTERED: '0' })
    expect(tally.vouchers()).toHaveLength(2)
  })
})

describe('18: marks', () => {
  const marks = { type: 'Company', fetch: 'NAME,ALTVCHID,ALTMSTID' }

  test('rise by one with each voucher, whose ids follow from them', async () => {
    using tally = await fakeTally()
    const [before] = await rows(tally, marks)
    expect(field(before, 'ALTVCHID')).toBe('0')
    const answer = await imported(tally, voucher() + voucher())
    const [after] = await rows(tally, marks)
    expect(field(after, 'ALTVCHID')).toBe('2')
    expect(field(after, 'ALTMSTID')).toBe(field(before, 'ALTMSTID'))
    const newer = await rows(tally, { ...everything, filters: ['$AlterID > 1'] })
    expect(newer.map((row) => field(row, 'MASTERID'))).toEqual([answer['LASTVCHID'] ?? ''])
    expect(field(newer[0], 'GUID')).toBe('3f0f6a52-6d1b-4b0e-9a57-27c1a4d0be01-00000002')
  })

  test('do not see a deletion', async () => {
    using tally = await fakeTally()
    await imported(tally, voucher({ key: 'db1-k1' }))
    const gone = await imported(tally, voucher({ key: 'db1-k1', action: 'Delete' }))
    expect(gone).toMatchObject({ DELETED: '1', ERRORS: '0' })
    expect(field((await rows(tally, marks))[0], 'ALTVCHID')).toBe('1')
  })

  test('dates of a request choose the period, and only a filter with literal dates the rows', async () => {
    using tally = await fakeTally()
    await imported(tally, voucher({ date: '20261102' }) + voucher({ date: '20261130' }))
    const narrow = { type: 'Voucher', fetch: 'DATE', from: '20261101', to: '20261115' }
    expect(await rows(tally, narrow)).toHaveLength(2)
    const between = '$Date >= $$Date:"20261101" AND $Date <= $$Date:"20261115"'
    expect(await rows(tally, { ...narrow, filters: [between] })).toHaveLength(1)
  })

  test('a variable for a date that an educational Tally refuses gives no rows, and STATUS 1', async () => {
    using tally = await fakeTally({ isEducational: true })
    await imported(tally, voucher({ date: '20261102' }))
    const filters = ['$Date >= ##SVFromDate AND $Date <= ##SVToDate']
    const question = { type: 'Voucher', fetch: 'DATE', filters }
    const refused = { ...question, from: '20261101', to: '20261115' }
    expect(await told(tally, collectionOf(refused))).toContain('<STATUS>1</STATUS>')
    expect(await rows(tally, refused)).toEqual([])
    expect(await rows(tally, { ...question, from: '20261101', to: '20261231' })).toHaveLength(1)
  })

  test('a marker in the narration finds its voucher', async () => {
    using tally = await fakeTally()
    await imported(tally, voucher() + voucher({ head: '<NARRATION>Other [DB:k2]</NARRATION>' }))
    const found = await rows(tally, { ...everything, filters: ['$Narration CONTAINS "[db:K2]"'] })
    expect(found.map((row) => field(row, 'NARRATION'))).toEqual(['Other [DB:k2]'])
  })
})
