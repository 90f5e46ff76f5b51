import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gatedDatabase } from '../../../src/platform/db/guarded-database.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { openPlace, type PlaceAddress } from '../../../src/platform/offsite/place.ts'
import { makeClaim } from '../../../src/platform/replica/claims.ts'
import { openFirst } from '../../../src/platform/replica/first.ts'
import {
  readReplica,
  writeReplica,
  writeStatus,
} from '../../../src/platform/replica/replica-file.ts'
import { replicateNoMore, replicateTo } from '../../../src/platform/replica/roles.ts'
import {
  codeOf,
  noon,
  refusalOf,
  setClock,
  temporaryDatabase,
  until,
} from '../../support/temporary-database.ts'

let stick: string
let place: PlaceAddress

beforeEach(() => {
  stick = mkdtempSync(join(tmpdir(), 'daybook-stick-'))
  place = { kind: 'folder', path: stick }
})

afterEach(() => rmSync(stick, { recursive: true, force: true }))

const manner = { waits: false, stopAfterSeconds: null }
const wanted = () => ({ place, secret: '', manner, now: noon })

describe('a first Daybook', () => {
  test('writes nothing once another has claimed the book', async () => {
    await using one = temporaryDatabase()
    const { dir, database } = one
    await replicateTo(dir, wanted())
    const clock = setClock()
    const options = { dir, clock, log: silentLog, program: undefined }
    const before = await openFirst(options)
    expect(before?.refusal()).toBeUndefined()
    await makeClaim(openPlace(place, ''), { epoch: 2, holder: 'other', manner, now: noon })
    const first = await openFirst(options)
    if (first === undefined) throw new Error('There are no copies.')
    const gated = gatedDatabase(database, first)
    expect((await refusalOf(gated.write(() => 1))).message).toContain('has taken over')
    expect(gated.writeRefusal()).toBeInstanceOf(AppError)
  })

  test('goes on without its place, unless it is told to stop', async () => {
    await using one = temporaryDatabase()
    const { dir } = one
    await replicateTo(dir, { ...wanted(), manner: { waits: false, stopAfterSeconds: 60 } })
    const options = { dir, clock: setClock(), log: silentLog, program: undefined }
    const said = { at: noon, problem: null, replacedBy: null, filesWaiting: 0 }
    expect((await openFirst(options))?.refusal()).toBeUndefined()
    // A start is no confirmation.
    await writeStatus(dir, { ...said, confirmedAt: noon - 61_000 })
    expect((await openFirst(options))?.refusal()?.message).toContain('told to take nothing')
    await replicateTo(dir, wanted())
    expect((await openFirst(options))?.refusal()).toBeUndefined()
  })

  test('that was replaced writes nothing after a restart either, also without the place', async () => {
    await using one = temporaryDatabase()
    const { dir } = one
    await replicateTo(dir, wanted())
    const options = { dir, clock: setClock(), log: silentLog, program: undefined }
    await makeClaim(openPlace(place, ''), { epoch: 2, holder: 'other', manner, now: noon })
    await openFirst(options)
    rmSync(stick, { recursive: true })
    const again = await openFirst(options)
    expect(again?.refusal()?.message).toContain('has taken over')
    expect(await codeOf(replicateTo(dir, wanted()))).toBe('conflict')
    await replicateNoMore(dir)
    expect(await openFirst(options)).toBeUndefined()
  })

  test('confirms nothing in a folder whose drive is not mounted', async () => {
    await using one = temporaryDatabase()
    const { dir } = one
    await replicateTo(dir, { ...wanted(), manner: { waits: true, stopAfterSeconds: null } })
    rmSync(stick, { recursive: true })
    mkdirSync(stick)
    const first = await openFirst({ dir, clock: setClock(), log: silentLog, program: '/bin/true' })
    expect(first?.status().problem).toContain('connect the network drive')
    first?.start(one.database.read)
    await first?.stop()
    expect(existsSync(join(stick, 'book'))).toBe(false)
  })

  test('stops while its place is silent, with a file and a beat under way', async () => {
    using server = Bun.serve({ port: 0, fetch: () => new Promise<Response>(() => {}) })
    await using one = temporaryDatabase()
    const { dir } = one
    await replicateTo(dir, wanted())
    const kept = readReplica(dir)
    if (kept === undefined) throw new Error('Nothing is kept.')
    const address = { kind: 's3', bucket: 'shop', prefix: '', accessKeyId: 'id' } as const
    const silent = { ...address, endpoint: `http://127.0.0.1:${server.port}` }
    await writeReplica(dir, { ...kept, place: silent })
    const first = await openFirst({ dir, clock: setClock(), log: silentLog, program: '/bin/true' })
    first?.start(one.database.read)
    await first?.stop()
    expect(first?.status().confirmedAt).toBe(0)
    await server.stop(true)
  }, 9_000)

  test('begins anew in another place', async () => {
    await using one = temporaryDatabase()
    const { dir } = one
    await replicateTo(dir, wanted())
    const options = { dir, clock: setClock(), log: silentLog, program: '/bin/true' }
    const run = async () => {
      const first = await openFirst(options)
      first?.start(one.database.read)
      await until(() => readReplica(dir)?.startsAnew === false)
      await first?.stop()
    }
    await run()
    const notes = join(dir.root, '.daybook.db-litestream')
    mkdirSync(notes)
    await replicateTo(dir, wanted())
    expect(readReplica(dir)?.startsAnew).toBe(false)
    await run()
    expect(existsSync(notes)).toBe(true)
    const other = join(stick, 'other')
    mkdirSync(other)
    await replicateTo(dir, { ...wanted(), place: { kind: 'folder', path: other } })
    await run()
    expect(existsSync(notes)).toBe(false)
  })

  test('that cannot read how it is copied any more is copied no more, or elsewhere', async () => {
    await using one = temporaryDatabase()
    const { dir } = one
    await replicateTo(dir, wanted())
    writeFileSync(dir.replica, '{"role":"first"}')
    const other = join(stick, 'other')
    mkdirSync(other)
    await replicateTo(dir, { ...wanted(), place: { kind: 'folder', path: other } })
    expect(readReplica(dir)?.place).toEqual({ kind: 'folder', path: other })
    writeFileSync(dir.replica, '{')
    await replicateNoMore(dir)
    expect(readReplica(dir)).toBeUndefined()
  })

  test('that waits for its copy says what is stored and not confirmed', async () => {
    await using one = temporaryDatabase()
    const { dir, database } = one
    await replicateTo(dir, { ...wanted(), manner: { waits: true, stopAfterSeconds: null } })
    const first = await openFirst({ dir, clock: setClock(), log: silentLog, program: undefined })
    if (first === undefined) throw new Error('There are no copies.')
    let written = 0
    const refusal = await refusalOf(gatedDatabase(database, first).write(() => ++written))
    expect([written, refusal.code]).toEqual([1, 'unavailable'])
    expect(refusal.message).toContain('not confirmed')
  })
})
