import { expect, test } from 'bun:test'
import { AppError } from '../../../src/platform/errors.ts'
import { requireAnswerable, setLag } from '../../../src/platform/http/request.ts'
import { refusalOf } from '../../support/temporary-database.ts'

const request = (method: string) => new Request('http://127.0.0.1/', { method })
const late = new AppError('unavailable', 'It is too old.')

const current = { lagSeconds: () => 3.21, refusal: () => undefined, problem: () => undefined }

test('a standby answers what only reads, until its book is too old', async () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS']) requireAnswerable(current, request(method))
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const refusal = await refusalOf(() => requireAnswerable(current, request(method)))
    expect([refusal.code, refusal.message]).toEqual([
      'unavailable',
      expect.stringContaining('it only reads'),
    ])
  }
  const old = { ...current, refusal: () => late }
  expect(await refusalOf(() => requireAnswerable(old, request('GET')))).toBe(late)
})

test('a first Daybook answers everything, and says nothing of a lag', () => {
  const headers = new Headers()
  requireAnswerable(undefined, request('POST'))
  setLag(headers, undefined)
  expect(headers.has('daybook-lag')).toBe(false)
})

test('a standby says how old its book is, once it knows', () => {
  const headers = new Headers()
  setLag(headers, { ...current, lagSeconds: () => undefined, refusal: () => late })
  expect(headers.has('daybook-lag')).toBe(false)
  setLag(headers, current)
  expect(headers.get('daybook-lag')).toBe('3.2')
})
