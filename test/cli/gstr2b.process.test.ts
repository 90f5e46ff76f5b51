import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readXlsxTable } from '../../src/platform/xlsx.ts'
import { openServedDatabase } from '../../src/platform/db/database.ts'
import { filedDocument, portalFile, supplier } from '../gstr2b/portal-file.ts'
import { temporaryDir } from '../support/temporary-database.ts'
import { runDaybook } from './run-daybook.ts'

let folder: ReturnType<typeof temporaryDir>

beforeEach(async () => {
  folder = temporaryDir()
  await openServedDatabase(folder.dir, Date.now()).close()
})

afterEach(() => folder[Symbol.dispose]())

const run = (...args: string[]) => runDaybook(['gstr2b', ...args, '--data', folder.dir.root])

/** The month before this one. */
function lastMonth(): { period: string; rtnprd: string; day: string } {
  const now = new Date()
  const before = new Date(Date.UTC(now.getFullYear(), now.getMonth() - 1, 3))
  const [year = '', month = ''] = before.toISOString().split('-')
  return { period: `${year}-${month}`, rtnprd: `${month}${year}`, day: `03-${month}-${year}` }
}

function writeMonth(name: string, gendt: string, ...numbers: string[]): string {
  const { rtnprd, day } = lastMonth()
  const inv = numbers.map((inum) => filedDocument({ inum, dt: day }))
  const file = join(folder.dir.root, name)
  writeFileSync(file, portalFile({ b2b: [supplier({ inv })] }, { rtnprd, gendt }))
  return file
}

test('a month is brought in, listed, and written as a table without formulas', async () => {
  const { period } = lastMonth()
  const file = writeMonth('2b.json', '14-01-2026', '=ST/118', 'ST/119')
  expect(JSON.parse((await run('import', file, '--json')).stdout)).toEqual({
    period,
    bills: 2,
    added: 2,
    gone: 0,
  })
  const listed: unknown = JSON.parse((await run('list', '--state', 'no_bill', '--json')).stdout)
  expect(listed).toMatchObject([{ number: '=ST/118', period }, { number: 'ST/119' }])
  expect((await run('list', '--month', period)).stdout).toContain('No bill  Shree Traders  ST/119')
  expect((await run('list', '--state', 'matched')).stdout).toContain('Nothing fits.')
  const [csv, xlsx] = [join(folder.dir.root, 'a.csv'), join(folder.dir.root, 'a.xlsx')]
  expect((await run('export', csv)).stdout).toContain('Wrote 2 lines')
  expect(readFileSync(csv, 'utf8')).toContain(`,"'=ST/118",`)
  await run('export', xlsx)
  const table = await readXlsxTable(readFileSync(xlsx))
  expect(table).toMatchObject({
    sheet: 'GSTR-2B',
    rows: [expect.anything(), expect.arrayContaining(['=ST/118', '1050']), expect.anything()],
  })
})

test('what the portal made earlier replaces nothing, unless that is said', async () => {
  await run('import', writeMonth('new.json', '15-01-2026', 'A'))
  const old = writeMonth('old.json', '14-01-2026', 'B')
  const refused = await run('import', old)
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('The portal made this file on'),
  ])
  expect((await run('import', old, '--replace-newer')).stdout).toContain('1 are new, 1 are gone')
})

test.each([
  ['a file that is not there', ['import', '/nowhere.json'], 1, 'cannot be read'],
  ['a file that is no GSTR-2B', ['import', import.meta.path], 1, 'neither JSON nor'],
  ['a table of another kind', ['export', 'a.pdf'], 1, 'end in .csv or .xlsx'],
  ['a state that there is not', ['list', '--state', 'lost'], 2, 'Allowed choices'],
])('refuses %s', async (_, words, wanted, says) => {
  const { code, stderr } = await run(...words)
  expect([code, stderr.includes(says)]).toEqual([wanted, true])
})
