import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { readConfig } from '../../../src/platform/config.ts'
import { openServedDatabase } from '../../../src/platform/db/database.ts'
import { examine } from '../../../src/platform/doctor/examine.ts'
import type { Examined } from '../../../src/platform/doctor/finding.ts'
import { reportOf } from '../../../src/platform/doctor/report.ts'
import { temporaryDir } from '../../support/temporary-database.ts'

// The doctor measures the disk.
setDefaultTimeout(60_000)

let folder: ReturnType<typeof temporaryDir>

beforeEach(async () => {
  folder = temporaryDir()
  await openServedDatabase(folder.dir, Date.now()).close()
  writeFileSync(folder.dir.config, 'port = 0\n')
})

afterEach(() => folder[Symbol.dispose]())

function examined(): Examined {
  const { dir } = folder
  return {
    dir,
    serverUrl: undefined,
    readConfig: () => readConfig({}, {}, dir.config),
    env: {},
    now: Date.now(),
  }
}

/** The parts of the report, by their names. */
async function parts(): Promise<Record<string, string>> {
  const { bytes } = await reportOf(examined())
  const entries = Object.entries(unzipSync(bytes))
  return Object.fromEntries(entries.map(([name, part]) => [name, strFromU8(part)]))
}

function changeBook(sql: string): void {
  const book = new Database(folder.dir.database, { strict: true })
  book.run(sql)
  book.close()
}

function refusalOfConfig(): string {
  try {
    examined().readConfig()
    return ''
  } catch (error) {
    return String(error)
  }
}

const names = ['READ ME.txt', 'about.json', 'doctor.txt', 'settings.json', 'config.txt', 'log.txt']

const troubles: [string, () => unknown, string][] = [
  [
    'a database that is cut off',
    () => truncateSync(folder.dir.database, 5000),
    '"missing": "settings.json could not be written: ',
  ],
  [
    'a database that is none',
    () => writeFileSync(folder.dir.database, 'nonsense '.repeat(9000)),
    '"missing": "settings.json could not be written: ',
  ],
  ['no database', () => rmSync(folder.dir.database), '{}'],
  [
    'a database of a newer Daybook',
    () => changeBook("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', 9e15)"),
    '{',
  ],
  [
    'a setting that is no JSON',
    () => changeBook("INSERT INTO settings VALUES ('daily.x', '{')"),
    'could not be written',
  ],
]

test.each(troubles)('is written whole with %s', async (_, harm, settings) => {
  for (const file of ['-wal', '-shm']) rmSync(`${folder.dir.database}${file}`, { force: true })
  harm()
  const written = await parts()
  expect(Object.keys(written)).toEqual(names)
  expect(written['settings.json']).toContain(settings)
  expect(written['doctor.txt']).toContain('things looked at')
  expect(written['about.json']).toContain('"version"')
  expect(written['config.txt']).toContain('port = 0')
})

test('is written whole with a database that another program holds', async () => {
  const holder = new Database(folder.dir.database, { strict: true })
  holder.run('PRAGMA locking_mode = EXCLUSIVE')
  holder.run('BEGIN EXCLUSIVE')
  holder.run("INSERT INTO settings VALUES ('x', '1')")
  const written = await parts()
  holder.close()
  expect(written['settings.json']).toContain('could not be written: database is locked')
  expect(written['config.txt']).toContain('port = 0')
})

test('is written whole with a log that cannot be read', async () => {
  rmSync(folder.dir.logs, { recursive: true })
  mkdirSync(join(folder.dir.logs, 'daybook.log'), { recursive: true })
  const written = await parts()
  expect(written['log.txt']).toContain('log.txt could not be written: ')
  expect(written['doctor.txt']).toContain('errors')
})

test('is written whole without a data directory', async () => {
  rmSync(folder.dir.root, { recursive: true })
  const written = await parts()
  expect(Object.keys(written)).toEqual(names)
  expect(written['doctor.txt']).toContain('There is no ')
})

const marker = 'Zq9-4711-marker'

test.each([
  ['without quotes', `port = 0\nmetrics_token = ${marker}`],
  ['in a list', `port = 0\nmetrics_token = ["${marker}"]`],
  ['in a table', `port = 0\n[metrics_token]\na = "${marker}"`],
  ['twice', `port = 0\nmetrics_token = "${marker}"\nmetrics_token = "${marker}"`],
  ['in a text that does not end', `port = 0\nmetrics_token = "${marker}`],
  ['behind another setting', `port = 0 # ${marker}\nmetrics_token = 5`],
  ['in an address', `port = 0\npublic_url = "https://me:${marker}@shop.example.com"`],
  ['in half an address', `port = 0\npublic_url = "me:${marker}@shop.example.com"`],
  ['in the address of images', `port = 0\nimage_base_url = "https://me:${marker}@example.com"`],
])('says no secret of daybook.toml that stands %s, and neither does doctor', async (_, text) => {
  writeFileSync(folder.dir.config, text)
  expect(JSON.stringify(await parts())).not.toContain(marker)
  expect(JSON.stringify(await examine(examined()))).not.toContain(marker)
  expect(refusalOfConfig()).not.toContain(marker)
})

test('leaves out what the log of an earlier version says of values that were refused', async () => {
  const line = { properties: { error: 'customer_phone must be text, got 919811122233.' } }
  writeFileSync(join(folder.dir.logs, 'daybook.log'), `${JSON.stringify(line)}\n`)
  const written = await parts()
  expect(written['log.txt']).toBe('{"properties":{"error":"customer_phone must be text."}}')
})
