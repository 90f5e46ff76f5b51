import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { forgetOldChanges, isBehind, markChanges, readChanges } from '../../src/changes/feed.ts'
import type { ChangeKind } from '../../src/changes/feed.ts'
import { addName } from '../../src/names/add-name.ts'
import { mergeNames, moveAlias, removeAlias, removeName } from '../../src/names/change-names.ts'
import { openServedDatabase, type Database } from '../../src/platform/db/database.ts'
import { copyDatabase } from '../../src/platform/db/migrate.ts'
import {
  codeOf,
  dayMs,
  noon as now,
  temporaryDatabase,
  temporaryDir,
  type TemporaryDatabase,
} from '../support/temporary-database.ts'

const kinds: readonly ChangeKind[] = ['vendor', 'product_name']

let opened: TemporaryDatabase
let database: Database

beforeEach(() => {
  opened = temporaryDatabase()
  database = opened.database
})

afterEach(async () => {
  await opened[Symbol.asyncDispose]()
})

const read = (after?: string, limit = 100) => readChanges(database.read, { after, kinds, limit })

/** What changed behind a place: `-` before what is gone. */
const ids = (after?: string) => read(after).found.map(({ id, isGone }) => (isGone ? `-${id}` : id))

const add = async (name: string, aliases: string[] = []) =>
  (await database.write((conn) => addName(conn, 'vendor', { name, aliases }, now))).id

const aliasOf = (id: string) =>
  database.read.$client
    .query<{ id: string }, [string]>('SELECT id FROM aliases WHERE name_id = ?')
    .get(id)?.id ?? ''

describe('the feed of changes', () => {
  test('has each thing once, in the order in which it last changed', async () => {
    const acme = await add('Acme')
    const best = await add('Best')
    expect(ids()).toEqual([acme, best])
    await add('Acme', ['ACME Ltd'])
    expect(ids()).toEqual([best, acme])
  })

  test('goes on behind a place, and says where it ends', async () => {
    const all: string[] = []
    for (const name of ['A', 'B', 'C', 'D', 'E']) all.push(await add(name))
    const pages: string[][] = []
    let page = read(undefined, 2)
    for (; page.isMore; page = read(page.next, 2)) pages.push(page.found.map(({ id }) => id))
    pages.push(page.found.map(({ id }) => id))
    expect(pages).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)])
    expect(ids(page.next)).toEqual([])
    expect(isBehind(database.read, page.next)).toBe(false)
    const next = await add('F')
    expect(isBehind(database.read, page.next)).toBe(true)
    expect(ids(page.next)).toEqual([next])
  })

  test('begins now for whoever wants only what comes', async () => {
    await add('Acme')
    const { found, next } = read('now')
    expect(found).toEqual([])
    const best = await add('Best')
    expect(ids(next)).toEqual([best])
  })

  test('tells what is gone, and every way in which aliases move', async () => {
    const acme = await add('Acme', ['ACME Ltd'])
    const best = await add('Best')
    let { next } = read()
    const since = () => {
      const seen = ids(next)
      next = read().next
      return seen
    }
    await database.write((conn) => moveAlias(conn, { id: aliasOf(acme), to: best }, now))
    expect(since().toSorted()).toEqual([acme, best].toSorted())
    await database.write((conn) => removeAlias(conn, aliasOf(best)))
    expect(since()).toEqual([best])
    await database.write((conn) => mergeNames(conn, { from: best, into: acme }, now))
    expect(since().toSorted()).toEqual([`-${best}`, acme].toSorted())
    await database.write((conn) => removeName(conn, acme))
    expect(since()).toEqual([`-${acme}`])
  })

  test('holds nothing of what was taken back', async () => {
    const { next } = read()
    const refused = database.write((conn) => {
      addName(conn, 'vendor', { name: 'Acme', aliases: [] }, now)
      throw new RangeError('refused')
    })
    expect(await refused.catch(String)).toContain('refused')
    expect(ids(next)).toEqual([])
  })

  test.each(['', 'x', '0-', '-1', '0-1x', '0-1-2', 'Now', '0-1.', '0-1.x'])(
    'has no place called %p',
    async (place) => {
      expect(await codeOf(() => read(place))).toBe('invalid_request')
    },
  )

  test('does not reach to a place that never was', async () => {
    await add('Acme')
    for (const place of ['zzz-1', '0-2', '0-999999']) {
      expect([place, await codeOf(() => read(place))]).toEqual([place, 'gone'])
    }
  })

  test('goes on over a start of the server', async () => {
    await add('Acme')
    const { next } = read()
    await database.write((conn) => markChanges(conn, now))
    const best = await add('Best')
    expect(ids(next)).toEqual([best])
  })

  test('begins anew behind a book that was put back to an earlier time', async () => {
    const acme = await add('Acme')
    const kept = read().next
    using earlier = temporaryDir()
    copyDatabase(database.read, earlier.dir.database)
    await add('Best')
    const { next: later } = read()
    const restored = openServedDatabase(earlier.dir, now)
    await restored.write((conn) => {
      markChanges(conn, now)
      for (const name of ['Other', 'More']) addName(conn, 'vendor', { name, aliases: [] }, now)
    })
    const of = (after: string) => readChanges(restored.read, { after, kinds, limit: 100 })
    expect(await codeOf(() => of(later))).toBe('gone')
    const found = of(kept).found.map(({ id }) => id)
    expect(found).toHaveLength(2)
    expect(found).not.toContain(acme)
    await restored.close()
  })

  test('tells who stopped halfway what is gone, or that it is forgotten', async () => {
    const [acme, best] = [await add('Acme'), await add('Best')]
    const { next: start } = read()
    await database.write((conn) => removeName(conn, acme))
    await database.write((conn) => removeName(conn, best))
    const other = await add('Other')
    const night = (day: number) =>
      database.write((conn) => forgetOldChanges(conn, now + day * dayMs))
    for (let day = 1; day <= 29; day++) await night(day)
    const [more, last] = [await add('More'), await add('Last')]
    const page = read(start, 1)
    expect(page.found).toMatchObject([{ id: acme, isGone: true }])
    expect(ids(page.next)).toEqual([`-${best}`, other, more, last])
    const nearlyAll = read(page.next, 3)
    expect([nearlyAll.isMore, ids(nearlyAll.next)]).toEqual([true, [last]])
    for (let day = 30; day <= 32; day++) await night(day)
    expect(await codeOf(() => read(page.next))).toBe('gone')
    expect(ids(nearlyAll.next)).toEqual([last])
  })

  test('forgets what is gone after 30 days, and who was away for as long begins anew', async () => {
    const acme = await add('Acme')
    await database.write((conn) => markChanges(conn, now))
    const { next: early } = read()
    await database.write((conn) => removeName(conn, acme))
    const best = await add('Best')
    for (let day = 0; day <= 29; day++) {
      await database.write((conn) => forgetOldChanges(conn, now + day * dayMs))
    }
    expect(ids(early)).toEqual([`-${acme}`, best])
    const { next } = read()
    await database.write((conn) => forgetOldChanges(conn, now + 31 * dayMs))
    expect(await codeOf(() => read(early))).toBe('gone')
    expect(ids()).toEqual([best])
    expect(ids(next)).toEqual([])
  })
})

test('every table that the feed follows has its triggers', () => {
  const tables = database.read.$client
    .query<{ name: string; n: number }, []>(
      "SELECT tbl_name AS name, count(*) AS n FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'changes_*' GROUP BY 1 ORDER BY 1",
    )
    .all()
    .map(({ name, n }) => [name, n])
  expect(tables).toEqual([
    ['aliases', 3],
    ['catalogue_state', 1],
    ['names', 3],
    ['orders', 3],
    ['products', 1],
    ['scans', 3],
  ])
})
