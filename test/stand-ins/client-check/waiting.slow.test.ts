import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogue } from '../../../src/stand-ins/client-check/catalogue/catalogue.ts'
import type { Report } from '../../../src/stand-ins/client-check/check.ts'
import type { Client } from '../../../src/stand-ins/client-check/client.ts'
import { orders } from '../../../src/stand-ins/client-check/orders.ts'
import { scan } from '../../../src/stand-ins/client-check/scan.ts'
import { gradesOf, play, problemsOf } from './play.ts'
import { careful, documents, type Habits, ownClient, sales } from './waiting-client.ts'

/** Hundreds of calls; in milliseconds. */
setDefaultTimeout(300_000)

type Api = typeof documents

async function playOwn(api: Api, habits: Partial<Habits>, names?: string[]): Promise<Report> {
  const client = ownClient(api, { ...careful, ...habits })
  const { profile } = api
  const scenarios = profile.scenarios.filter(({ name }) => names?.includes(name) ?? true)
  return await play({ profile, client: client.at, booked: client.booked, scenarios })
}

/** Plays the first scenario to a client that makes one round. */
async function playRound(
  { profile }: Api,
  round: (api: string, key: string) => Promise<void>,
): Promise<Report> {
  const client = ({ base, key }: { base: string; key: string }): Client => ({
    roundsMax: 1,
    round: () => round(`${base}/api/public/v1`, key),
    kill: () => Promise.resolve(),
  })
  return await play({ profile, scenarios: profile.scenarios.slice(0, 1), client })
}

function wrongOf(report: Report): Record<string, string> {
  const wrong = Object.entries(gradesOf(report)).filter(([, grade]) => grade !== 'passed')
  return Object.fromEntries(wrong)
}

function failed(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, 'failed']))
}

/** What fails where a client does not look, how many wait for a bad one, and how it is told what it cannot learn. */
const services = [
  {
    api: documents,
    one: 'document',
    twice: ['twice', 'restored', 'lost_request', 'killed', 'revised'],
    kept: 4,
    named: /^The document DB\S+ \(\S+\) was booked 2 times\.$/,
    unshown: ['lease_over', 'revised'],
  },
  {
    api: sales,
    one: 'order',
    twice: [
      'twice',
      'restored',
      'revoked',
      'lost_request',
      'killed',
      'revised',
      'cancelled_meanwhile',
    ],
    kept: 9,
    named: /^The order CHECK\S+ \(\S+\) was booked 2 times\.$/,
    unshown: ['lease_over', 'revised', 'cancelled_meanwhile'],
  },
] as const

describe.each(services)('a client of the $one', ({ api, one, twice, kept, named, unshown }) => {
  test('that is careful passes everything', async () => {
    const report = await playOwn(api, {})
    expect(report.results.filter(({ grade }) => grade !== 'passed')).toEqual([])
    expect(report.results).toHaveLength(api.profile.scenarios.length + 1)
  })

  test('that does not look into its own books books twice what comes twice', async () => {
    const report = await playOwn(api, { looks: false })
    expect(wrongOf(report)).toEqual(failed(...twice))
    expect(problemsOf(report, 'killed')).toMatch(named)
  })

  test('that knows nothing of revisions and leases is not shown them', async () => {
    const report = await playOwn(api, { isThorough: false }, [...unshown])
    const notShown = unshown.map((name) => [name, 'not_shown'])
    expect(gradesOf(report)).toEqual({ ...Object.fromEntries(notShown), manners: 'passed' })
    expect(problemsOf(report, 'revised')).toMatch(
      new RegExp(`without \`revision\`: it cannot learn that an? ${one} changed`),
    )
  })

  test('that asks again and again is told how often', async () => {
    const names = ['unauthorized', 'too_many', 'back_off']
    const report = await playOwn(api, { hammers: true }, names)
    expect(names.map((name) => gradesOf(report)[name])).toEqual(['failed', 'failed', 'failed'])
    expect(problemsOf(report, 'unauthorized')).toMatch(/^It asked \d+ times within 1 seconds/)
    expect(problemsOf(report, 'too_many')).toContain(
      'before the 1 seconds of Retry-After were over',
    )
  })

  test('that one bad paper stops is told what waits for it', async () => {
    const report = await playOwn(api, { stopsAtBad: true }, ['poison'])
    const waits = /was neither acknowledged nor reported/g
    expect(problemsOf(report, 'poison').match(waits)).toHaveLength(kept)
  })

  test('that never calls shows nothing', async () => {
    const report = await playRound(api, () => Promise.resolve())
    expect(gradesOf(report)).toEqual({ plain: 'not_shown', manners: 'not_shown' })
  })
})

const nobodys = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

describe('a client that calls what is not there, or with what is out of bounds, is told so', () => {
  test('where it fetches documents, and its key is shown nowhere', async () => {
    const report = await playRound(documents, async (api, key) => {
      const headers = { authorization: `Bearer ${key}` }
      await fetch(`${api}/scans/unsynced?limit=5000`, { headers })
      await fetch(`${api}/scans/all`, { headers })
      await fetch(`${api}/scans/unsynced?key=${key}`)
      const body = JSON.stringify({ ids: [nobodys] })
      await fetch(`${api}/scans/mark-synced`, { method: 'POST', headers, body })
    })
    expect(report.results.at(-1)).toMatchObject({
      name: 'manners',
      grade: 'failed',
      problems: [
        expect.stringContaining('limit must be a whole number from 1 to 1000, got \\"5000\\"'),
        expect.stringContaining('GET /scan-export/api/public/v1/scans/all was answered 404'),
        expect.stringContaining('was answered 401'),
        expect.stringContaining('has the key in its address'),
        `It acknowledged ${nobodys}, which it was never given.`,
      ],
    })
    expect(JSON.stringify(report.trace)).not.toMatch(/dbk_[0-9A-Za-z]{5}/)
  })

  test('where it fetches orders', async () => {
    const report = await playRound(sales, async (api, key) => {
      const headers = { authorization: `Bearer ${key}` }
      const sync = (body: unknown) =>
        fetch(`${api}/orders/sync`, { method: 'POST', headers, body: JSON.stringify(body) })
      await fetch(`${api}/orders/unsynced?limit=500`, { headers })
      await fetch(`${api}/orders/all`, { headers })
      await fetch(`${api}/orders/unsynced`, { headers: { 'x-api-key': key } })
      await sync({ order_ids: [] })
      await sync({ orders: [{ order_id: nobodys }] })
    })
    expect(report.results.at(-1)).toMatchObject({
      name: 'manners',
      grade: 'failed',
      problems: [
        expect.stringContaining('limit must be a whole number from 1 to 200, got \\"500\\"'),
        expect.stringContaining('GET /storefront/api/public/v1/orders/all was answered 404'),
        expect.stringContaining('was answered 401'),
        expect.stringContaining('orders is missing: it must be a list'),
        `It acknowledged ${nobodys}, which it was never given.`,
      ],
    })
  })

  test('and one that leases under no UUID, or under one twice, is refused', async () => {
    const answers: string[] = []
    await playRound(sales, async (api, key) => {
      const id = nobodys.toUpperCase()
      for (const leaseId of ['mine', id, id.toLowerCase(), id]) {
        const url = `${api}/orders/unsynced?limit=1&lease=60&lease_id=${leaseId}`
        const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
        answers.push(`${answer.status} ${await answer.text()}`)
      }
    })
    expect(answers).toEqual([
      expect.stringMatching(/^400 .*lease_id must be a UUID/),
      expect.stringMatching(/^200 .*"lease_id":"0199a1b2-/),
      expect.stringMatching(/^400 .*lease_id must be a new one/),
      expect.stringMatching(/^400 .*lease_id must be a new one/),
    ])
  })
})

describe('a client of orders', () => {
  test.each(['takes it out', 'tells'] as const)(
    'does well with what is cancelled where it %s',
    async (cancelled) => {
      const report = await playOwn(sales, { cancelled }, [
        'plain',
        'cancelled',
        'cancelled_meanwhile',
      ])
      expect(report.results.filter(({ grade }) => grade !== 'passed')).toEqual([])
    },
  )

  test('that books totals is told of lines that are not in them, and of what is cancelled', async () => {
    const report = await playOwn(sales, { books: 'total' })
    expect(wrongOf(report)).toEqual(failed('short_total', 'cancelled', 'cancelled_meanwhile'))
    expect(problemsOf(report, 'short_total')).toContain(
      'was booked with 1092: what is delivered of it comes to 1050.00.',
    )
    expect(problemsOf(report, 'cancelled')).toContain('was booked with 1050: it is cancelled.')
  })

  test('that acknowledges before it books loses what it was killed with', async () => {
    const names = ['failed_after', 'lost_answer']
    const report = await playOwn(sales, { acknowledgesFirst: true }, names)
    expect(wrongOf(report)).toEqual(failed(...names))
    expect(problemsOf(report, 'lost_answer')).toContain('was acknowledged, but it is not booked.')
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
})

describe('the page of the scenarios', () => {
  test('names each', () => {
    const page = readFileSync(join(import.meta.dir, '../../../src/docs/verify-client.md'), 'utf8')
    for (const { name: profile, scenarios } of [scan, orders, catalogue]) {
      const [, part = ''] = page.split(new RegExp(`^## .*\\(\`${profile}\`\\)$`, 'm'))
      const [table = ''] = part.split(/^## /m)
      const named = [...table.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name)
      expect(named).toEqual([...scenarios.map(({ name }) => name), 'manners'])
    }
  })
})
