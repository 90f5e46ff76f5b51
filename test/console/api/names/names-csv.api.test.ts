import { expect, setDefaultTimeout, test } from 'bun:test'
import Papa from 'papaparse'
import { isJsonObject } from '../../../../src/platform/json/json.ts'
import { listed, ownersShop } from '../browser.ts'

// Two busy cores may take several times as long as an idle machine.
setDefaultTimeout(120_000)

const { shop, owner } = await ownersShop()

const check = (rows: unknown, kind = 'vendor') => owner.post('/names/import/check', { kind, rows })

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
    { outcome: 'created', message: null, conflicts: [], shadowed: null },
    {
      outcome: 'refused',
      message: 'The name is missing.',
      conflicts: [],
      shadowed: null,
    },
    {
      outcome: 'created',
      message: null,
      conflicts: [{ alias: 'acme', holder: 'Acme Traders' }],
      shadowed: null,
    },
    { outcome: 'unchanged', message: null, conflicts: [], shadowed: null },
    { outcome: 'updated', message: null, conflicts: [], shadowed: null },
  ])
  expect(listed(await owner.get('/names?kind=vendor')).map(({ name }) => name)).toEqual([
    'Acme Traders',
    'Zed Stores',
  ])
})

test('a row that cannot be taken says why in the words of its file', async () => {
  const rows = [
    { name: '\u200b', aliases: '' },
    { name: 'n'.repeat(201), aliases: '' },
    { name: 'Good', aliases: `a|${'b'.repeat(201)}` },
    { name: 'Good', aliases: 'a|\u200b' },
    { name: 'Good', aliases: Array.from({ length: 1_001 }, (_, i) => `a${i}`).join('|') },
  ]
  const { json } = await bringIn(rows)
  expect(json['rows']).toMatchObject([
    { message: 'The name is missing.' },
    { message: `The name “${'n'.repeat(40)}…” has 201 characters; at most 200 are allowed.` },
    { message: `The alias “${'b'.repeat(40)}…” has 201 characters; at most 200 are allowed.` },
    { message: 'An alias has no letters.' },
    { message: 'The row has 1,001 aliases; at most 1,000 can be added at once.' },
  ])
})

test('a file is looked at first, which changes nothing and says what bringing it in does', async () => {
  const rows = [
    { name: 'Seen First', aliases: 'SF|S. First' },
    { name: 'seen first', aliases: 'SF|Seen 1st' },
    { name: 'SF', aliases: '' },
    { name: 'Seen Second', aliases: 'S. First' },
    { name: '', aliases: 'SF' },
    { name: 'Seen Second', aliases: '' },
  ]
  const { json } = await check(rows)
  expect(json).toEqual({
    counts: { created: 3, updated: 1, unchanged: 1, refused: 1 },
    noted: [
      { at: 2, outcome: 'created', message: null, conflicts: [], shadowed: 'Seen First' },
      {
        at: 3,
        outcome: 'created',
        message: null,
        conflicts: [{ alias: 'S. First', holder: 'Seen First' }],
        shadowed: null,
      },
      { at: 4, outcome: 'refused', message: 'The name is missing.', conflicts: [], shadowed: null },
    ],
  })
  expect((await owner.get('/names?kind=vendor&search=seen')).json['total']).toBe(0)
  const done = (await bringIn(rows)).json['rows']
  const outcomes = Array.isArray(done) ? done.filter(isJsonObject) : []
  expect(outcomes.map(({ outcome }) => outcome)).toEqual([
    'created',
    'updated',
    'created',
    'created',
    'refused',
    'unchanged',
  ])
  const again = await check(rows)
  expect(again.json['counts']).toEqual({ created: 0, updated: 0, unchanged: 5, refused: 1 })
})

test('50,000 rows can be looked at, and not one more', async () => {
  const rows = Array.from({ length: 50_001 }, (_, i) => ({ name: `Bulk ${i}`, aliases: '' }))
  expect((await check(rows.slice(1), 'product')).json['counts']).toMatchObject({ created: 50_000 })
  const refused = await check(rows, 'product')
  expect([refused.status, refused.field]).toEqual([400, 'rows'])
})

test('a name that a spreadsheet would work out is downloaded as a text', async () => {
  await bringIn([
    { name: "'+91 Traders", aliases: "'=A|@B" },
    { name: '-Minus', aliases: '' },
  ])
  const found = listed(await owner.get('/names?kind=vendor&search=91%20traders'))
  expect(found).toMatchObject([
    { name: '+91 Traders', aliases: [{ alias: '=A' }, { alias: '@B' }] },
  ])
  const file = await fetch(`${shop.url}/console/api/names/export?kind=vendor`, {
    headers: { cookie: owner.cookie() },
  })
  const text = await file.text()
  expect(text).toContain(`"'+91 Traders","'=A|@B"`)
  expect(text).toContain(`"'-Minus"`)
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
  expect((await owner.get('/names?kind=vendor&search=many+')).json['total']).toBe(500)
})

test.each([
  [Array.from({ length: 501 }, () => ({ name: 'x', aliases: '' })), 'rows'],
  [[{ name: 'x' }], 'rows.0.aliases'],
  [[{ name: 7, aliases: '' }], 'rows.0.name'],
])('rows that are none are refused: %#', async (rows, field) => {
  const answer = await bringIn(rows)
  expect([answer.status, answer.field]).toEqual([400, field])
})
