import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCallLog } from '../../../src/accounts/call-log/call-log.ts'
import {
  readLastUses,
  listCalls,
  summariseCalls,
  findRunningServer,
} from '../../../src/accounts/call-log/read-calls.ts'
import { calls } from '../../../src/accounts/call-log/tables.ts'
import { dataDir, makeDataDir, type DataDir } from '../../../src/platform/disk/data-dir.ts'
import {
  closeConnection,
  openForReading,
  openForWriting,
} from '../../../src/platform/db/connection.ts'
import { runMigrations } from '../../../src/platform/db/migrate.ts'
import type { Call } from '../../../src/platform/http/request.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { openFilesIn } from '../../support/temporary-database.ts'

const noon = Date.UTC(2026, 10, 25, 12)

describe('the call log', () => {
  let dir: DataDir

  beforeEach(() => {
    dir = dataDir(mkdtempSync(join(tmpdir(), 'daybook-calls-')))
    makeDataDir(dir)
  })

  afterEach(() => {
    rmSync(dir.root, { recursive: true, force: true })
  })

  test('knows when and from where a key was last used', () => {
    logged([callOf('tally', 1), callOf('tally', 2), callOf('zoho', 3)])
    expect(readLastUses(dir)).toEqual(
      new Map([
        ['tally', { lastUsedAt: noon + 2, address: '192.168.1.2' }],
        ['zoho', { lastUsedAt: noon + 3, address: '192.168.1.3' }],
      ]),
    )
  })

  test('keeps the newest 200 calls of each key', () => {
    logged(Array.from({ length: 350 }, (_, i) => callOf('tally', i)))
    logged([callOf('tally', 999), callOf('zoho', 1)])
    const conn = openForReading(dir.calls)
    const kept = conn.select().from(calls).all()
    closeConnection(conn)
    const ofTally = kept.filter(({ keyId }) => keyId === 'tally')
    expect(ofTally).toHaveLength(200)
    expect(ofTally.at(-1)?.at).toBe(noon + 999)
    expect(kept.filter(({ keyId }) => keyId === 'zoho')).toHaveLength(1)
  })

  test('counts a call as failed when some of its rows were refused, and keeps the first sentence', () => {
    const error = 'RICE-5KG: there is no product or variant with this SKU.'
    logged([
      callOf('erp', 1),
      { ...callOf('erp', 2), rows: 3, refusedRows: 2, error },
      { ...callOf('erp', 3), status: 409, error: 'Not enough stock.' },
    ])
    const page = { keyId: 'erp', limit: 10, offset: 0 }
    const { items, total } = listCalls(dir, { ...page, failedOnly: true })
    expect(total).toBe(2)
    expect(items[1]).toMatchObject({ status: 200, rows: 3, refusedRows: 2, error })
    expect(summariseCalls(dir, ['erp']).get('erp')).toMatchObject({
      calls: 3,
      failed: 2,
      partlyRefused: 1,
      lastStatus: 409,
      lastRefusedRows: 0,
    })
  })

  test('of an earlier Daybook is kept: its calls have no refused rows', () => {
    const conn = openForWriting(dir.calls, { synchronous: 'NORMAL', busyTimeoutMs: 0 })
    runMigrations(conn, 'calls')
    conn.$client.run('ALTER TABLE calls DROP COLUMN refused_rows')
    conn.$client.run(
      `DELETE FROM __drizzle_migrations
       WHERE created_at > (SELECT min(created_at) FROM __drizzle_migrations)`,
    )
    conn.$client.run(
      `INSERT INTO calls (key_id, at, method, path, status, rows, duration_ms)
       VALUES ('erp', ${noon}, 'GET', '/', 200, 5, 1)`,
    )
    closeConnection(conn)
    logged([callOf('erp', 1)])
    const { items } = listCalls(dir, { keyId: 'erp', failedOnly: false, limit: 10, offset: 0 })
    expect(items.map(({ rows, refusedRows }) => [rows, refusedRows])).toEqual([
      [1, 0],
      [5, 0],
    ])
    expect(readdirSync(dir.root).filter((name) => name.includes('damaged'))).toEqual([])
  })

  test('leaves out calls without a key', () => {
    logged([callOf(undefined, 1)])
    expect(readLastUses(dir).size).toBe(0)
  })

  test('tells other processes where the server answers', () => {
    expect(findRunningServer(dir)).toBeUndefined()
    const log = openCallLog(dir, silentLog, noon)
    log.announce({ pid: 7, url: 'http://127.0.0.1:3292' }, noon)
    log.announce({ pid: 8, url: 'http://127.0.0.1:4000' }, noon)
    log.close()
    expect(findRunningServer(dir)).toMatchObject({ pid: 8, url: 'http://127.0.0.1:4000' })
  })

  test('that is damaged is put aside, and a new one made: the server starts', () => {
    writeFileSync(dir.calls, 'not a database, by a bad disk'.repeat(500))
    expect(findRunningServer(dir)).toBeUndefined()
    logged([callOf('tally', 1)])
    expect(readLastUses(dir).get('tally')?.lastUsedAt).toBe(noon + 1)
    expect(readdirSync(dir.root)).toContain(`calls.db.damaged-${noon}`)
    expect(openFilesIn(dir.root)).toEqual([])
    expect(existsSync(dir.database)).toBe(false)
  })

  function logged(all: readonly Call[]): void {
    const log = openCallLog(dir, silentLog, noon)
    for (const call of all) log.add(call)
    log.close()
  }
})

function callOf(keyId: string | undefined, n: number): Call {
  return {
    id: `request-${n}`,
    address: `192.168.1.${n}`,
    origin: 'http://127.0.0.1:3292',
    rows: 1,
    at: noon + n,
    method: 'GET',
    path: '/api/public/v1/vendors',
    status: 200,
    durationMs: 1,
    ...(keyId === undefined ? {} : { keyId }),
  }
}
