import { afterAll, beforeAll, expect, test } from 'bun:test'
import Papa from 'papaparse'
import { openShop, type Shop } from '../../../support/shop.ts'
import { listed, signedIn, type Browser } from '../browser.ts'

let shop: Shop
let owner: Browser

beforeAll(async () => {
  shop = await openShop()
  owner = await signedIn(shop, shop.users.owner)
})

afterAll(async () => {
  await shop.close()
})

const bringIn = (rows: unknown, kind = 'vendor') => owner.post('/names/import', { kind, rows })

test('a file is brought in row by row; a bad one changes nothing else', async () => {
  const rows = [
    { name: 'Acme Traders', aliases: 'ACME|Acme Trdrs' },
    { name: '', aliases: 'lost' },
    { name: 'Zed Stores', aliases: 'acme|ZED' },
    { name: 'acme traders', aliases: 'ACME' },
    { name: 'ACME TRADERS', aliases: 'Acme Co.' },
  ]
  const answer = await bringIn(rows)
  expect(answer.json['rows']).toEqual([
    { outcome: 'created', message: null, conflicts: [] },
    {
      outcome: 'refused',
      message: 'name must have 1 to 200 characters, got 0.',
      conflicts: [],
    },
    {
      outcome: 'created',
      message: null,
      conflicts: [{ alias: 'acme', holder: 'Acme Traders' }],
    },
    { outcome: 'unchanged', message: null, conflicts: [] },
    { outcome: 'updated', message: null, conflicts: [] },
  ])
  expect(listed(await owner.get('/names?kind=vendor')).map(({ name }) => name)).toEqual([
    'Acme Traders',
    'Zed Stores',
  ])
})

test('what is downloaded can be brought in again and changes nothing', async () => {
  const aliases = String.raw`Toor, loose|"Toor"|A\|B`
  await bringIn(
    [
      { name: 'Toor Dal, "loose"', aliases },
      { name: 'दाल', aliases: '' },
    ],
    'product',
  )
  const file = await fetch(`${shop.url}/console/api/names/export?kind=product`, {
    headers: { cookie: owner.cookie() },
  })
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="product-names.csv"')
  const { data } = Papa.parse((await file.text()).trim(), { header: true })
  expect(data).toEqual([
    { name: 'Toor Dal, "loose"', aliases },
    { name: 'दाल', aliases: '' },
  ])
  const again = await bringIn(data, 'product')
  expect(again.json['rows']).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'unchanged' }])
})

test('many rows of many aliases are all entered', async () => {
  const rows = Array.from({ length: 500 }, (_, i) => ({
    name: `Many ${i}`,
    aliases: Array.from({ length: 20 }, (_alias, j) => `M${i}-${j}`).join('|'),
  }))
  const answer = await bringIn(rows)
  expect(answer.status).toBe(200)
  expect((await owner.get('/names?kind=vendor&q=many+')).json['total']).toBe(500)
})

test.each([
  [Array.from({ length: 501 }, () => ({ name: 'x', aliases: '' })), 'rows'],
  [[{ name: 'x' }], 'rows.0.aliases'],
  [[{ name: 7, aliases: '' }], 'rows.0.name'],
])('rows that are none are refused: %#', async (rows, field) => {
  const answer = await bringIn(rows)
  expect([answer.status, answer.field]).toEqual([400, field])
})
