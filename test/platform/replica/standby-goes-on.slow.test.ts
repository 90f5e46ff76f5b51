import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readConfig } from '../../../src/platform/config.ts'
import { openServedDatabase } from '../../../src/platform/db/database.ts'
import { examine } from '../../../src/platform/doctor/examine.ts'
import { openPlace } from '../../../src/platform/offsite/place.ts'
import { becomeStandby, claimBook, finishPromotion } from '../../../src/platform/replica/roles.ts'
import { listClaims } from '../../../src/platform/replica/claims.ts'
import { takeNext } from '../../../src/platform/replica/bring-book.ts'
import { readReplica, readStatus } from '../../../src/platform/replica/replica-file.ts'
import type { Standby } from '../../../src/platform/replica/standby.ts'
import { codeOf, noon, refusalOf } from '../../support/temporary-database.ts'
import { vendors } from '../backup/filled-shop.ts'
import { copiedShop, hostile, offerEvil, row, sql, writtenAround } from './copied-shop.ts'

/* Where the place turns hostile a standby goes on with what it has: it serves that, is promoted with that, and says so. */

// A standby begins once Litestream has run for some seconds.
setDefaultTimeout(60_000)

/** Of the counters of changes, and of changes of the schema, in the head of the file (source: SQLite, "Database File Format", 1.3). */
const countersAt = [24, 40]

let copied: Awaited<ReturnType<typeof copiedShop>>
let standby: Standby | undefined

beforeEach(async () => {
  copied = await copiedShop()
})

afterEach(async () => {
  await standby?.stop()
  standby = undefined
  copied[Symbol.dispose]()
})

const follow = async () => {
  standby = await copied.follow()
  return standby
}

const names = (from: Standby) =>
  from.database.read.$client
    .query<{ name: string }, []>('SELECT name FROM names ORDER BY name')
    .all()
    .map(({ name }) => name)

const rename = (name: string) => sql(`UPDATE names SET name = '${name}'`)

/** A book with a schema that SQLite does not understand, and that counts as changed. */
const unreadable = () => {
  const bytes = Buffer.from(
    readFileSync(copied.good, 'latin1').replaceAll('CREATE TABLE `names`', 'CREATE TABEL `names`'),
    'latin1',
  )
  for (const at of countersAt) bytes.writeUInt32BE(90_000, at)
  const file = `${copied.good}.unreadable`
  writeFileSync(file, bytes)
  return file
}

const seen = async (look: () => boolean) => {
  while (!look()) await Bun.sleep(20)
}

test('a standby follows what a good place has, change by change', async () => {
  await copied.place.add()
  const following = await follow()
  expect(names(following)).toEqual(['Acme Stores vendor'])
  await copied.place.add(rename('Bharat Traders'))
  await seen(() => names(following)[0] === 'Bharat Traders')
  expect([following.refusal(), following.problem()]).toEqual([undefined, undefined])
  await seen(() => following.lagSeconds() !== undefined)
})

test('a standby answers nothing from a book that got a trigger meanwhile, and goes on once it is gone', async () => {
  await copied.place.add()
  const following = await follow()
  await copied.place.add(sql('CREATE TRIGGER evil AFTER INSERT ON sessions BEGIN SELECT 1; END'))
  await seen(() => following.refusal()?.message.includes('trigger "evil"') === true)
  await seen(() => readStatus(copied.dir)?.problem?.includes('trigger "evil"') === true)
  const findings = await examine({
    dir: copied.dir,
    serverUrl: 'http://127.0.0.1',
    env: {},
    now: Date.now(),
    readConfig: () => readConfig({}, {}, copied.dir.config),
  })
  expect(findings.find(({ name }) => name === 'continuous copy')?.says).toContain('"evil"')
  await copied.place.add(sql('DROP TRIGGER evil'))
  await seen(() => following.refusal() === undefined)
})

test('a standby answers nothing from a book whose schema cannot be read, says so, and goes on once it can', async () => {
  await copied.place.add()
  const following = await follow()
  await copied.place.add(undefined, unreadable())
  await seen(() => following.refusal()?.message.includes('cannot be read') === true)
  await seen(() => readStatus(copied.dir)?.problem?.includes('cannot be read') === true)
  await following.stop()
  standby = undefined
  expect((await refusalOf(copied.open())).message).toContain('cannot be read')
  await copied.place.add(undefined, copied.good)
  standby = await copied.open()
  expect(names(standby)).toEqual(['Acme Stores vendor'])
})

test('a standby fetches no file for a row that leads out, and says so', async () => {
  await copied.place.add()
  const following = await follow()
  offerEvil(copied.place.root)
  await copied.place.add(row('../evil'))
  await seen(() => following.problem()?.includes('no stored file') === true)
  expect(writtenAround(copied.dir.root)).toEqual([])
})

test('a standby goes on with its book while that of another first one is refused, and changes over once it is good', async () => {
  await copied.place.add()
  const following = await follow()
  await copied.place.claim()
  await copied.place.add(hostile['a trigger']?.[0], copied.good)
  await seen(() => following.problem()?.includes('trigger "evil"') === true)
  expect(following.refusal()).toBeUndefined()
  expect(names(following)).toEqual(['Acme Stores vendor'])
  await following.stop()
  // A new start goes on with it, too.
  standby = await follow()
  expect(names(standby)).toEqual(['Acme Stores vendor'])
  await copied.place.add(rename('Bharat Traders'), copied.good)
  const next = await standby.ended
  await standby.stop()
  if (next === 'promoted') throw new Error('Nobody promoted it.')
  await takeNext(copied.dir, next)
  expect(readReplica(copied.dir)).toMatchObject({ role: 'standby', epoch: 2 })
  standby = await copied.open()
  expect(names(standby)).toEqual(['Bharat Traders'])
})

test('a standby does not change over to the book of an older Daybook, which nobody may bring up to date', async () => {
  await copied.place.add()
  const following = await follow()
  await copied.place.claim()
  await copied.place.add(undefined, copied.older())
  await seen(() => following.problem()?.includes('older than this standby') === true)
  expect(following.refusal()).toBeUndefined()
})

test('a standby with a hostile book is not promoted, and the first one stays the first one', async () => {
  await copied.place.add()
  await follow()
  await copied.place.add(hostile['a trigger']?.[0])
  await seen(() => standby?.refusal() !== undefined)
  expect((await refusalOf(claimBook(copied.dir, noon))).message).toContain('trigger "evil"')
  expect(readReplica(copied.dir)?.role).toBe('standby')
  expect(await listClaims(openPlace(copied.place.address, ''))).toHaveLength(1)
})

test('a standby goes on with its own book where that in the place turned hostile after the claim, and says so', async () => {
  await copied.place.add()
  await (await follow()).stop()
  standby = undefined
  await claimBook(copied.dir, noon)
  await copied.place.add(hostile['a trigger']?.[0])
  await finishPromotion(copied.dir, copied.place.program)
  expect(readReplica(copied.dir)).toMatchObject({
    role: 'first',
    epoch: 2,
    passedOver: expect.stringContaining('trigger "evil"'),
  })
  expect(vendors(copied.dir)).toEqual(['Acme Stores vendor'])
  const database = openServedDatabase(copied.dir, noon)
  expect(await database.write(() => 'written')).toBe('written')
  await database.close()
})

test('a standby that never had a book is no first one with a hostile one', async () => {
  await copied.place.add(hostile['a trigger']?.[0])
  await becomeStandby(copied.dir, copied.place.address, '')
  await claimBook(copied.dir, noon)
  expect(await codeOf(finishPromotion(copied.dir, copied.place.program))).toBe('invalid_request')
  expect([existsSync(copied.dir.database), readReplica(copied.dir)?.role]).toEqual([
    false,
    'promoting',
  ])
})

test('a standby of a newer version is promoted with the book of an older one, and brings it up to date', async () => {
  await copied.place.add(undefined, copied.older())
  await becomeStandby(copied.dir, copied.place.address, '')
  await claimBook(copied.dir, noon)
  await finishPromotion(copied.dir, copied.place.program)
  const database = openServedDatabase(copied.dir, noon)
  expect(await database.write(() => 'written')).toBe('written')
  await database.close()
})

test('a standby goes on after the same place was named with another key', async () => {
  await copied.place.add()
  await (await follow()).stop()
  standby = undefined
  const before = readFileSync(copied.dir.database)
  await becomeStandby(copied.dir, copied.place.address, 'another secret')
  expect(readFileSync(copied.dir.database).equals(before)).toBe(true)
  standby = await copied.open()
  expect(names(standby)).toEqual(['Acme Stores vendor'])
})
