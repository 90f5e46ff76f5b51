import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { addMember, api, type Member } from '../../support/member.ts'
import { rowCounts } from '../../support/row-counts.ts'
import { openShop, type CallOptions, type Shop } from '../../support/shop.ts'

const mib = 1024 * 1024

/** A body of each endpoint that writes, and that is right. */
const endpoints = [
  { path: 'scans/mark-synced', success: 200, body: '{"ids":["unknown"]}' },
  { path: 'vendors', success: 200, body: '{"name":"Acme"}' },
  { path: 'products', success: 200, body: '{"name":"Rice"}' },
  {
    path: 'scans',
    success: 201,
    body: '{"category":"bank_entry","filename":"a.pdf","raw":{"invoice_metadata":{},"line_items":[]}}',
  },
]

describe.each(endpoints)('POST $path', ({ path, success, body }) => {
  let shop: Shop
  let owner: Member

  beforeAll(async () => {
    shop = await openShop()
    owner = await addMember(shop, 'owner')
  })

  afterAll(async () => {
    await shop.close()
  })

  const post = (raw: CallOptions['raw'], headers: Record<string, string> = {}) =>
    shop.call('POST', `${api}/${path}`, { key: owner.key, raw, headers })

  /** The right body with one more field, which nobody asked for. */
  const withField = (field: string) => `{${field},${body.slice(1)}`

  /** Refused with 400, nothing written, and the next request is answered. */
  async function expectRefused(raw: CallOptions['raw'], sentence: string): Promise<void> {
    const before = rowCounts(shop)
    const answer = await post(raw)
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual({ error: expect.stringContaining(sentence) })
    expect(answer.text).not.toMatch(/sqlite|stack|\bat \S+:\d+/i)
    expect(rowCounts(shop)).toEqual(before)
    expect((await owner.unsynced()).status).toBe(200)
  }

  test.each([
    ['is empty', '', 'The body is empty: send a JSON object.'],
    ['is blank', ' \r\n\t', 'The body is empty: send a JSON object.'],
    ['is null', 'null', 'The body must be a JSON object.'],
    ['is a list', '[]', 'The body must be a JSON object.'],
    ['is a number', '1', 'The body must be a JSON object.'],
    ['is text', '"x"', 'The body must be a JSON object.'],
    ['is true', 'true', 'The body must be a JSON object.'],
    ['is a list of what would be right', `[${body}]`, 'The body must be a JSON object.'],
    ['ends too early', body.slice(0, -1), 'The body is not valid JSON'],
    ['is cut in a text', body.slice(0, body.indexOf('"', 2)), 'The body is not valid JSON'],
    ['goes on behind its end', `${body}x`, 'The body is not valid JSON'],
    ['comes twice', `${body}${body}`, 'The body is not valid JSON'],
    ['has single quotes', body.replaceAll('"', "'"), 'The body is not valid JSON'],
    ['has a comma too many', `${body.slice(0, -1)},}`, 'The body is not valid JSON'],
    ['says NaN', withField('"x":NaN'), 'The body is not valid JSON'],
    ['holds a raw line break in a text', withField('"x":"a\nb"'), 'The body is not valid JSON'],
    ['is a form', 'ids=x&name=x', 'The body is not valid JSON'],
    ['has two byte order marks', `\ufeff\ufeff${body}`, 'The body is not valid JSON'],
    ['holds a number beyond all', withField('"x":1e309'), 'x holds a number that is too large.'],
    ['holds one below all', withField('"x":[-1e999]'), 'x[0] holds a number that is too large.'],
    [
      'holds a whole number that JSON cannot carry exactly',
      withField('"x":{"y":9007199254740993}'),
      'x.y holds a whole number above 9007199254740991',
    ],
    [
      'holds half a character',
      withField('"x":"\\ud83d"'),
      'x holds text that is not valid Unicode.',
    ],
    [
      'holds half a character in a label',
      withField('"\\udc00":1'),
      'holds text that is not valid Unicode.',
    ],
    [
      'is nested 65 deep',
      withField(`"x":${'['.repeat(64)}1${']'.repeat(64)}`),
      'The body is nested too deeply: at most 64 levels are allowed.',
    ],
    [
      'is nested 10,000 deep',
      withField(`"x":${'{"x":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
      'The body is nested too deeply: at most 64 levels are allowed.',
    ],
    [
      'is lists in lists, 10,000 deep',
      '['.repeat(10_000) + ']'.repeat(10_000),
      'The body is nested too deeply: at most 64 levels are allowed.',
    ],
    ['opens 100,000 lists and closes none', '['.repeat(100_000), 'The body is not valid JSON'],
  ])('refuses a body that %s', async (_what, raw, sentence) => {
    await expectRefused(raw, sentence)
  })

  test.each([
    ['a byte that begins nothing', [0xff]],
    ['a character that is cut short', [0xe2, 0x82]],
    ['an overlong form', [0xc0, 0xaf]],
    ['half a pair in UTF-8', [0xed, 0xa0, 0x80]],
    ['UTF-16', [0x00, 0x78, 0xd8, 0x00]],
  ])('refuses a body that is not UTF-8: %s', async (_what, bytes) => {
    const [before, after] = withField('"x":"|"').split('|')
    const encoder = new TextEncoder()
    const parts = [encoder.encode(before), Uint8Array.from(bytes), encoder.encode(after)]
    await expectRefused(new Uint8Array(Buffer.concat(parts)), 'The body is not valid UTF-8.')
  })

  test('refuses a body of 33 MiB with 413, whether it says its length or not', async () => {
    const before = rowCounts(shop)
    const whole = new Uint8Array(33 * mib).fill(0x20)
    const inChunks = () =>
      new ReadableStream({
        start(controller) {
          for (let i = 0; i < 33; i++) controller.enqueue(whole.subarray(i * mib, (i + 1) * mib))
          controller.close()
        },
      })
    for (const raw of [whole, inChunks()]) {
      const answer = await post(raw)
      expect(answer.status).toBe(413)
      expect(answer.json).toEqual({ error: expect.stringContaining('33554432 bytes (32 MiB)') })
    }
    expect(rowCounts(shop)).toEqual(before)
    expect((await owner.unsynced()).status).toBe(200)
  })

  test.each([
    ['application/json; charset=iso-8859-1'],
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['application/octet-stream'],
    ['text/html'],
    ['image/png'],
    ['nonsense'],
    [''],
  ])('reads the body as JSON whatever its Content-Type says: %s', async (contentType) => {
    expect((await post(body, { 'content-type': contentType })).status).toBe(success)
  })

  test('reads the body as JSON when it says no Content-Type', async () => {
    expect((await post(new TextEncoder().encode(body))).status).toBe(success)
  })

  test('skips a byte order mark', async () => {
    expect((await post(`\ufeff${body}`)).status).toBe(success)
  })

  test('reads a body that comes in pieces and does not say its length', async () => {
    const bytes = new TextEncoder().encode(body)
    const raw = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    expect((await post(raw)).status).toBe(success)
  })

  test('ignores fields that mean something to a program and nothing here', async () => {
    const fields =
      '"__proto__":{"ids":[5]},"constructor":{"name":5},"toString":1,"x":-0,"\\u0000":2'
    expect((await post(withField(fields))).status).toBe(success)
  })

  test('takes the last of two fields of one name', async () => {
    const wrongFirst = body.replace('{', '{"name":5,"ids":5,"category":5,')
    expect((await post(wrongFirst)).status).toBe(success)
  })

  test('takes 64 levels of nesting', async () => {
    expect((await post(withField(`"x":${'['.repeat(63)}1${']'.repeat(63)}`))).status).toBe(success)
  })
})

describe.each(['scans/mark-synced', 'vendors', 'products'])('POST %s', (path) => {
  test('reads the body as JSON also when its Content-Type speaks of a form', async () => {
    const shop = await openShop()
    try {
      const body = '{"ids":["unknown"],"name":"Acme"}'
      for (const contentType of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
        for (const base of [`${shop.url}/scan-export`, shop.url]) {
          const headers = { 'content-type': contentType }
          const options = { key: shop.keys.owner, raw: body, headers }
          const answer = await shop.call('POST', `${base}${api}/${path}`, options)
          expect(answer.json).toMatchObject({ ok: true })
        }
      }
    } finally {
      await shop.close()
    }
  })
})
