import { expect, test } from 'bun:test'
import { failedKeys } from '../../../src/platform/http/failed-keys.ts'
import { noon, refusalOf } from '../../support/temporary-database.ts'

const minuteMs = 60_000

test('twenty wrong keys a minute pass as wrong keys; the next is told to wait', async () => {
  const failures = failedKeys()
  for (let n = 0; n < 20; n++) failures.count('10.0.0.1', noon + n)
  const refusal = await refusalOf(() => failures.count('10.0.0.1', noon + 20))
  expect(refusal.code).toBe('rate_limited')
  expect(refusal.details['retryAfterSeconds']).toBe(60)
})

test('the wait shrinks, does not grow with more tries, and ends after a minute', async () => {
  const failures = failedKeys()
  for (let n = 0; n < 20; n++) failures.count('10.0.0.1', noon)
  await refusalOf(() => failures.count('10.0.0.1', noon))
  const later = await refusalOf(() => failures.count('10.0.0.1', noon + minuteMs - 1))
  expect(later.details['retryAfterSeconds']).toBe(1)
  expect(() => failures.count('10.0.0.1', noon + minuteMs)).not.toThrow()
})

test('each address has its own count', async () => {
  const failures = failedKeys()
  for (let n = 0; n < 20; n++) failures.count('10.0.0.1', noon)
  await refusalOf(() => failures.count('10.0.0.1', noon))
  expect(() => failures.count('10.0.0.2', noon)).not.toThrow()
})

test('a minute without many failures begins anew', () => {
  const failures = failedKeys()
  for (let round = 0; round < 10; round++) {
    for (let n = 0; n < 20; n++) failures.count('10.0.0.1', noon + round * minuteMs + n)
  }
})

test('so many addresses at once never grow without end, and the newest are still counted', async () => {
  const failures = failedKeys()
  for (let n = 0; n < 20_000; n++) failures.count(`address ${n}`, noon)
  for (let n = 0; n < 19; n++) failures.count('address 19999', noon)
  expect((await refusalOf(() => failures.count('address 19999', noon))).code).toBe('rate_limited')
})
