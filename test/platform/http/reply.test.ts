import { describe, expect, test } from 'bun:test'
import { AppError } from '../../../src/platform/errors.ts'
import { etagOf, jsonReply, matches, refusalReply } from '../../../src/platform/http/reply.ts'

const text = '{"a":1}'
const etag = etagOf(text)

describe('the answer to a GET', () => {
  test('carries its JSON, a strong ETag of it, and may be kept but not used unasked', async () => {
    const reply = jsonReply(get(), 200, text)
    expect(reply.status).toBe(200)
    expect(await reply.text()).toBe(text)
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(reply.headers.get('etag')).toBe(etag)
    expect(etag).toMatch(/^"[^"]+"$/)
    expect(reply.headers.get('cache-control')).toBe('private, no-cache')
  })

  test('is 304 without a body when the client has it', async () => {
    const reply = jsonReply(get({ 'if-none-match': etag }), 200, text)
    expect(reply.status).toBe(304)
    expect(await reply.text()).toBe('')
    expect(reply.headers.get('etag')).toBe(etag)
    expect(reply.headers.get('cache-control')).toBe('private, no-cache')
    expect(reply.headers.has('content-type')).toBe(false)
  })

  test.each([
    [etag, true],
    [`W/${etag}`, true],
    ['*', true],
    [' * ', true],
    [`"other", ${etag}`, true],
    [`"other",W/${etag} , "third"`, true],
    ['"other"', false],
    ['', false],
    [etag.slice(1, -1), false],
  ])('If-None-Match %s: %p', (ifNoneMatch, expected) => {
    expect(matches(ifNoneMatch, etag)).toBe(expected)
  })

  test('changes its ETag with every change of its bytes', () => {
    const tags = ['', 'a', 'b', 'aa', 'ß', 'ss', '{"a":1}', '{"a":2}'].map((body) => etagOf(body))
    expect(new Set(tags).size).toBe(tags.length)
  })
})

test('an answer to anything else carries no ETag', () => {
  const post = new Request('http://localhost/', {
    method: 'POST',
    headers: { 'if-none-match': '*' },
  })
  const reply = jsonReply(post, 200, text)
  expect(reply.status).toBe(200)
  expect(reply.headers.has('etag')).toBe(false)
  expect(jsonReply(get(), 201, text, { 'x-more': 'yes' }).headers.get('x-more')).toBe('yes')
  expect(jsonReply(get({ 'if-none-match': '*' }), 201, text).status).toBe(201)
})

describe('a refusal', () => {
  test.each([
    ['invalid_request', 400],
    ['unauthorized', 401],
    ['forbidden', 403],
    ['not_found', 404],
    ['method_not_allowed', 405],
    ['conflict', 409],
    ['payload_too_large', 413],
    ['rate_limited', 429],
    ['internal', 500],
    ['unavailable', 503],
    ['out_of_space', 507],
  ] as const)('%s is %d', (code, status) => {
    expect(refusalReply(new AppError(code, 'No.'), {}).status).toBe(status)
  })

  test('says in its headers what the client can do', () => {
    expect(header(new AppError('unauthorized', 'No.'), 'www-authenticate')).toBe('Bearer')
    expect(header(new AppError('forbidden', 'No.'), 'www-authenticate')).toBeNull()
    const byCookie = refusalReply(new AppError('unauthorized', 'No.'), {}, 'cookie')
    expect(byCookie.headers.get('www-authenticate')).toBeNull()
    const later = new AppError('unavailable', 'Later.', { retryAfterSeconds: 5 })
    expect(header(later, 'retry-after')).toBe('5')
    const method = new AppError('method_not_allowed', 'No.', { allow: ['GET', 'HEAD'] })
    expect(header(method, 'allow')).toBe('GET, HEAD')
  })
})

function header(error: AppError, name: string): string | null {
  return refusalReply(error, {}).headers.get(name)
}

function get(headers: Record<string, string> = {}): Request {
  return new Request('http://localhost/', { headers })
}
