import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../src/platform/config.ts'
import { openForWriting, closeConnection } from '../../../src/platform/db/connection.ts'
import { openServedDatabase } from '../../../src/platform/db/database.ts'
import { type DataDir, dataDir, makeDataDir } from '../../../src/platform/disk/data-dir.ts'
import { examine, linesOf, summaryOf } from '../../../src/platform/doctor/examine.ts'
import type { Examined } from '../../../src/platform/doctor/finding.ts'
import { writeSetting } from '../../../src/platform/settings.ts'
import { confirmClock } from '../../../src/platform/upkeep/clock-guard.ts'
import { lastRunSetting } from '../../../src/platform/upkeep/daily.ts'
import { makeCertificate } from '../../support/certificate.ts'
import { dayMs } from '../../support/temporary-database.ts'

let folder: string
let dir: DataDir
const now = Date.now()

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-doctor-'))
  dir = await madeIn(join(folder, 'book'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function madeIn(root: string): Promise<DataDir> {
  const made = dataDir(root)
  makeDataDir(made)
  await openServedDatabase(made, now).close()
  return made
}

function examined(changes: Partial<Examined> = {}): Examined {
  const of = changes.dir ?? dir
  const free = { DAYBOOK_PORT: '0' }
  return {
    dir: of,
    serverUrl: undefined,
    readConfig: () => readConfig({}, free, of.config),
    env: { HOME: folder },
    now,
    ...changes,
  }
}

async function findingOf(name: string, changes: Partial<Examined> = {}) {
  const found = (await examine(examined(changes))).find((finding) => finding.name === name)
  return found ?? { state: 'nothing', says: '' }
}

async function change(work: (conn: ReturnType<typeof openForWriting>) => void): Promise<void> {
  const conn = openForWriting(dir.database, { synchronous: 'FULL', busyTimeoutMs: 0 })
  work(conn)
  closeConnection(conn)
  await Promise.resolve()
}

describe('a Daybook in good order', () => {
  test('has nothing wrong, and more than twenty things are looked at', async () => {
    const findings = await examine(examined())
    expect(findings.filter(({ state }) => state === 'bad')).toEqual([])
    expect(findings.length).toBeGreaterThan(20)
  })

  test('is left as it was: no probe stays behind', async () => {
    await examine(examined())
    const left = new Bun.Glob('.probe*').scanSync({ cwd: dir.root, dot: true })
    expect([...left]).toEqual([])
  })
})

describe('the data directory', () => {
  test('that is not there is said', async () => {
    const finding = await findingOf('data directory', { dir: dataDir(join(folder, 'none')) })
    expect(finding).toMatchObject({ state: 'bad', says: `There is no ${join(folder, 'none')}.` })
  })

  test.each(['OneDrive', 'OneDrive - Sharma Stores', 'Dropbox', 'Google Drive', 'iCloudDrive'])(
    'in %s is wrong',
    async (cloud) => {
      const synced = await madeIn(join(folder, cloud, 'daybook'))
      expect((await findingOf('cloud folder', { dir: synced })).state).toBe('bad')
    },
  )

  test('in a folder that only sounds alike is not', async () => {
    const other = await madeIn(join(folder, 'My Dropboxes', 'daybook'))
    expect((await findingOf('cloud folder', { dir: other })).state).toBe('good')
  })

  test('is looked for in the usual places a second time', async () => {
    const second = await madeIn(join(folder, '.local', 'share', 'daybook'))
    expect(await findingOf('one book')).toMatchObject({
      state: 'warning',
      says: expect.stringContaining(second.root),
    })
  })
})

describe('the database', () => {
  test('that is damaged is found', async () => {
    writeFileSync(dir.database, 'no database at all, whatever its name says'.repeat(200))
    expect((await findingOf('database')).state).toBe('bad')
  })

  test('of a newer Daybook is told apart from a damaged one', async () => {
    await change((conn) => {
      conn.$client.run('UPDATE __drizzle_migrations SET created_at = created_at + 1000000')
    })
    expect(await findingOf('version of the data')).toMatchObject({
      state: 'bad',
      says: expect.stringContaining('newer Daybook'),
    })
    expect((await findingOf('database')).state).toBe('good')
  })

  test('knows of a clock that went back', async () => {
    await change((conn) => confirmClock(conn, now + 3 * dayMs, 0))
    expect((await findingOf('clock')).state).toBe('bad')
  })

  test('knows which night did not come to its end', async () => {
    const run = { at: now, ended: true, problem: 'The disk is full.' }
    await change((conn) => writeSetting(conn, lastRunSetting({ name: 'backup' }), run))
    expect(await findingOf('nightly work')).toMatchObject({
      state: 'warning',
      says: 'The last "backup" did not come to its end: The disk is full.',
    })
  })

  test('knows that no night came for long', async () => {
    const run = { at: now - 9 * dayMs, ended: true }
    await change((conn) => writeSetting(conn, lastRunSetting({ name: 'backup' }), run))
    expect((await findingOf('nightly work')).state).toBe('warning')
  })
})

function nameOf(time: number): string {
  return `daybook-${stamp(time)}Z.1-nightly.tar`
}

function stamp(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replaceAll(':', '-')
}

describe('backups', () => {
  test('of last night are good', async () => {
    writeFileSync(join(dir.backups, nameOf(now - dayMs)), '')
    expect((await findingOf('backups')).state).toBe('good')
  })

  test('of last week are too old', async () => {
    writeFileSync(join(dir.backups, nameOf(now - 7 * dayMs)), '')
    expect((await findingOf('backups')).state).toBe('warning')
  })
})

describe('what Daybook is told', () => {
  test('has to be right', async () => {
    writeFileSync(dir.config, 'port = "many"')
    expect((await findingOf('settings')).state).toBe('bad')
  })

  test('has to be spelt right', async () => {
    expect(await findingOf('variables', { env: { DAYBOOK_PROT: '3300' } })).toMatchObject({
      state: 'warning',
      says: 'Daybook knows no variable DAYBOOK_PROT.',
    })
    expect((await findingOf('variables', { env: { DAYBOOK_PORT: '3300' } })).state).toBe('good')
  })

  test('may be a certificate, which must not have ended', async () => {
    const tls = makeCertificate(folder).files
    const soon = examined({ readConfig: () => ({ port: 0, tls, localName: undefined }) })
    expect((await findingOf('certificate', soon)).state).not.toBe('nothing')
    const late = { ...soon, now: now + 50 * 365 * dayMs }
    expect((await findingOf('certificate', late)).state).toBe('bad')
  })

  test('as a key that cannot be read is said', async () => {
    mkdirSync(dir.secretKey)
    expect((await findingOf('key of secrets')).state).toBe('bad')
  })
})

/** A line of the log. */
function line(time: number, message: string): string {
  return `{"@timestamp":"${new Date(time).toISOString()}","level":"ERROR","message":"${message}","logger":"daybook","properties":{}}\n`
}

describe('the server', () => {
  let other: Server | undefined

  afterEach(() => other?.close())

  test('that another program keeps the port from is said', async () => {
    other = createServer()
    const port = await new Promise<number>((resolve) => {
      other?.listen(0, '127.0.0.1', () => {
        const address = other?.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
    const taken = examined({ readConfig: () => ({ port, tls: undefined, localName: undefined }) })
    expect(await findingOf('port', taken)).toMatchObject({
      state: 'bad',
      says: `Another program listens on port ${port}, or another Daybook does.`,
    })
  })

  test('that holds the data without an answer hangs', async () => {
    const database = openServedDatabase(dir, now)
    try {
      const hanging = { serverUrl: 'http://127.0.0.1:9' }
      expect((await findingOf('server', hanging)).state).toBe('bad')
      expect((await findingOf('server')).state).toBe('warning')
    } finally {
      await database.close()
    }
    expect((await findingOf('server')).state).toBe('good')
  })

  test('is asked by its log as well', async () => {
    const file = join(dir.logs, 'daybook.log')
    writeFileSync(file, line(now - 3 * dayMs, 'A request failed.'))
    expect((await findingOf('errors')).state).toBe('good')
    writeFileSync(file, line(now - 1000, 'The log was not written.'))
    expect(await findingOf('errors')).toMatchObject({
      state: 'warning',
      says: 'There were 1 in the last 24 hours; the last one: The log was not written.',
    })
  })
})

test('what cannot be looked at does not hide the rest', async () => {
  rmSync(dir.logs, { recursive: true })
  mkdirSync(join(dir.root, 'logs', 'daybook.log'), { recursive: true })
  const findings = await examine(examined())
  expect(findings.find(({ name }) => name === 'errors')?.says).toStartWith(
    'This could not be looked at: ',
  )
  expect(findings.length).toBeGreaterThan(20)
})

test('findings are lines for a terminal, and a sentence', () => {
  const [fine, wrong] = [
    { name: 'port', state: 'good', says: '3292 is free.' },
    { name: 'clock', state: 'bad', says: 'It is 1970.', remedy: 'Set it.' },
  ] as const
  expect(linesOf(fine)).toEqual([expect.stringMatching(/^ok +port +3292 is free\.$/)])
  expect(linesOf(wrong)).toEqual([
    expect.stringMatching(/^WRONG +clock +It is 1970\.$/),
    expect.stringMatching(/^ +Set it\.$/),
  ])
  expect(summaryOf([fine, wrong])).toBe('2 things looked at: 1 wrong, 0 to look at.')
  expect(summaryOf([fine])).toBe('1 things looked at, all in order.')
})
