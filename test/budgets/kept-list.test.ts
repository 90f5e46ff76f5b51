import { heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import { appHere } from '../support/app-here.ts'
import { statementsOf } from '../support/statements.ts'

const requests = 1_000

/** Objects in the heap, those that nobody uses any more too: nothing is collected while it is full of so few. */
function objects(): number {
  const counts = Object.values(heapStats().objectTypeCounts)
  return counts.reduce((sum, count) => sum + count, 0)
}

test('a list that has not changed costs no statement, and the objects of its budget', async () => {
  await using here = await appHere()
  const { key } = await here.addKey({ service: 'storefront', scopes: ['storefront:read'] })
  const seen = [
    statementsOf(here.database.read),
    await here.database.write((conn) => statementsOf(conn)),
  ]
  const list = async () => {
    const answer = await here.ask(key, 'storefront/products?limit=20')
    await answer.bytes()
    return answer.status
  }
  expect(await list()).toBe(200)
  await list()
  for (const statements of seen) statements.splice(0)
  Bun.gc(true)
  const before = objects()
  for (let n = 0; n < requests; n++) await list()
  const perRequest = (objects() - before) / requests
  expect(seen.flat()).toEqual([])
  // More than none: the heap was not emptied meanwhile. 78 with those of the request itself and of this test.
  expect(perRequest).toBeGreaterThan(20)
  expect(perRequest).toBeLessThanOrEqual(82)
})
