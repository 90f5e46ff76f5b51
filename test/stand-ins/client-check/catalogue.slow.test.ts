import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { catalogue } from '../../../src/stand-ins/client-check/catalogue/catalogue.ts'
import type { Report } from '../../../src/stand-ins/client-check/check.ts'
import { carefulWithArticles, catalogueClient, type CatalogueHabits } from './catalogue-client.ts'
import { gradesOf, play, problemsOf } from './play.ts'

/** Hundreds of calls; in milliseconds. */
setDefaultTimeout(300_000)

async function playOwn(habits: Partial<CatalogueHabits>, names?: string[]): Promise<Report> {
  const client = catalogueClient({ ...carefulWithArticles, ...habits })
  const scenarios = catalogue.scenarios.filter(({ name }) => names?.includes(name) ?? true)
  return await play({
    profile: catalogue,
    client: client.at,
    booked: client.books,
    scenarios,
    onStep: client.begin,
  })
}

function wrongOf(report: Report): Record<string, string> {
  const wrong = Object.entries(gradesOf(report)).filter(([, grade]) => grade !== 'passed')
  return Object.fromEntries(wrong)
}

describe('a careful client of the catalogue', () => {
  test('passes everything', async () => {
    const report = await playOwn({})
    expect(report.results.filter(({ grade }) => grade !== 'passed')).toEqual([])
    expect(report.results).toHaveLength(catalogue.scenarios.length + 1)
  })
})

describe('a client of the catalogue', () => {
  test('that sends nothing again loses what did not arrive', async () => {
    const report = await playOwn({ repeats: false })
    expect(wrongOf(report)).toEqual({
      unknown_sku: 'failed',
      compared: 'failed',
      unauthorized: 'failed',
      forbidden: 'failed',
      too_many: 'failed',
      back_off: 'failed',
      lost_request: 'failed',
      killed: 'failed',
    })
    expect(problemsOf(report, 'lost_request')).toContain(
      'DAL-1KG is in your books, and did not arrive.',
    )
  })

  test('that sends again and again is told how often', async () => {
    const names = ['row_refused', 'image_refused', 'unauthorized', 'too_many', 'back_off']
    const report = await playOwn({ hammers: true }, names)
    expect(names.map((name) => gradesOf(report)[name])).toEqual(names.map(() => 'failed'))
    expect(problemsOf(report, 'row_refused')).toMatch(/was sent \d+ times, and refused each time\./)
    expect(problemsOf(report, 'image_refused')).toMatch(/with an image that was refused each time/)
    expect(problemsOf(report, 'too_many')).toContain('seconds of Retry-After were over')
  })

  test('that sends no smaller parts is told what did not arrive', async () => {
    const report = await playOwn({ splits: false }, ['too_large'])
    expect(problemsOf(report, 'too_large')).toContain('did not arrive')
  })

  test('that sends prices as texts, or without their paise, is told so', async () => {
    const texts = await playOwn({ prices: 'texts' }, ['plain'])
    expect(problemsOf(texts, 'plain')).toContain('products[0] (DAL-1KG): mrp must be a number')
    const whole = await playOwn({ prices: 'whole rupees' }, ['plain'])
    expect(problemsOf(whole, 'plain')).toContain(
      'DAL-1KG has the selling price 175.5 in your books, and arrived with 175.00.',
    )
  })

  test('that says an article twice, and differently, is told so', async () => {
    const report = await playOwn({ contradicts: true }, ['plain'])
    expect(problemsOf(report, 'plain')).toContain('One call says DAL-1KG twice, and differently')
  })

  test('that counts without as_of is not shown it, and is told where it forgets it', async () => {
    const bare = await playOwn({ counts: 'bare' }, ['sold_meanwhile'])
    expect(gradesOf(bare)['sold_meanwhile']).toBe('not_shown')
    const later = await playOwn({ counts: 'bare afterwards' }, ['sold_meanwhile'])
    expect(problemsOf(later, 'sold_meanwhile')).toContain(
      'After pending_deducted the stock of DAL-1KG was sent without as_of.',
    )
  })

  test('that tries its articles before it sends them is graded by what it sends', async () => {
    const good = { sku: 'SALT', name: 'Salt', mrp: 20 }
    const image = `data:image/png;base64,${btoa('SALT')}`
    const tried = {
      products: [
        { ...good, images: [image] },
        { ...good, sku: 'TEA', mrp: '20' },
      ],
    }
    const names = ['plain', 'row_refused', 'image_refused']
    const report = await play({
      profile: catalogue,
      scenarios: catalogue.scenarios.filter(({ name }) => names.includes(name)),
      client: (place) => ({
        roundsMax: 1,
        async round() {
          await post(place, 'bulk?dry_run=true', tried)
          await post(place, 'stock', { updates: [{ sku: 'SALT', stock_quantity: 1 }] })
          await post(place, 'bulk', { products: [good] })
        },
        kill: () => Promise.resolve(),
      }),
    })
    expect(gradesOf(report)).toEqual({
      plain: 'passed',
      row_refused: 'passed',
      image_refused: 'not_shown',
      manners: 'passed',
    })
    const [answer = ''] = report.trace.map((traced) => traced.answer)
    expect(JSON.parse(answer).summary).toMatchObject({ created: 1, errors: 1 })
  })

  test('that sends stock of a variant before its product, counted or not, passes', async () => {
    const as_of = '2026-08-01T10:00:00+05:30'
    const variant = { sku: 'SHIRT-M', size: 'M', stock_quantity: 5, sale_price: 300 }
    const product = { sku: 'SHIRT', name: 'Shirt', mrp: 400, as_of, variants: [variant] }
    const names = ['plain', 'sold_meanwhile']
    const report = await play({
      profile: catalogue,
      scenarios: catalogue.scenarios.filter(({ name }) => names.includes(name)),
      client: (place) => ({
        roundsMax: 2,
        async round() {
          await post(place, 'stock', { updates: [{ sku: 'SHIRT-M', stock_quantity: 5, as_of }] })
          await post(place, 'bulk', { products: [product] })
        },
        kill: () => Promise.resolve(),
      }),
    })
    expect(report.results.filter(({ grade }) => grade !== 'passed')).toEqual([])
    const answers = report.trace.map(({ answer }) => answer).join('\n')
    expect(answers).toContain('"pending_deducted":2')
    expect(answers).not.toContain('"error"')
  })

  test.each([
    ['the same', { updates: [{ sku: 'SALT', stock_quantity: 1 }] }, /It asked \d+ times more/],
    ['something else', { updates: [{ sku: 'TEA', stock_quantity: 1 }] }, /^$/],
  ])('that sends %s while it is being answered', async (_what, meanwhile, told) => {
    const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isFirst = true
    const report = await play({
      profile: catalogue,
      scenarios: catalogue.scenarios.filter(({ name }) => name === 'slow'),
      // The slow answer comes when the client has sent often enough.
      pause() {
        if (isFirst) return Promise.resolve()
        arrived.resolve()
        return answered.promise
      },
      client: (place) => ({
        roundsMax: 1,
        async round() {
          isFirst = false
          const first = post(place, 'stock', { updates: [{ sku: 'SALT', stock_quantity: 1 }] })
          await arrived.promise
          for (let at = 0; at < 20; at += 1) await post(place, 'stock', meanwhile)
          answered.resolve()
          await first
        },
        kill: () => Promise.resolve(),
      }),
    })
    expect(problemsOf(report, 'slow')).toMatch(told)
  })

  test('that never calls shows nothing', async () => {
    const silent = { roundsMax: 1, round: () => Promise.resolve(), kill: () => Promise.resolve() }
    const scenarios = catalogue.scenarios.slice(0, 1)
    const report = await play({ profile: catalogue, client: () => silent, scenarios })
    expect(gradesOf(report)).toEqual({ plain: 'not_shown', manners: 'not_shown' })
  })
})

type Place = { base: string; key: string }

async function post({ base, key }: Place, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${base}/api/public/v1/products/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  })
  await response.text()
}
