import { expect, test } from 'bun:test'
import { api } from '../support/member.ts'
import { idsOf, type CallOptions } from '../support/shop.ts'
import { openTestShop } from '../support/test-shop.ts'
import { untilEnd } from '../support/until-end.ts'

/* What Daybook-Test-Fail lets fail: each is asked for with an acknowledgement, and it is looked what became of that. */

const shop = untilEnd(await openTestShop())

/** Acknowledges all that waits, with a failure that is asked for; on a copy of the test's own. */
async function acknowledge(failure: string, key = shop.scanKey) {
  await shop.call('POST', `${api}/test/reset`, { key: shop.scanKey })
  const options: CallOptions = {
    key,
    headers: { 'daybook-test-fail': failure },
    body: { ids: idsOf(await list()) },
  }
  return await shop.call('POST', `${api}/scans/mark-synced`, options)
}

async function list(key = shop.scanKey) {
  return await shop.call('GET', `${api}/scans/unsynced`, { key })
}

async function countWaiting(): Promise<unknown> {
  return (await list()).json['count']
}

/** How many calls failed, as a monitor sees it. */
async function failedCalls(): Promise<string[]> {
  const { text } = await shop.call('GET', `${shop.url}/metrics`)
  return text.split('\n').filter((line) => line.includes('_count{status="5xx"}'))
}

test.each([
  ['429', 429],
  ['500', 500],
])('%s does nothing', async (failure, status) => {
  const answer = await acknowledge(failure)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('retry-after')).toBe(status === 429 ? '1' : null)
  expect(answer.json).toEqual({ error: expect.stringContaining('as asked for') })
  expect(await countWaiting()).toBe(2)
})

test('500-after-commit does what was sent, and says that it failed', async () => {
  expect((await acknowledge('500-after-commit')).status).toBe(500)
  expect(await countWaiting()).toBe(0)
})

test('cut does what was sent, and the connection ends in the middle of the answer', async () => {
  const error = await acknowledge('cut').then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(Error)
  expect(await countWaiting()).toBe(0)
})

test('slow does what was sent, long before the answer comes', async () => {
  await shop.call('POST', `${api}/test/reset`, { key: shop.scanKey })
  const giveUp = new AbortController()
  const answer = fetch(`${shop.url}/scan-export${api}/scans/mark-synced`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.scanKey}`, 'daybook-test-fail': 'slow' },
    body: JSON.stringify({ ids: idsOf(await list()) }),
    signal: giveUp.signal,
  })
  while ((await countWaiting()) !== 0) await Bun.sleep(10)
  giveUp.abort()
  expect(answer).rejects.toThrow()
})

test.each(['500-after-commit', 'cut'])(
  '%s of a call that is refused is the refusal, as nothing was done',
  async (failure) => {
    const answer = await shop.call('POST', `${api}/scans/mark-synced`, {
      key: shop.scanKey,
      headers: { 'daybook-test-fail': failure },
      body: { ids: 7 },
    })
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('ids')])
  },
)

test('cut leaves a HEAD as it is, which has nothing to cut', async () => {
  const headers = { authorization: `Bearer ${shop.scanKey}`, 'daybook-test-fail': 'cut' }
  const url = `${shop.url}/scan-export${api}/scans/unsynced`
  expect((await fetch(url, { method: 'HEAD', headers })).status).toBe(200)
})

test('a failure that is asked for is none to a monitor', async () => {
  const before = await failedCalls()
  expect(before).toHaveLength(1)
  await acknowledge('500')
  expect(await failedCalls()).toEqual(before)
})

test('what there is not is refused with all that there is, and nothing is done', async () => {
  const answer = await acknowledge('timeout')
  expect([answer.status, answer.text]).toEqual([
    400,
    expect.stringContaining('500-after-commit, cut, slow'),
  ])
  expect(await countWaiting()).toBe(2)
})

test('says nothing to a key of the book', async () => {
  const key = shop.keys.ravi
  const headers = { 'daybook-test-fail': '500' }
  const answer = await shop.call('GET', `${api}/scans/unsynced`, { key, headers })
  expect(answer.status).toBe(200)
})
