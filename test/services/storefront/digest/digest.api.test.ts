import { join } from 'node:path'
import { describe, expect, test } from 'bun:test'
import { digestOf, listArticles } from '../../../../src/services/storefront/digest/compare.ts'
import { api } from '../../../support/member.ts'
import { openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const path = `${api}/products/digest`

type Line = { sku: string; stock_quantity: number; mrp: number; sale_price: number }

/** In the order of their UTF-8: a capital comes before a small letter, and both before Devanagari and an emoji. */
const lines: Line[] = ['A-1', 'A-2', 'A-2-M', 'B-1', 'b-1', 'चावल', '\u{1F35A}'].map((sku, at) => ({
  sku,
  stock_quantity: at - 1,
  mrp: 10_000 + at,
  sale_price: 9_950,
}))

const inRupees = ({ sku, stock_quantity, mrp, sale_price }: Line) => ({
  sku,
  stock_quantity,
  mrp: mrp / 100,
  sale_price: sale_price / 100,
  has_price: true,
})

const shop = untilEnd(await openShop())
const listedProducts = lines
  .filter(({ sku }) => sku !== 'A-2-M')
  .map((line) => ({
    ...inRupees(line),
    name: `Product ${line.sku}`,
    is_active: line.sku !== 'B-1',
    variants: line.sku === 'A-2' ? lines.filter(({ sku }) => sku === 'A-2-M').map(inRupees) : [],
  }))
const stored = await shop.store('POST', `${api}/products/bulk`, {
  body: { products: listedProducts },
})
expect(stored.json['summary']).toMatchObject({ created: 6, errors: 0 })

const compare = (ranges: unknown, key = shop.keys.storefront) =>
  shop.store('POST', path, { key, body: { ranges } })

const ofSome = (...skus: string[]) => digestOf(lines.filter(({ sku }) => skus.includes(sku)))

describe('comparing the catalogue', () => {
  test('says that all is the same, in one range or in many', async () => {
    const all = await compare([{ from: '', digest: digestOf(lines).toUpperCase() }])
    expect(all.json).toEqual({
      summary: { ranges: 1, same: 1, different: 0 },
      results: [{ from: '', before: null, same: true }],
    })
    const parts = await compare([
      { from: '', before: 'A-2', digest: ofSome('A-1') },
      { from: 'A-2', before: 'B-1', digest: ofSome('A-2', 'A-2-M') },
      { from: 'B-1', before: 'चावल', digest: ofSome('B-1', 'b-1') },
      { from: 'चावल', before: null, digest: ofSome('चावल', '\u{1F35A}') },
    ])
    expect(parts.json).toMatchObject({ summary: { ranges: 4, same: 4, different: 0 } })
    expect((await compare(parts.json['nothing'] ?? [])).json).toMatchObject({
      summary: { ranges: 0 },
    })
  })

  test('is of lines that any program can make: SKU, stock, MRP and price in paise', async () => {
    const digest = Bun.SHA256.hash('A-1\t-1\t10000\t9950\n', 'hex')
    const { json } = await compare([{ from: 'A-1', before: 'A-2', digest }])
    expect(json).toMatchObject({ summary: { same: 1 } })
    const nothing = Bun.SHA256.hash('', 'hex')
    expect((await compare([{ from: 'X', before: 'Y', digest: nothing }])).json).toMatchObject({
      summary: { same: 1 },
    })
  })

  test('is made so by the program of the page', async () => {
    const page = await Bun.file(join(import.meta.dir, '../../../../src/docs/storefront.md')).text()
    const program = /```python\n(import hashlib.*?)```/s.exec(page)?.[1] ?? ''
    const here = lines.map(({ sku, ...line }) => [sku, ...Object.values(line)])
    const run = async (articles: unknown[][]) => {
      const tuples = articles.map(
        (article) => `(${article.map((part) => JSON.stringify(part)).join(', ')})`,
      )
      const adapted = program
        .replace(
          /BASE, KEY = .*/,
          `BASE, KEY = "${shop.url}/storefront${api}", "${shop.keys.storefront}"`,
        )
        .replace(/articles = \[.*\].*/, () => `articles = [${tuples.join(', ')}]`)
        .replace('SIZE = 100', 'SIZE = 2')
      const child = Bun.spawn(['python3', '-c', adapted], { stdio: ['ignore', 'pipe', 'inherit'] })
      return (await new Response(child.stdout).text()).trim()
    }
    expect(program).toContain('hashlib.sha256')
    expect(await run(here.toReversed())).toBe('')
    expect(await run(here.map((line, at) => (at === 0 ? ['A-1', 99, 10_000, 9_950] : line)))).toBe(
      "['A-1', 'A-2']",
    )
  })

  test('names the ranges that differ, with what is here in them, hidden products and variants too', async () => {
    const { json } = await compare([
      { from: '', before: 'A-2', digest: ofSome('A-1') },
      { from: 'A-2', before: 'b-1', digest: ofSome('A-2') },
    ])
    expect(json).toEqual({
      summary: { ranges: 2, same: 1, different: 1 },
      results: [
        { from: '', before: 'A-2', same: true },
        {
          from: 'A-2',
          before: 'b-1',
          same: false,
          articles: lines.slice(1, 4).map((line) => ({
            ...inRupees(line),
            target: line.sku === 'A-2-M' ? 'variant' : 'product',
          })),
          more: false,
        },
      ],
    })
  })

  test('refuses ranges that overlap, go backwards or are empty', async () => {
    const digest = ofSome()
    for (const ranges of [
      [{ from: 'b', before: 'a', digest }],
      [{ from: 'a', before: 'a', digest }],
      [
        { from: 'a', before: 'c', digest },
        { from: 'b', before: 'd', digest },
      ],
      [
        { from: '', digest },
        { from: 'b', digest },
      ],
    ]) {
      const answer = await compare(ranges)
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('ranges.')])
    }
  })

  test('refuses what is no list of ranges, and too many of them', async () => {
    for (const ranges of [undefined, 'x', [1], [{ from: 1, digest: 'x' }], [{ from: 'a' }]]) {
      expect((await compare(ranges)).status).toBe(400)
    }
    const many = Array.from({ length: 1001 }, (_, at) => ({
      from: String(at).padStart(4, '0'),
      before: `${String(at).padStart(4, '0')}~`,
      digest: 'x',
    }))
    expect((await compare(many)).status).toBe(413)
    expect((await compare(many.slice(1))).status).toBe(200)
  })
})

test('a range of more articles than are compared in one go differs, and says that there are more', async () => {
  const products = Array.from({ length: 1_001 }, (_, at) => ({
    sku: `Z-${String(at).padStart(4, '0')}`,
    name: `Z ${at}`,
    mrp: 1,
  }))
  await shop.store('POST', `${api}/products/bulk`, { body: { products } })
  const { json } = await compare([{ from: 'Z-', before: 'Z-~', digest: ofSome() }])
  expect(json).toMatchObject({
    results: [{ same: false, more: true, articles: { length: 1_000 } }],
  })
})

test('a range is looked up at both ends, so that many ranges read no article twice', () => {
  const { read } = shop.database
  const plan = read.$client.query<{ detail: string }, [string, string, number]>(
    `EXPLAIN QUERY PLAN ${listArticles(read).toString()}`,
  )
  const steps = plan.all('', '', 1).map(({ detail }) => detail)
  expect(steps.filter((step) => step.endsWith('(sku>? AND sku<?)'))).toHaveLength(2)
})
