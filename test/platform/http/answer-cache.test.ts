import { beforeEach, describe, expect, test } from 'bun:test'
import { AnswerCache } from '../../../src/platform/http/answer-cache.ts'
import { etagOf } from '../../../src/platform/http/reply.ts'
import { attachContext, contextOf } from '../../../src/platform/http/request.ts'

const mebibyte = 1024 * 1024
const entriesMax = 256

/** The version of the data, and how often it was read. */
let version: number
let reads: number
let cache: AnswerCache

beforeEach(() => {
  version = 1
  reads = 0
  cache = new AnswerCache(() => version)
})

function requestTo(path: string, headers: Record<string, string> = {}): Request {
  const request = new Request(`http://shop.example${path}`, { headers })
  attachContext(request, { id: '', address: '', origin: 'http://shop.example', rows: 0 })
  return request
}

const read = (text: string, rows = 1) => {
  return () => {
    reads++
    return { text, rows, version }
  }
}

const refuse = () => {
  throw new RangeError('refused')
}

/** Read after another process changed the data. */
const readBehind = () => ({ text: 'newer', rows: 1, version: 2 })

const found = async (path: string) => await cache.find(requestTo(path))?.text()

describe('the answer cache', () => {
  test('finds an answer by its address once it was given', async () => {
    expect(await found('/a?x=1')).toBeUndefined()
    const first = cache.answer(requestTo('/a?x=1'), 'a 1', read('{"rows":"₹"}'))
    expect(await first.text()).toBe('{"rows":"₹"}')
    expect(await found('/a?x=1')).toBe('{"rows":"₹"}')
    expect(reads).toBe(1)
  })

  test('keeps one answer for all ways to write its address', async () => {
    cache.answer(requestTo('/a?x=1'), 'a 1', read('one'))
    expect(await found('/a?x=1&y=2')).toBeUndefined()
    const same = cache.answer(requestTo('/a?x=1&y=2'), 'a 1', read('never read'))
    expect(await same.text()).toBe('one')
    expect(await found('/a?x=1&y=2')).toBe('one')
    expect(reads).toBe(1)
  })

  test('remembers no address that its route refused', async () => {
    expect(() => cache.answer(requestTo('/a'), 'a', refuse)).toThrow(RangeError)
    expect(await found('/a')).toBeUndefined()
    cache.answer(requestTo('/b'), 'a', read('one'))
    expect(await found('/a')).toBeUndefined()
  })

  test('drops everything when the version of the data moved, forwards or back', async () => {
    for (const next of [2, 1]) {
      cache.answer(requestTo('/a'), 'a', read('old'))
      version = next
      expect(await found('/a')).toBeUndefined()
      const fresh = cache.answer(requestTo('/a'), 'a', read('new'))
      expect(await fresh.text()).toBe('new')
      version = 10 + next
    }
  })

  test('keeps nothing that was read from another version than the one it knows', async () => {
    expect(await cache.answer(requestTo('/a'), 'a', readBehind).text()).toBe('newer')
    expect(await found('/a')).toBeUndefined()
  })

  test('tells addresses that links begin with apart', async () => {
    cache.answer(requestTo('/a'), 'a', read('one'))
    const elsewhere = new Request('http://10.0.0.2/a')
    attachContext(elsewhere, { id: '', address: '', origin: 'http://10.0.0.2', rows: 0 })
    expect(cache.find(elsewhere)).toBeUndefined()
    expect(await cache.answer(elsewhere, 'a', read('other')).text()).toBe('other')
    expect(await found('/a')).toBe('one')
  })

  test('says for the call log how many rows an answer carries', () => {
    cache.answer(requestTo('/a'), 'a', read('text', 7))
    for (const headers of [{}, { 'if-none-match': '*' }]) {
      const again = requestTo('/a', headers)
      cache.find(again)
      expect(contextOf(again).rows).toBe(7)
    }
  })

  test('answers with the ETag of the bytes, and If-None-Match with 304', async () => {
    const first = cache.answer(requestTo('/a'), 'a', read('चावल'))
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toBe(etagOf(new TextEncoder().encode('चावल')))
    expect(cache.find(requestTo('/a'))?.headers.get('etag')).toBe(etag)
    const same = cache.find(requestTo('/a', { 'if-none-match': etag }))
    expect([same?.status, await same?.text(), same?.headers.get('etag')]).toEqual([304, '', etag])
    expect(cache.find(requestTo('/a', { 'if-none-match': '"x"' }))?.status).toBe(200)
  })
})

describe('what is kept', () => {
  test('are 256 answers: the one that was not used for longest goes', async () => {
    for (let i = 0; i < entriesMax; i++) cache.answer(requestTo(`/${i}`), `${i}`, read(`${i}`))
    expect(await found('/0')).toBe('0')
    cache.answer(requestTo('/more'), 'more', read('more'))
    expect(await found('/1')).toBeUndefined()
    expect([await found('/0'), await found('/2'), await found('/more')]).toEqual(['0', '2', 'more'])
  })

  test('are 16 MiB, whatever letters they are made of', async () => {
    // Three bytes each.
    const large = 'क'.repeat((5 * mebibyte) / 3)
    for (const name of ['a', 'b', 'c']) cache.answer(requestTo(`/${name}`), name, read(large))
    expect(await found('/a')).toHaveLength(large.length)
    cache.answer(requestTo('/d'), 'd', read(large))
    expect(await found('/b')).toBeUndefined()
    for (const path of ['/a', '/c', '/d']) expect(await found(path)).toHaveLength(large.length)
  })

  test('is no answer that alone is larger, and the others stay', async () => {
    cache.answer(requestTo('/a'), 'a', read('one'))
    const large = cache.answer(requestTo('/large'), 'large', read('x'.repeat(16 * mebibyte + 1)))
    expect(await large.bytes()).toHaveLength(16 * mebibyte + 1)
    expect(await found('/large')).toBeUndefined()
    expect(await found('/a')).toBe('one')
  })

  test('makes room again when the data changed', async () => {
    const large = 'x'.repeat(9 * mebibyte)
    for (version of [1, 2, 3]) {
      cache.answer(requestTo('/a'), 'a', read(large))
      cache.answer(requestTo('/b'), 'b', read('one'))
      expect(await found('/a')).toHaveLength(large.length)
    }
  })
})
