import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../../src/stand-ins/client-check/check.ts'
import { catalogue } from '../../../src/stand-ins/client-check/catalogue/catalogue.ts'
import { orders } from '../../../src/stand-ins/client-check/orders.ts'
import { scan } from '../../../src/stand-ins/client-check/scan.ts'
import { careful, type Habits, ownClient } from './clients.ts'
import { gradesOf, play, problemsOf } from './play.ts'

async function playOwn(habits: Habits, names?: string[]): Promise<Report> {
  const client = ownClient(habits)
  const scenarios = scan.scenarios.filter(({ name }) => names?.includes(name) ?? true)
  return await play({ client: client.at, booked: client.booked, scenarios })
}

describe('a careful client', () => {
  test('passes everything', async () => {
    const report = await playOwn(careful)
    expect(report.results.filter(({ grade }) => grade !== 'passed')).toEqual([])
    expect(report.results).toHaveLength(scan.scenarios.length + 1)
  })
})

describe('a client', () => {
  test('that does not look into its own books books twice what comes twice', async () => {
    const report = await playOwn({ ...careful, looks: false })
    const wrong = Object.entries(gradesOf(report)).filter(([, grade]) => grade !== 'passed')
    expect(Object.fromEntries(wrong)).toEqual({
      twice: 'failed',
      restored: 'failed',
      lost_request: 'failed',
      killed: 'failed',
      revised: 'failed',
    })
    expect(problemsOf(report, 'killed')).toMatch(
      /^The document DB\S+ \(\S+\) was booked 2 times\.$/,
    )
  })

  test('that knows nothing of revisions and leases is not shown them', async () => {
    const report = await playOwn({ ...careful, isThorough: false }, ['revised', 'lease_over'])
    expect(gradesOf(report)).toEqual({
      revised: 'not_shown',
      lease_over: 'not_shown',
      manners: 'passed',
    })
    expect(problemsOf(report, 'revised')).toContain('without `revision`')
  })

  test('that asks again at once is told how often', async () => {
    const names = ['unauthorized', 'too_many', 'back_off']
    const report = await playOwn({ ...careful, hammers: true }, names)
    expect(names.map((name) => gradesOf(report)[name])).toEqual(['failed', 'failed', 'failed'])
    expect(problemsOf(report, 'unauthorized')).toMatch(/^It asked \d+ times within 1 seconds/)
    expect(problemsOf(report, 'too_many')).toContain(
      'before the 1 seconds of Retry-After were over',
    )
  })

  test('that one bad document stops is told what waits for it', async () => {
    const report = await playOwn({ ...careful, stopsAtBad: true }, ['poison'])
    expect(gradesOf(report)['poison']).toBe('failed')
    expect(
      problemsOf(report, 'poison').match(/was neither acknowledged nor reported/g),
    ).toHaveLength(4)
  })

  test('that never calls shows nothing', async () => {
    const silent = { roundsMax: 1, round: () => Promise.resolve(), kill: () => Promise.resolve() }
    const report = await play({ client: () => silent, scenarios: scan.scenarios.slice(0, 1) })
    expect(gradesOf(report)).toEqual({ plain: 'not_shown', manners: 'not_shown' })
  })

  test('that calls what is not there, or with what is out of bounds, is told so', async () => {
    const report = await play({
      scenarios: scan.scenarios.slice(0, 1),
      client: ({ base, key }) => ({
        roundsMax: 1,
        async round() {
          const api = `${base}/api/public/v1`
          const headers = { authorization: `Bearer ${key}` }
          await fetch(`${api}/scans/unsynced?limit=5000`, { headers })
          await fetch(`${api}/scans/all`, { headers })
          await fetch(`${api}/scans/unsynced?key=${key}`)
          const body = JSON.stringify({ ids: ['0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'] })
          await fetch(`${api}/scans/mark-synced`, { method: 'POST', headers, body })
        },
        kill: () => Promise.resolve(),
      }),
    })
    expect(report.results.at(-1)).toMatchObject({
      name: 'manners',
      grade: 'failed',
      problems: [
        expect.stringContaining('limit must be a whole number from 1 to 1000, got \\"5000\\"'),
        expect.stringContaining('GET /scan-export/api/public/v1/scans/all was answered 404'),
        expect.stringContaining('was answered 401'),
        expect.stringContaining('has the key in its address'),
        'It acknowledged 0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b, which it was never given.',
      ],
    })
    expect(JSON.stringify(report.trace)).not.toMatch(/dbk_[0-9A-Za-z]{5}/)
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
