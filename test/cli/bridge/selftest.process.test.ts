import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FakeTally, openFakeTally } from '../../../src/stand-ins/tally/fake-tally.ts'
import { sampleCompanies } from '../../../src/stand-ins/tally/sample-company.ts'
import { runDaybook } from '../run-daybook.ts'

/** Each starts the program: longer than Bun's limit on a busy computer, in milliseconds. */
setDefaultTimeout(180_000)

let tally: FakeTally
let dir: string

beforeAll(async () => {
  const companies = sampleCompanies().map((each) => ({ ...each, name: 'Daybook Selftest' }))
  tally = await openFakeTally({ companies, wrongCompanyOnWrite: 'postedIntoLoaded' })
  dir = mkdtempSync(join(tmpdir(), 'daybook-selftest-'))
})

afterAll(() => {
  tally.close()
  rmSync(dir, { recursive: true, force: true })
})

const run = (...words: string[]) =>
  runDaybook(['bridge', 'selftest', '--tally', tally.url, ...words])
const ofTest = ['--company', 'Daybook Selftest']

test('what is safe ends with 0, and its report is written as a page and as JSON', async () => {
  const file = join(dir, 'tally.html')
  const { code, stdout, stderr } = await run(...ofTest, '--only', 'letters', '--report', file)
  expect(stderr).toContain('1 of 2  safe  Ledgers, a unit and a stock item are made: made')
  expect(code).toBe(0)
  expect(stdout).toContain('2 safe')
  expect(readFileSync(file, 'utf8')).toContain('<h1>What this Tally does</h1>')
  const report = JSON.parse(readFileSync(join(dir, 'tally.json'), 'utf8'))
  expect(report.summary).toEqual({ safe: 2, unsafe: 0, unclear: 0, not_run: 0 })
})

test('what is not safe ends with 1, after the report was printed', async () => {
  const { code, stdout, stderr } = await run(...ofTest, '--only', 'closed_company', '--json')
  expect(code).toBe(1)
  expect(JSON.parse(stdout).summary.unsafe).toBe(1)
  expect(stderr).toContain('somebody has looked at: closed_company.')
})

test('a run that is refused leaves an earlier report as it was, and tries both its files before', async () => {
  const [page, json] = [join(dir, 'earlier.html'), join(dir, 'earlier.json')]
  writeFileSync(page, 'page')
  writeFileSync(json, 'json')
  const other = ['--company', 'Kulkarni General Stores', '--report']
  expect((await run(...other, page)).code).toBe(1)
  expect([readFileSync(page, 'utf8'), readFileSync(json, 'utf8')]).toEqual(['page', 'json'])
  mkdirSync(join(dir, 'taken.json'))
  expect((await run(...other, join(dir, 'taken.html'))).stderr).toContain(
    'taken.json cannot be written',
  )
})

test.each([
  [1, 'is not written to', ['--company', 'Kulkarni General Stores']],
  [1, 'name it .html', [...ofTest, '--report', 'report.json']],
  [2, '--company', []],
  [2, '--only', [...ofTest, '--only', 'nonsense']],
])('ends with %d and says "%s" for %j', async (code, said, words) => {
  const ran = await run(...words)
  expect(ran.stderr).toContain(said)
  expect(ran.code).toBe(code)
})
