import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabaseForCommand } from '../../../src/platform/db/database.ts'
import { gatedDatabase } from '../../../src/platform/db/guarded-database.ts'
import { makeDataDir, type DataDir } from '../../../src/platform/disk/data-dir.ts'
import { openPlace, type PlaceAddress } from '../../../src/platform/offsite/place.ts'
import { makeClaim } from '../../../src/platform/replica/claims.ts'
import { commandGate } from '../../../src/platform/replica/command-gate.ts'
import { readReplica, writeStatus } from '../../../src/platform/replica/replica-file.ts'
import { replicateTo } from '../../../src/platform/replica/roles.ts'
import {
  noon,
  refusalOf,
  setClock,
  temporaryDatabase,
  temporaryDir,
} from '../../support/temporary-database.ts'

let stick: string
let place: PlaceAddress

beforeEach(() => {
  stick = mkdtempSync(join(tmpdir(), 'daybook-stick-'))
  place = { kind: 'folder', path: stick }
})

afterEach(() => rmSync(stick, { recursive: true, force: true }))

const manner = { waits: false, stopAfterSeconds: null }
const waiting = { waits: true, stopAfterSeconds: null }
const wanted = () => ({ place, secret: '', manner, now: noon })
const said = { at: noon, problem: null, replacedBy: null, filesWaiting: 0 }

function gateOf(dir: DataDir, confirmLimitMs?: number) {
  const limit = confirmLimitMs === undefined ? {} : { confirmLimitMs }
  const gate = commandGate({ dir, clock: setClock(), ...limit })
  if (gate === undefined) throw new Error('There are no copies.')
  return gate
}

/** A book without a server. */
function bookAlone() {
  const { dir, [Symbol.dispose]: remove } = temporaryDir()
  makeDataDir(dir)
  const database = openDatabaseForCommand(dir, noon)
  return {
    dir,
    database,
    async [Symbol.asyncDispose]() {
      await database.close()
      remove()
    },
  }
}

test('a command on a book that is not copied is let through', async () => {
  await using one = temporaryDatabase()
  expect(commandGate({ dir: one.dir, clock: setClock() })).toBeUndefined()
})

describe('a command on a book that another has claimed', () => {
  test('writes nothing, asks the place once, and leaves the fence for those that follow', async () => {
    await using one = bookAlone()
    await replicateTo(one.dir, wanted())
    await makeClaim(openPlace(place, ''), { epoch: 2, holder: 'other', manner, now: noon })
    const gated = gatedDatabase(one.database, gateOf(one.dir))
    expect((await refusalOf(gated.write(() => 1))).message).toContain('has taken over')
    expect(readReplica(one.dir)?.role).toBe('replaced')
    rmSync(stick, { recursive: true })
    expect(gateOf(one.dir).refusal()?.message).toContain('has taken over')
  })

  test('hears it of the server beside it', async () => {
    await using one = temporaryDatabase()
    await replicateTo(one.dir, wanted())
    await writeStatus(one.dir, { ...said, confirmedAt: noon, replacedBy: 'till-2' })
    expect(gateOf(one.dir).refusal()?.message).toContain('till-2 has taken over')
  })
})

describe('a command on a book whose changes wait for their copy', () => {
  test('is refused while no server makes it', async () => {
    await using one = bookAlone()
    await replicateTo(one.dir, { ...wanted(), manner: waiting })
    const gated = gatedDatabase(one.database, gateOf(one.dir))
    expect((await refusalOf(gated.write(() => 1))).message).toContain('start Daybook')
  })

  test('ends once the server has confirmed what it wrote', async () => {
    await using one = temporaryDatabase()
    const { dir } = one
    await replicateTo(dir, { ...wanted(), manner: waiting })
    await writeStatus(dir, { ...said, confirmedAt: noon })
    const gate = gateOf(dir)
    await gatedDatabase(one.database, gate).write(() => 1)
    const settled = gate.settle().then(() => 'settled')
    expect(await Promise.race([settled, Bun.sleep(0).then(() => 'waits')])).toBe('waits')
    await writeStatus(dir, { ...said, confirmedAt: noon + 1 })
    expect(await settled).toBe('settled')
  })

  test('says when that does not come, and does not wait for what it did not write', async () => {
    await using one = temporaryDatabase()
    const { dir } = one
    await replicateTo(dir, { ...wanted(), manner: waiting })
    await writeStatus(dir, { ...said, confirmedAt: noon, problem: 'The place is full.' })
    const gate = gateOf(dir, 10)
    await gate.settle()
    await gatedDatabase(one.database, gate).write(() => 1)
    expect((await refusalOf(gate.settle())).message).toContain('not confirmed yet: The place')
  })
})

test('a command goes on without the place, unless Daybook is told to stop', async () => {
  await using one = bookAlone()
  const { dir } = one
  await replicateTo(dir, wanted())
  rmSync(stick, { recursive: true })
  const write = async () => await gatedDatabase(one.database, gateOf(dir)).write(() => 'written')
  expect(await write()).toBe('written')
})

test('a command takes nothing once nothing was confirmed for as long as Daybook is told', async () => {
  await using one = bookAlone()
  const { dir } = one
  await replicateTo(dir, { ...wanted(), manner: { waits: false, stopAfterSeconds: 60 } })
  await writeStatus(dir, { ...said, confirmedAt: noon - 61_000 })
  const gated = gatedDatabase(one.database, gateOf(dir))
  expect((await refusalOf(gated.write(() => 1))).message).toContain('told to take nothing')
})
