import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { waitingScans } from '../../../src/services/scan-export/tables.ts'
import { addMember, api } from '../../support/member.ts'
import { requestHead, sendRaw } from '../../support/raw-request.ts'
import { openShop } from '../../support/shop.ts'
import { untilEnd } from '../../support/until-end.ts'

const bodyBytesMax = 32 * 1024 * 1024
const nowhere = `${api}/nothing`
const vendors = `${api}/vendors`
const tooLarge = 'The body is larger than 33554432 bytes (32 MiB): send it in smaller parts.'

const shop = untilEnd(await openShop())

/** The status of a request that says it brings a body of so many bytes, and sends none of them. */
async function statusBeforeBody(
  method: string,
  path: string,
  options: { key?: string; bytes: number },
): Promise<number> {
  const { key, bytes } = options
  const head = requestHead(method, `/scan-export${path}`, {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    'content-length': String(bytes),
  })
  const answer = await sendRaw(shop.url, head)
  return Number(answer.split(' ')[1])
}

describe('a request with several things wrong is refused for the first of them', () => {
  const large = { bytes: bodyBytesMax + 1 }

  test('the path (404) comes before the key', async () => {
    expect(await statusBeforeBody('POST', nowhere, large)).toBe(404)
    expect((await shop.call('PUT', nowhere, { key: 'wrong' })).status).toBe(404)
  })

  test('the key (401) comes before the method, the size and the body', async () => {
    expect((await shop.call('DELETE', vendors)).status).toBe(401)
    expect((await shop.call('PUT', vendors, { key: 'wrong', raw: '{' })).status).toBe(401)
    expect(await statusBeforeBody('POST', vendors, large)).toBe(401)
  })

  test('the role (403) comes before the size and the body', async () => {
    const key = shop.keys.ravi
    expect(await statusBeforeBody('POST', vendors, { key, ...large })).toBe(403)
    expect((await shop.call('POST', vendors, { key, raw: '{' })).status).toBe(403)
  })

  test('the method (405) comes before the size and the body', async () => {
    const key = shop.keys.owner
    expect(await statusBeforeBody('PUT', vendors, { key, ...large })).toBe(405)
    expect((await shop.call('PATCH', vendors, { key, raw: '{' })).status).toBe(405)
  })

  test('the size (413) comes before the body and the parameters', async () => {
    const key = shop.keys.owner
    expect(await statusBeforeBody('POST', vendors, { key, ...large })).toBe(413)
    const headers = {
      'idempotency-key': 'x'.repeat(201),
      'content-type': 'multipart/form-data; boundary=x',
    }
    const raw = new Uint8Array(bodyBytesMax + 1)
    expect((await shop.call('POST', `${api}/scans`, { key, headers, raw })).status).toBe(413)
  })
})

describe('headers that are too large', () => {
  const longer = { 'x-note': 'x'.repeat(17_000) }

  test('are 431 with the reason, in the shape of the service', async () => {
    const key = shop.keys.owner
    const sentence = expect.stringMatching(
      /^The address and the headers have \d+ bytes together, and at most 16384 are allowed/,
    )
    const scans = await shop.call('GET', vendors, { key, headers: longer })
    expect([scans.status, scans.json]).toEqual([431, { error: sentence }])
    const store = await shop.store('GET', `${api}/products`, { headers: longer })
    expect([store.status, store.json]).toEqual([
      431,
      { error: { message: sentence, code: 'headers_too_large' }, status: 431 },
    ])
    expect(store.headers.get('x-request-id')).not.toBeNull()
  })

  test('of less than that are none', async () => {
    const headers = { 'x-note': 'x'.repeat(15_000) }
    expect((await shop.call('GET', vendors, { key: shop.keys.owner, headers })).status).toBe(200)
  })

  test('beyond what Bun reads end the connection', async () => {
    const head = requestHead('GET', `/scan-export${vendors}`, { 'x-note': 'x'.repeat(200_000) })
    expect(await sendRaw(shop.url, head)).toStartWith('HTTP/1.1 431 ')
  })
})

describe('before a byte of the body is read', () => {
  test('a missing key is refused', async () => {
    expect(await statusBeforeBody('POST', vendors, { bytes: 100 })).toBe(401)
  })

  test('a key that may not is refused', async () => {
    const key = shop.keys.meena
    expect(await statusBeforeBody('POST', vendors, { key, bytes: 100 })).toBe(403)
  })

  test('a body that says it is too large is refused', async () => {
    const key = shop.keys.owner
    expect(await statusBeforeBody('POST', vendors, { key, bytes: bodyBytesMax + 1 })).toBe(413)
  })
})

describe('a refusal', () => {
  test('is a JSON object with a sentence under error, and nothing else', async () => {
    const key = shop.keys.ravi
    const answers = await Promise.all([
      shop.call('GET', nowhere),
      shop.call('GET', vendors),
      shop.call('POST', vendors, { key }),
      shop.call('PUT', vendors, { key }),
      shop.call('POST', `${api}/scans`, { key, raw: new Uint8Array(bodyBytesMax + 1) }),
      shop.call('GET', `${api}/scans/unsynced?limit=0`, { key }),
      shop.call('POST', `${api}/scans/mark-synced`, { key, raw: '{' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 401, 403, 405, 413, 400, 400])
    for (const { json, headers } of answers) {
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(Object.keys(json)).toEqual(['error'])
      expect(String(json['error'])).toMatch(/^[A-Za-z].+\.$/)
    }
  })

  test('with 405 says in Allow what the path answers to', async () => {
    const key = shop.keys.owner
    const allowed = async (path: string) => {
      const answer = await shop.call('DELETE', path, { key })
      expect(answer.status).toBe(405)
      return answer.headers.get('allow')
    }
    expect(await allowed(vendors)).toBe('GET, HEAD, OPTIONS, POST')
    expect(await allowed(`${api}/scans/unsynced`)).toBe('GET, HEAD, OPTIONS')
    expect(await allowed(`${api}/scans/mark-synced`)).toBe('OPTIONS, POST')
    expect(await allowed(`${api}/scans`)).toBe('OPTIONS, POST')
  })

  test('with 413 states the limit', async () => {
    const raw = new Uint8Array(bodyBytesMax + 1)
    const answer = await shop.call('POST', `${api}/scans`, { key: shop.keys.ravi, raw })
    expect(answer.json).toEqual({ error: tooLarge })
  })

  test('with 500 shows the request id and nothing else of what happened', async () => {
    const member = await addMember(shop)
    const id = await member.addScan({ metadata: { secret: 'Sixty rupees' } })
    await shop.database.write((conn) => {
      conn.update(waitingScans).set({ data: '{broken' }).where(eq(waitingScans.scanId, id)).run()
    })
    const answer = await member.unsynced()
    expect(answer.status).toBe(500)
    const requestId = answer.headers.get('x-request-id') ?? ''
    expect(requestId).not.toBe('')
    expect(answer.json).toEqual({
      error: `Something went wrong inside Daybook. Nothing is lost: send the request again. The log has the reason under ${requestId}.`,
    })
  })
})

describe('a body of exactly 32 MiB', () => {
  test('is not too large', async () => {
    const raw = `{"ids":["unknown"]${' '.repeat(bodyBytesMax - 19)}}`
    expect(raw).toHaveLength(bodyBytesMax)
    const answer = await shop.call('POST', `${api}/scans/mark-synced`, { key: shop.keys.ravi, raw })
    expect(answer.status).toBe(200)
  })
})
