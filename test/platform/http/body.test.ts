import { describe, expect, test } from 'bun:test'
import { isMultipart, readBytes, readJson, bodyBytesMax } from '../../../src/platform/http/body.ts'
import { attachContext } from '../../../src/platform/http/request.ts'
import { parseJsonText } from '../../../src/platform/json/json.ts'
import { codeOf, refusalOf } from '../../support/temporary-database.ts'

/** A body that says how long it is, and comes when the test wants. */
function slow(length: number, userId: string) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await promise
      controller.close()
    },
  })
  const request = post(body, { 'content-length': String(length) })
  attachContext(request, { id: '', address: '', origin: '', rows: 0, userId })
  return { read: readBytes(request), end }
}

test.each(['5, 5', '5,5', '+5', '-5', '0x5', '5 5', '5e0', '5.0', 'NaN', 'Infinity'])(
  'a body whose Content-Length is %j is refused before it is read',
  async (length) => {
    const request = post('{"a":1}', { 'content-length': length })
    expect(await codeOf(readBytes(request))).toBe('invalid_request')
    expect(request.bodyUsed).toBe(false)
  },
)

test('a body holds ten thousand products with ten whole variants each, but not with thirteen', async () => {
  const fields = { size: 'M', color: 'Red', color_hex: '#c0392b', mrp: 9, sale_price: 9 }
  const variants = Array.from({ length: 13 }, (_, at) => ({
    sku: `${at}`,
    stock_quantity: 1,
    ...fields,
  }))
  const shirt = { name: 'Shirt', category_slug: 'shirts', hsn: '6205', gst_pct: 5, ...fields }
  const bodyOf = (count: number) =>
    JSON.stringify({
      products: Array.from({ length: 10_000 }, () => ({
        ...shirt,
        variants: variants.slice(0, count),
      })),
    })
  expect(await readJson(post(bodyOf(10)))).toHaveProperty('products')
  expect(await codeOf(readJson(post(bodyOf(13))))).toBe('payload_too_large')
})

describe('bodies that come in at once', () => {
  const bytes = bodyBytesMax

  test('are refused beyond 512 MiB in all, but for small ones, until others have come; an odd length changes nothing', async () => {
    const odd = post('{"a":1}', { 'content-length': '7, 7' })
    expect(await codeOf(readBytes(odd))).toBe('invalid_request')
    const users = ['a', 'b', 'c', 'd']
    const coming = users.flatMap((user) => Array.from({ length: 4 }, () => slow(bytes, user)))
    expect(await codeOf(slow(bytes, 'e').read)).toBe('unavailable')
    expect(await readJson(post('{"a":1}', { 'content-length': '7' }))).toEqual({ a: 1 })
    for (const { end } of coming) end()
    await Promise.all(coming.map(({ read }) => read))
    const next = slow(bytes, 'e')
    next.end()
    expect(await next.read).toHaveLength(0)
  })

  test('take no more than a quarter of it for one user, who leaves room for others', async () => {
    const coming = Array.from({ length: 4 }, () => slow(bytes, 'a'))
    expect(await codeOf(slow(bytes, 'a').read)).toBe('unavailable')
    const others = slow(bytes, 'b')
    for (const { end } of [...coming, others]) end()
    for (const { read } of [...coming, others]) expect(await read).toHaveLength(0)
  })
})

describe('bodies of gzip', () => {
  test('are unpacked only where there is room for what they unpack to', async () => {
    const large = Bun.gzipSync(new Uint8Array(bodyBytesMax))
    const coming = Array.from({ length: 4 }, () => slow(bodyBytesMax, 'a'))
    expect(await codeOf(readBytes(asGzip(large, 'a')))).toBe('unavailable')
    expect(await readJson(asGzip(Bun.gzipSync('{"a":1}'), 'a'))).toEqual({ a: 1 })
    for (const { end } of coming) end()
    await Promise.all(coming.map(({ read }) => read))
    expect(await readBytes(asGzip(large, 'a'))).toHaveLength(bodyBytesMax)
  })

  test('need room for all that they can hold where they say less than they hold', async () => {
    const last = Bun.gzipSync(' ')
    const many = Buffer.concat([Bun.gzipSync(new Uint8Array(bodyBytesMax - 1)), last])
    const coming = Array.from({ length: 4 }, () => slow(bodyBytesMax, 'a'))
    expect(await codeOf(readBytes(asGzip(many, 'a')))).toBe('unavailable')
    for (const { end } of coming) end()
    await Promise.all(coming.map(({ read }) => read))
    expect(await readBytes(asGzip(many, 'a'))).toHaveLength(bodyBytesMax)
    const tooMany = Buffer.concat([Bun.gzipSync(new Uint8Array(bodyBytesMax)), last])
    expect(await codeOf(readBytes(asGzip(tooMany, 'a')))).toBe('payload_too_large')
  })
})

function asGzip(body: Uint8Array<ArrayBuffer>, userId: string): Request {
  const request = post(body, {
    'content-encoding': 'gzip',
    'content-length': String(body.length),
  })
  attachContext(request, { id: '', address: '', origin: '', rows: 0, userId })
  return request
}

describe('a body of JSON', () => {
  test.each(['gzip', 'x-gzip', ' GZIP'])('is unpacked when it comes as %s', async (encoding) => {
    const body = Bun.gzipSync('{"a":"नमस्ते"}')
    expect(await readJson(post(body, { 'content-encoding': encoding }))).toEqual({ a: 'नमस्ते' })
    expect(await readJson(post('{"a":1}', { 'content-encoding': 'identity' }))).toEqual({ a: 1 })
  })

  test.each(['br', 'zstd', 'deflate', 'gzip, gzip', 'x'])(
    'is refused when it comes as %s',
    async (encoding) => {
      const refusal = await refusalOf(readJson(post('{"a":1}', { 'content-encoding': encoding })))
      expect(refusal.code).toBe('unsupported_media_type')
      expect(refusal.message).toContain('Content-Encoding')
    },
  )

  test.each([
    ['no gzip', new TextEncoder().encode('{"a":1}')],
    ['half a gzip', Bun.gzipSync('{"a":1}').subarray(0, 15)],
    ['nothing', new Uint8Array()],
  ])('is refused when it says gzip and is %s', async (_what, body) => {
    const refusal = await refusalOf(readJson(post(body, { 'content-encoding': 'gzip' })))
    expect(refusal.code).toBe('invalid_request')
  })

  test('is refused when it unpacks to more than the limit, and unpacked no further', async () => {
    const packed = Bun.gzipSync(new Uint8Array(bodyBytesMax + 1))
    expect(packed.length).toBeLessThan(64 * 1024)
    const refusal = await refusalOf(readJson(post(packed, { 'content-encoding': 'gzip' })))
    expect(refusal.code).toBe('payload_too_large')
    expect(refusal.message).toContain('33554432 bytes')
    const whole = Bun.gzipSync(new Uint8Array(bodyBytesMax))
    const bytes = await readBytes(post(whole, { 'content-encoding': 'gzip' }))
    expect(bytes.length).toBe(bodyBytesMax)
  })

  test('is read whatever its Content-Type says', async () => {
    for (const type of ['application/json', 'text/plain', 'application/xml', '']) {
      const request = post('{"a":[1,"ß",null,true]}', { 'content-type': type })
      expect(await readJson(request)).toEqual({ a: [1, 'ß', null, true] })
    }
  })

  test('may begin with a byte order mark', async () => {
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('{"a":1}')])
    expect(await readJson(post(bytes))).toEqual({ a: 1 })
  })

  test('is read in chunks when its length is not said', async () => {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const text of ['{"a":', '"b', 'c"}'])
          controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      },
    })
    expect(await readJson(post(stream))).toEqual({ a: 'bc' })
  })

  test.each([
    ['nothing', ''],
    ['white space', '  \n'],
    ['a piece of it', '{"a":'],
    ['something else', 'a=1&b=2'],
    ['two values', '{} {}'],
  ])('is refused when it is %s', async (_, text) => {
    const refusal = await refusalOf(readJson(post(text)))
    expect(refusal.code).toBe('invalid_request')
    expect(refusal.message).toMatch(/^The body is .*\.$/)
  })

  test('is refused when it is not UTF-8', async () => {
    const latin1 = new Uint8Array([0x22, 0xe9, 0x22])
    expect((await refusalOf(readJson(post(latin1)))).message).toBe('The body is not valid UTF-8.')
  })

  test('keeps every number that it can carry', () => {
    const text = '[0,-0.5,1e3,9007199254740991,-9007199254740991,0.1]'
    expect(parseJsonText(text, 'The body')).toEqual([
      0, -0.5, 1000, 9007199254740991, -9007199254740991, 0.1,
    ])
  })

  test.each([
    ['{"a":[{"qty":9007199254740993}]}', 'a[0].qty holds a whole number above'],
    ['{"a":-9007199254740993}', 'a holds a whole number above'],
    ['{"a":{"b":1e999}}', 'a.b holds a number that is too large'],
    ['[1e400]', '[0] holds a number that is too large'],
    [String.raw`{"a":["\ud800"]}`, 'a[0] holds text that is not valid Unicode'],
    [String.raw`{"a":{"\udc00":1}}`, 'a holds text that is not valid Unicode'],
    [String.raw`"\ud800"`, 'The body holds text that is not valid Unicode'],
  ])('names the place of what would be lost: %s', async (text, message) => {
    expect((await refusalOf(() => parseJsonText(text, 'The body'))).message).toStartWith(message)
  })

  test('may nest 64 levels deep and no deeper', async () => {
    expect(() => parseJsonText(nested(65), 'The body')).not.toThrow()
    expect((await refusalOf(() => parseJsonText(nested(66), 'The body'))).message).toContain('64')
    expect(await codeOf(() => parseJsonText(nested(5_000), 'The body'))).toBe('invalid_request')
  })

  test('leaves labels alone that mean something to JavaScript', () => {
    const value = parseJsonText('{"__proto__":{"a":1},"constructor":2}', 'The body')
    expect(JSON.stringify(value)).toBe('{"__proto__":{"a":1},"constructor":2}')
  })
})

describe('a body above 32 MiB', () => {
  test('is refused by its Content-Length before it is read', async () => {
    const request = post('{}', { 'content-length': String(bodyBytesMax + 1) })
    const refusal = await refusalOf(readBytes(request))
    expect(refusal.code).toBe('payload_too_large')
    expect(refusal.message).toContain('33554432 bytes')
    expect(request.bodyUsed).toBe(false)
  })

  test('is refused while it comes, without the rest, when its length is not said', async () => {
    const chunk = new Uint8Array(1024 * 1024)
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent++
        controller.enqueue(chunk)
      },
    })
    expect(await codeOf(readBytes(post(endless)))).toBe('payload_too_large')
    expect(sent).toBeLessThan(40)
  })

  test('of exactly 32 MiB is read', async () => {
    expect((await readBytes(post(new Uint8Array(bodyBytesMax)))).length).toBe(bodyBytesMax)
  })
})

test('multipart is told by its Content-Type', () => {
  expect(isMultipart(post('', { 'content-type': 'multipart/form-data; boundary=x' }))).toBe(true)
  expect(isMultipart(post('', { 'content-type': 'Multipart/Form-Data;boundary=x' }))).toBe(true)
  expect(isMultipart(post('', { 'content-type': 'multipart/form-database' }))).toBe(false)
  expect(isMultipart(post('', { 'content-type': 'application/json' }))).toBe(false)
  expect(isMultipart(post(''))).toBe(false)
})

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels)
}

function post(body: Body, headers: Record<string, string> = {}): Request {
  return new Request('http://localhost/', { method: 'POST', body, headers })
}
