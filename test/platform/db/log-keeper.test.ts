import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { type Database, openServedDatabase } from '../../../src/platform/db/database.ts'
import { settings } from '../../../src/platform/tables.ts'
import { noon, openFilesIn, temporaryDir, until } from '../../support/temporary-database.ts'

const page = 'x'.repeat(4096)
const pagesAtOnce = 500

let temporary: ReturnType<typeof temporaryDir>
let database: Database

beforeEach(() => {
  temporary = temporaryDir()
  database = openServedDatabase(temporary.dir, noon)
})

afterEach(() => temporary[Symbol.dispose]())

/** Writes pages that did not exist before. */
async function fill(round: number): Promise<void> {
  await database.write((conn) => {
    for (let n = 0; n < pagesAtOnce; n++) {
      conn
        .insert(settings)
        .values({ name: `${round}-${n}`, value: page })
        .run()
    }
  })
}

function logPages(): number {
  const state = database.read.$client.query<{ log: number }, []>('PRAGMA wal_checkpoint(NOOP)')
  return state.get()?.log ?? 0
}

test('a long log comes into the book beside the server, which leaves no file open at its end', async () => {
  const before = statSync(database.file).size
  for (let round = 0; round < 5; round++) await fill(round)
  await until(() => statSync(database.file).size > before + 4 * pagesAtOnce * page.length)
  await database.close()
  expect(openFilesIn(temporary.dir.root)).toEqual([])
  expect(existsSync(`${database.file}-wal`)).toBe(false)
})

test('the log begins anew although writes never pause', async () => {
  let round = 0
  let [longest, now] = [0, 0]
  while (now >= longest) {
    longest = now
    await fill(round++)
    now = logPages()
  }
  expect(now).toBeLessThanOrEqual(3 * pagesAtOnce)
  await database.close()
  expect(round * pagesAtOnce).toBeGreaterThan(2_000)
})
