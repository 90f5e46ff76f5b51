import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { deleteExpiredAnswers } from '../../../../src/platform/http/idempotency.ts'
import { idempotencyKeys } from '../../../../src/platform/tables.ts'
import { addMember, api } from '../../../support/member.ts'
import { rowCounts } from '../../../support/row-counts.ts'
import { idsOf, openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const dayMs = 24 * 60 * 60 * 1000

const bill = {
  category: 'vendor_invoice',
  filename: 'bill.pdf',
  raw: { invoice_metadata: { invoice_no: 'A-1' }, line_items: [] },
}

const named = (key: string) => ({ 'idempotency-key': key })

const shop = untilEnd(await openShop())

describe('Idempotency-Key on POST scans', () => {
  test('with the same body gets the first answer again, marked, and nothing is written twice', async () => {
    const member = await addMember(shop)
    const first = await member.upload(bill, named('one'))
    expect(first.status).toBe(201)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    const before = rowCounts(shop)
    for (let i = 0; i < 3; i++) {
      const again = await member.upload(bill, named('one'))
      expect(again.status).toBe(201)
      expect(again.text).toBe(first.text)
      expect(again.headers.get('idempotency-replayed')).toBe('true')
    }
    expect(rowCounts(shop)).toEqual(before)
    expect(idsOf(await member.unsynced())).toEqual(idsOf(first))
  })

  test('with the same body written otherwise is the same request', async () => {
    const member = await addMember(shop)
    const first = await member.upload(bill, named('one'))
    const again = await shop.call('POST', `${api}/scans`, {
      key: member.key,
      raw: `\ufeff ${JSON.stringify({ ...bill, ignored: 1 }, null, 2)}`,
      headers: { ...named('one'), 'content-type': 'text/plain' },
    })
    expect(again.text).toBe(first.text)
  })

  test('with another body is 409, and nothing is written', async () => {
    const member = await addMember(shop)
    await member.upload(bill, named('one'))
    const before = rowCounts(shop)
    for (const change of [
      { filename: 'other.pdf' },
      { category: 'bank_entry' },
      { raw: { invoice_metadata: { invoice_no: 'A-2' }, line_items: [] } },
    ]) {
      const answer = await member.upload({ ...bill, ...change }, named('one'))
      expect(answer.status).toBe(409)
      expect(answer.json).toEqual({
        error:
          'This Idempotency-Key was used with another body: send a new key with a new request.',
      })
    }
    expect(rowCounts(shop)).toEqual(before)
  })

  test('works for files, by their bytes', async () => {
    const member = await addMember(shop)
    const upload = (content: string) => {
      const form = new FormData()
      form.set('category', 'vendor_invoice')
      form.set('file', new File([content], 'bill.pdf'))
      const options = { key: member.key, raw: form, headers: named('files') }
      return shop.call('POST', `${api}/scans`, options)
    }
    const first = await upload('%PDF-1.7 one')
    const again = await upload('%PDF-1.7 one')
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await upload('%PDF-1.7 two')).status).toBe(409)
    const hash = Bun.SHA256.hash('%PDF-1.7 two', 'hex')
    expect(existsSync(`${shop.dir.documents}/${hash.slice(0, 2)}/${hash}`)).toBe(false)
  })

  test('of another API key is another one', async () => {
    const [one, other] = [await addMember(shop), await addMember(shop)]
    const first = await one.upload(bill, named('shared'))
    const second = await other.upload({ ...bill, filename: 'other.pdf' }, named('shared'))
    expect(second.status).toBe(201)
    expect(idsOf(second)).not.toEqual(idsOf(first))
  })

  test('left out makes each request a scan of its own', async () => {
    const member = await addMember(shop)
    const [first, second] = [await member.upload(bill), await member.upload(bill)]
    expect(idsOf(first)).not.toEqual(idsOf(second))
  })

  test('sent several times at once creates once', async () => {
    const member = await addMember(shop)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => member.upload(bill, named('at once'))),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.every(({ status }) => status === 201)).toBe(true)
    const replayed = answers.filter(({ headers }) => headers.has('idempotency-replayed'))
    expect(replayed).toHaveLength(7)
    expect(idsOf(await member.unsynced())).toHaveLength(1)
  })

  test('of a refused request is free for the right one', async () => {
    const member = await addMember(shop)
    expect((await member.upload({ ...bill, category: 'x' }, named('one'))).status).toBe(400)
    const answer = await member.upload(bill, named('one'))
    expect(answer.status).toBe(201)
    expect(answer.headers.get('idempotency-replayed')).toBeNull()
  })

  test('counts for as long as its answer is kept, and is free again then', async () => {
    const member = await addMember(shop)
    const first = await member.upload(bill, named('old'))
    const age = (createdAt: number) =>
      shop.database.write((conn) => conn.update(idempotencyKeys).set({ createdAt }).run())
    await age(Date.now() - 10 * dayMs)
    expect((await member.upload(bill, named('old'))).text).toBe(first.text)
    await shop.database.write((conn) => deleteExpiredAnswers(conn, Date.now(), 10))
    const later = await member.upload({ ...bill, filename: 'other.pdf' }, named('old'))
    expect(later.status).toBe(201)
    expect(later.headers.get('idempotency-replayed')).toBeNull()
    expect(idsOf(later)).not.toEqual(idsOf(first))
  })

  test('has 1 to 200 characters', async () => {
    const member = await addMember(shop)
    expect((await member.upload(bill, named('x'))).status).toBe(201)
    expect((await member.upload(bill, named('x'.repeat(200)))).status).toBe(201)
    for (const key of ['', 'x'.repeat(201)]) {
      const answer = await member.upload(bill, named(key))
      expect([answer.status, answer.json]).toEqual([
        400,
        { error: 'Idempotency-Key must have 1 to 200 characters.' },
      ])
    }
  })

  test('means nothing to mark-synced, which is safe to repeat by itself', async () => {
    const member = await addMember(shop)
    const id = await member.addScan()
    const headers = named('mark')
    const mark = () =>
      shop.call('POST', `${api}/scans/mark-synced`, {
        key: member.key,
        headers,
        body: { ids: [id] },
      })
    expect((await mark()).json).toMatchObject({ updated: 1 })
    const again = await mark()
    expect(again.json).toMatchObject({ updated: 0 })
    expect(again.headers.get('idempotency-replayed')).toBeNull()
  })
})
