import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { createBackup } from '../../../src/platform/backup/create-backup.ts'
import {
  copyOffsite,
  missingCopy,
  openOffsite,
  shownOffsite,
  stateSetting,
  switchOn,
} from '../../../src/platform/offsite/offsite.ts'
import { listSnapshots } from '../../../src/platform/offsite/snapshots.ts'
import { secretsIn } from '../../../src/platform/secrets.ts'
import { settings } from '../../../src/platform/tables.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { dayMs, noon, refusalOf, temporaryDir } from '../../support/temporary-database.ts'

let shop: Shop
let stick: ReturnType<typeof temporaryDir>

beforeEach(async () => {
  shop = await openShop()
  stick = temporaryDir()
})

afterEach(async () => {
  await shop.close()
  stick[Symbol.dispose]()
})

function deps() {
  const { database, dir } = shop
  return { database, dir, secrets: secretsIn(dir.secretKey) }
}

const place = () => join(stick.dir.root, 'documents')
const older = () => join(stick.dir.root, 'images', 'older')

async function backUpAndCopy(now: number) {
  await createBackup({ dir: shop.dir, organisation: 'x', madeBy: 'command', now })
  return await copyOffsite(deps(), now)
}

const problem = () => shownOffsite(shop.database.read)?.state.problem

async function snapshots() {
  return await listSnapshots((await openOffsite(deps())).place)
}

test('a second place that has an older state than it had is told, and gets the newest backup anew', async () => {
  await switchOn(deps(), { place: { kind: 'folder', path: place() }, secret: '' })
  await backUpAndCopy(noon)
  cpSync(place(), older(), { recursive: true })
  const second = await backUpAndCopy(noon + dayMs)
  expect(problem()).toBeNull()
  rmSync(place(), { recursive: true })
  cpSync(older(), place(), { recursive: true })
  expect(missingCopy(shop.database.read, await snapshots())).toBe(noon + dayMs)
  const refusal = await refusalOf(copyOffsite(deps(), noon + dayMs))
  expect(refusal.message).toContain(
    'had a copy of 2026-11-26T12:00:00.000Z, and has only older ones',
  )
  expect(problem()).toBe(refusal.message)
  const [newest = ''] = await snapshots()
  expect(newest > (second?.name ?? '')).toBe(true)
  expect(missingCopy(shop.database.read, await snapshots())).toBeUndefined()
  await backUpAndCopy(noon + 2 * dayMs)
  expect(problem()).toBeNull()
})

test('a name in the place, or in a book from elsewhere, that tells no time is no copy', async () => {
  await switchOn(deps(), { place: { kind: 'folder', path: place() }, secret: '' })
  const copied = await backUpAndCopy(noon)
  const wrong = 'snapshots/00000002.2026-99-99T99-99-99.999Z'
  writeFileSync(join(place(), wrong), 'x')
  expect(await snapshots()).toEqual([copied?.name ?? ''])
  await shop.database.write((conn) => {
    const value = JSON.stringify({ ...shownOffsite(conn)?.state, newest: wrong })
    conn.update(settings).set({ value }).where(eq(settings.name, stateSetting.name)).run()
  })
  expect(missingCopy(shop.database.read, await snapshots())).toBeUndefined()
})
