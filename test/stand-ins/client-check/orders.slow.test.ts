import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Report } from '../../../src/stand-ins/client-check/check.ts'
import { orders } from '../../../src/stand-ins/client-check/orders.ts'
import { carefulWithOrders, orderClient, type OrderHabits } from './order-client.ts'
import { gradesOf, play, problemsOf } from './play.ts'

/** Hundreds of calls; in milliseconds. */
setDefaultTimeout(300_000)

async function playOwn(habits: OrderHabits, names?: string[]): Promise<Report> {
  const client = orderClient(habits)
  const scenarios = orders.scenarios.filter(({ name }) => names?.includes(name) ?? true)
  return await play({ profile: orders, client: client.at, booked: client.booked, scenarios })
}

function wrongOf(report: Report): Record<string, string> {
  const wrong = Object.entries(gradesOf(report)).filter(([, grade]) => grade !== 'passed')
  return Object.fromEntries(wrong)
}

describe('a careful client of orders', () => {
  test('passes everything', async () => {
    const report = await playOwn(carefulWithOrders)
    expect(report.results.filter(({ grade }) => grade !== 'passed')).toEqual([])
    expect(report.results).toHaveLength(orders.scenarios.length + 1)
  })
})

describe('a client of orders', () => {
  test.each(['takes it out', 'tells'] as const)(
    'does well with what is cancelled where it %s',
    async (cancelled) => {
      const names = ['plain', 'cancelled', 'cancelled_meanwhile']
      const report = await playOwn({ ...carefulWithOrders, cancelled }, names)
      expect(report.results.filter(({ grade }) => grade !== 'passed')).toEqual([])
    },
  )

  test('that leases under no UUID, or under one twice, is refused', async () => {
    const answers: string[] = []
    await play({
      profile: orders,
      scenarios: orders.scenarios.slice(0, 1),
      client: ({ base, key }) => ({
        roundsMax: 1,
        async round() {
          const id = '0199A1B2-7C3D-7E4F-8A5B-6C7D8E9F0A1B'
          for (const leaseId of ['mine', id, id.toLowerCase(), id]) {
            const url = `${base}/api/public/v1/orders/unsynced?limit=1&lease=60&lease_id=${leaseId}`
            const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
            answers.push(`${answer.status} ${await answer.text()}`)
          }
        },
        kill: () => Promise.resolve(),
      }),
    })
    expect(answers).toEqual([
      expect.stringMatching(/^400 .*lease_id must be a UUID/),
      expect.stringMatching(/^200 .*"lease_id":"0199a1b2-/),
      expect.stringMatching(/^400 .*lease_id must be a new one/),
      expect.stringMatching(/^400 .*lease_id must be a new one/),
    ])
  })

  test('that does not look into its own books books twice what comes twice', async () => {
    const report = await playOwn({ ...carefulWithOrders, looks: false })
    expect(wrongOf(report)).toEqual({
      twice: 'failed',
      restored: 'failed',
      revoked: 'failed',
      lost_request: 'failed',
      killed: 'failed',
      revised: 'failed',
      cancelled_meanwhile: 'failed',
    })
    expect(problemsOf(report, 'killed')).toMatch(
      /^The order CHECK\S+ \(\S+\) was booked 2 times\.$/,
    )
  })

  test('that books totals is told of lines that are not in them, and of what is cancelled', async () => {
    const report = await playOwn({ ...carefulWithOrders, books: 'total' })
    expect(wrongOf(report)).toEqual({
      short_total: 'failed',
      cancelled: 'failed',
      cancelled_meanwhile: 'failed',
    })
    expect(problemsOf(report, 'short_total')).toContain(
      'was booked with 1092: what is delivered of it comes to 1050.00.',
    )
    expect(problemsOf(report, 'cancelled')).toContain('was booked with 1050: it is cancelled.')
  })

  test('that acknowledges before it books loses what it was killed with', async () => {
    const names = ['failed_after', 'lost_answer']
    const report = await playOwn({ ...carefulWithOrders, acknowledgesFirst: true }, names)
    expect(wrongOf(report)).toEqual({ failed_after: 'failed', lost_answer: 'failed' })
    expect(problemsOf(report, 'lost_answer')).toContain('was acknowledged, but it is not booked.')
  })

  test('that asks again and again is told how often', async () => {
    const names = ['slow', 'unauthorized', 'too_many', 'back_off']
    const report = await playOwn({ ...carefulWithOrders, hammers: true }, names)
    expect(names.slice(1).map((name) => gradesOf(report)[name])).toEqual([
      'failed',
      'failed',
      'failed',
    ])
    expect(problemsOf(report, 'unauthorized')).toMatch(/^It asked \d+ times within 1 seconds/)
  })

  test('that does not wait for an answer is told so', async () => {
    const { promise: answered, resolve } = Promise.withResolvers<void>()
    let isFirst = true
    const report = await play({
      profile: orders,
      scenarios: orders.scenarios.filter(({ name }) => name === 'slow'),
      // The slow answer comes when the client has asked often enough.
      pause: () => (isFirst ? Promise.resolve() : answered),
      client: ({ base, key }) => ({
        roundsMax: 1,
        async round() {
          isFirst = false
          const url = `${base}/api/public/v1/orders/unsynced`
          const ask = () => fetch(url, { headers: { authorization: `Bearer ${key}` } })
          const first = ask()
          for (let at = 0; at < 20; at += 1) await (await ask()).text()
          resolve()
          await (await first).text()
        },
        kill: () => Promise.resolve(),
      }),
    })
    expect(problemsOf(report, 'slow')).toMatch(
      /It asked \d+ times more while it was being answered/,
    )
  })

  test('that one bad order stops is told what waits for it', async () => {
    const report = await playOwn({ ...carefulWithOrders, stopsAtBad: true }, ['poison'])
    expect(problemsOf(report, 'poison').match(/was neither acknowledged nor/g)).toHaveLength(9)
  })

  test('that knows nothing of revisions and leases is not shown them', async () => {
    const names = ['lease_over', 'revised', 'cancelled_meanwhile']
    const report = await playOwn({ ...carefulWithOrders, isThorough: false }, names)
    expect(names.map((name) => gradesOf(report)[name])).toEqual([
      'not_shown',
      'not_shown',
      'not_shown',
    ])
    expect(problemsOf(report, 'revised')).toContain('cannot learn that an order changed')
  })

  test('that calls what is not there, or with what is out of bounds, is told so', async () => {
    const report = await play({
      profile: orders,
      scenarios: orders.scenarios.slice(0, 1),
      client: ({ base, key }) => ({
        roundsMax: 1,
        async round() {
          const api = `${base}/api/public/v1`
          const headers = { authorization: `Bearer ${key}` }
          const sync = (body: unknown) =>
            fetch(`${api}/orders/sync`, { method: 'POST', headers, body: JSON.stringify(body) })
          await fetch(`${api}/orders/unsynced?limit=500`, { headers })
          await fetch(`${api}/orders/all`, { headers })
          await fetch(`${api}/orders/unsynced`, { headers: { 'x-api-key': key } })
          await sync({ order_ids: [] })
          await sync({ orders: [{ order_id: '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b' }] })
        },
        kill: () => Promise.resolve(),
      }),
    })
    expect(report.results.at(-1)).toMatchObject({
      name: 'manners',
      grade: 'failed',
      problems: [
        expect.stringContaining('limit must be a whole number from 1 to 200, got \\"500\\"'),
        expect.stringContaining('GET /storefront/api/public/v1/orders/all was answered 404'),
        expect.stringContaining('was answered 401'),
        expect.stringContaining('orders is missing: it must be a list'),
        'It acknowledged 0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b, which it was never given.',
      ],
    })
  })
})
