import { expect, test } from 'bun:test'
import { limitedPlace, openPlace } from '../../../src/platform/offsite/place.ts'
import { codeOf } from '../../support/temporary-database.ts'

/** A storage that takes every request, and answers none. */
function silentPlace() {
  const server = Bun.serve({ port: 0, fetch: () => new Promise<Response>(() => {}) })
  const address = { kind: 's3', bucket: 'shop', prefix: '', region: 'us-east-1' } as const
  const endpoint = `http://127.0.0.1:${server.port}`
  const place = openPlace({ ...address, endpoint, accessKeyId: 'id' }, 'secret')
  return { place, [Symbol.dispose]: () => void server.stop(true) }
}

test('a place that never answers is waited for no longer than the limit', async () => {
  using silent = silentPlace()
  const place = limitedPlace(silent.place, { limitMs: 10, signal: new AbortController().signal })
  const calls = [place.read('a', 1), place.list('a'), place.create('a', new Uint8Array(1))]
  for (const call of calls.map(codeOf)) expect(await call).toBe('unavailable')
})

test('a place that never answers is left when Daybook stops', async () => {
  using silent = silentPlace()
  const stopping = new AbortController()
  const place = limitedPlace(silent.place, { limitMs: 60_000, signal: stopping.signal })
  const begun = codeOf(place.write('a', new Uint8Array(1)))
  stopping.abort()
  expect(await begun).toBe('unavailable')
  expect(await codeOf(place.remove('a'))).toBe('unavailable')
})
