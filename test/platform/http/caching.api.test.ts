import { describe, expect, test } from 'bun:test'
import { addMember, api } from '../../support/member.ts'
import { openShop } from '../../support/shop.ts'
import { untilEnd } from '../../support/until-end.ts'

const gets = [`${api}/scans/unsynced`, `${api}/vendors`, `${api}/products`]

const shop = untilEnd(await openShop())
const member = await addMember(shop)
await member.addScan({ metadata: { invoice_no: '₹-1' } })
for (const list of ['vendors', 'products']) {
  await shop.call('POST', `${api}/${list}`, {
    key: shop.keys.owner,
    body: { name: 'Acme', aliases: ['ACME Ltd'] },
  })
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  shop.call(method, path, { key: member.key, headers })

describe.each(gets)('GET %s', (path) => {
  test('has a strong ETag, the same for the same answer', async () => {
    const [first, second] = [await get(path), await get(path)]
    expect(first.headers.get('etag')).toMatch(/^"[!#-~]+"$/)
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(second.text).toBe(first.text)
  })

  test('says that it may be kept but must be asked for again, by its owner only', async () => {
    expect((await get(path)).headers.get('cache-control')).toBe('private, no-cache')
  })

  test('answers If-None-Match with 304 and no body, and the ETag again', async () => {
    const etag = (await get(path)).headers.get('etag') ?? ''
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, `W/"other",W/${etag} , "x"`, '*']) {
      const answer = await get(path, { 'if-none-match': sent })
      expect([sent, answer.status, answer.text]).toEqual([sent, 304, ''])
      expect(answer.headers.get('etag')).toBe(etag)
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
      expect(answer.headers.get('x-request-id')).not.toBeNull()
    }
  })

  test('answers an If-None-Match of another state in full', async () => {
    const etag = (await get(path)).headers.get('etag') ?? ''
    const unquoted = etag.slice(1, -1)
    for (const sent of ['"other"', unquoted, `"${unquoted}x"`, '', '""', `${etag}x`]) {
      const answer = await get(path, { 'if-none-match': sent })
      expect([sent, answer.status]).toEqual([sent, 200])
      expect(answer.json).toHaveProperty('items')
    }
  })

  test('is not answered with 304 to a key that may not see it', async () => {
    const headers = { 'if-none-match': '*', authorization: 'Bearer wrong' }
    expect((await shop.call('GET', path, { headers })).status).toBe(401)
  })

  test('HEAD answers like GET without a body', async () => {
    const whole = await get(path)
    const head = await get(path, {}, 'HEAD')
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    for (const name of ['content-type', 'etag', 'cache-control']) {
      expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)])
    }
    const bytes = new TextEncoder().encode(whole.text).length
    expect(head.headers.get('content-length')).toBe(String(bytes))
  })

  test('HEAD honours If-None-Match', async () => {
    const etag = (await get(path)).headers.get('etag') ?? ''
    expect((await get(path, { 'if-none-match': etag }, 'HEAD')).status).toBe(304)
  })
})

describe('HEAD', () => {
  test('is refused as GET is, without a body', async () => {
    const answers = [
      await shop.call('HEAD', `${api}/vendors`),
      await shop.call('HEAD', `${api}/nothing`),
      await get(`${api}/scans/unsynced?limit=0`, {}, 'HEAD'),
      await get(`${api}/scans/mark-synced`, {}, 'HEAD'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 404, 400, 405])
    expect(answers.map(({ text }) => text)).toEqual(['', '', '', ''])
    expect(answers[0]?.headers.get('www-authenticate')).toBe('Bearer')
    expect(answers[3]?.headers.get('allow')).toBe('OPTIONS, POST')
  })
})

describe('an ETag', () => {
  test('changes with the list', async () => {
    const other = await addMember(shop)
    const etag = async () => (await other.unsynced()).headers.get('etag') ?? ''
    const empty = await etag()
    const id = await other.addScan()
    const one = await etag()
    expect(one).not.toBe(empty)
    await other.mark({ ids: [id] })
    expect(await etag()).toBe(empty)
  })

  test('is for the answer to these parameters, not for the path', async () => {
    const other = await addMember(shop)
    await other.addScan({ category: 'bank_entry' })
    const all = (await other.unsynced()).headers.get('etag')
    const some = (await other.unsynced('category=purchase_order')).headers.get('etag')
    expect(some).not.toBe(all)
  })
})

describe('what is not a GET', () => {
  test('carries no ETag and ignores If-None-Match', async () => {
    const headers = { 'if-none-match': '*' }
    const body = { ids: ['unknown'] }
    const path = `${api}/scans/mark-synced`
    const answer = await shop.call('POST', path, { key: member.key, headers, body })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('etag')).toBeNull()
  })
})
