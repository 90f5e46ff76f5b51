import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabaseForCommand } from '../../../src/platform/db/database.ts'
import { followedMark } from '../../../src/platform/db/standby-book.ts'
import { restoreBackup } from '../../../src/platform/backup/restore-backup.ts'
import { openFollowedDatabase } from '../../../src/platform/db/guarded-database.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { openPlace, type PlaceAddress } from '../../../src/platform/offsite/place.ts'
import { listClaims, makeClaim } from '../../../src/platform/replica/claims.ts'
import { fetchFile, fileCopies } from '../../../src/platform/replica/file-copies.ts'
import { configText, runLitestream } from '../../../src/platform/replica/litestream.ts'
import { openFirst } from '../../../src/platform/replica/first.ts'
import {
  becomeStandby,
  claimBook,
  replicateNoMore,
  replicateTo,
} from '../../../src/platform/replica/roles.ts'
import { readReplica } from '../../../src/platform/replica/replica-file.ts'
import { setAside } from '../../../src/platform/replica/bring-book.ts'
import { firstLine } from '../../../src/platform/own-program.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import {
  codeOf,
  dayMs,
  noon,
  setClock,
  temporaryDatabase,
  temporaryDir,
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
const never = new AbortController().signal

describe('the place of continuous copies', () => {
  test('is one Daybook’s, which may name it again', async () => {
    await using one = temporaryDatabase()
    await using two = temporaryDatabase()
    await replicateTo(one.dir, wanted())
    await replicateTo(one.dir, { ...wanted(), manner: { waits: true, stopAfterSeconds: 60 } })
    expect(readReplica(one.dir)?.manner).toEqual({ waits: true, stopAfterSeconds: 60 })
    expect(await codeOf(replicateTo(two.dir, wanted()))).toBe('conflict')
  })

  test('is not gone on with once it was switched off', async () => {
    await using one = temporaryDatabase()
    await replicateTo(one.dir, wanted())
    await replicateNoMore(one.dir)
    expect([readReplica(one.dir), existsSync(one.dir.litestream)]).toEqual([undefined, false])
    expect(await codeOf(replicateTo(one.dir, wanted()))).toBe('conflict')
  })

  test('has its secret nowhere in clear text', async () => {
    await using one = temporaryDatabase()
    const { dir } = one
    const address = { kind: 's3', bucket: 'shop', prefix: '', accessKeyId: 'AKIA' } as const
    const text = configText(dir.database, { place: address, secret: 'hush', folder: 'book/1' })
    expect(text).not.toContain('hush')
    await replicateTo(dir, { ...wanted(), secret: 'hush' })
    expect(readFileSync(dir.replica, 'utf8')).not.toContain('hush')
  })
})

describe('documents and images', () => {
  let shop: Shop
  beforeEach(async () => {
    shop = await openShop()
  })
  afterEach(() => shop.close())

  test('go to the place once, and come back as they were', async () => {
    await shop.addScan({ bytes: 'a bill of Acme Traders' })
    const target = openPlace(place, '')
    const copies = fileCopies(shop.dir, target, shop.database.read)
    expect(await copies.bringUp(never)).toBe(0)
    const [name = ''] = await target.list('files')
    const path = name.slice('files/'.length)
    const needed = { path, sha256: path.slice(-64), bytes: 22 }
    using other = temporaryDir()
    expect(await fetchFile(target, other.dir.root, needed)).toBe(true)
    expect(readFileSync(join(other.dir.root, path), 'utf8')).toBe('a bill of Acme Traders')
  })

  test('that were damaged in the place are not taken', async () => {
    await shop.addScan({ bytes: 'a bill of Acme Traders' })
    const target = openPlace(place, '')
    await fileCopies(shop.dir, target, shop.database.read).bringUp(never)
    const [name = ''] = await target.list('files')
    writeFileSync(join(stick, name), 'something else')
    const path = name.slice('files/'.length)
    using other = temporaryDir()
    const needed = { path, sha256: path.slice(-64), bytes: 22 }
    expect(await fetchFile(target, other.dir.root, needed)).toBe(false)
  })

  test('stay for as long as a moment that can be brought back needs them', async () => {
    await shop.addScan({ bytes: 'a bill of Acme Traders' })
    const target = openPlace(place, '')
    const copies = fileCopies(shop.dir, target, shop.database.read)
    await copies.bringUp(never)
    await shop.database.write(({ $client }) => $client.run("UPDATE files SET state = 'deleting'"))
    await copies.removeGone(noon)
    await copies.removeGone(noon + 7 * dayMs)
    expect(await target.list('files')).toHaveLength(1)
    await copies.removeGone(noon + 8 * dayMs)
    expect(await target.list('files')).toEqual([])
  })
})

describe('a standby', () => {
  test('begins where something is copied, and in an empty directory alone', async () => {
    await using one = temporaryDatabase()
    using two = temporaryDir()
    expect(await codeOf(becomeStandby(two.dir, place, ''))).toBe('not_found')
    await replicateTo(one.dir, wanted())
    expect(await codeOf(becomeStandby(one.dir, place, ''))).toBe('conflict')
    await becomeStandby(two.dir, place, '')
    expect(readReplica(two.dir)).toMatchObject({ role: 'standby', epoch: 1 })
    expect(await codeOf(replicateTo(two.dir, wanted()))).toBe('conflict')
  })

  test('reads, and writes nothing', async () => {
    const temporary = temporaryDatabase()
    await temporary.database.close()
    const followed = openFollowedDatabase(temporary.dir.database)
    expect(await codeOf(followed.write(() => 1))).toBe('unavailable')
    expect(await codeOf(followed.tryOut(function* none() {}))).toBe('unavailable')
    expect(followed.read.$client.query('SELECT 1').get()).toEqual({ '1': 1 })
    await followed.close()
  })

  test('keeps every command out of its book', async () => {
    await using one = temporaryDatabase()
    writeFileSync(followedMark(one.dir), '0000000000000001\n')
    expect(await codeOf(() => openDatabaseForCommand(one.dir, noon))).toBe('conflict')
  })

  test('has no book of its own: none is made or restored there, and one that was put there is kept', async () => {
    await using one = temporaryDatabase()
    using two = temporaryDir()
    const { dir } = two
    await replicateTo(one.dir, wanted())
    await becomeStandby(dir, place, '')
    expect(await codeOf(() => openDatabaseForCommand(dir, noon))).toBe('conflict')
    expect(await codeOf(restoreBackup({ file: '/none', dir, now: noon }))).toBe('conflict')
    writeFileSync(dir.database, 'a book')
    await setAside(dir, noon)
    expect(existsSync(dir.database)).toBe(false)
    const [kept = ''] = readdirSync(dir.root).filter((name) => name.startsWith('before-restore-'))
    expect(readFileSync(join(dir.root, kept, 'daybook.db'), 'utf8')).toBe('a book')
  })

  test('may be made of a first one that was replaced, whose book is kept with its documents', async () => {
    const shop = await openShop()
    const { dir } = shop
    try {
      await shop.addScan({ bytes: 'a bill that no copy has' })
      await replicateTo(dir, wanted())
      await makeClaim(openPlace(place, ''), { epoch: 2, holder: 'other', manner, now: noon })
      await openFirst({ dir, clock: setClock(), log: silentLog, program: undefined })
      await becomeStandby(dir, place, '')
      expect(readReplica(dir)).toMatchObject({ role: 'standby', epoch: 2 })
      await setAside(dir, noon)
      const [kept = ''] = readdirSync(dir.root).filter((name) => name.startsWith('before-'))
      const names = readdirSync(join(dir.root, kept))
      expect(names).toContain('daybook.db')
      expect(names).toContain('documents')
    } finally {
      await shop.close()
    }
  })

  test('that was promoted half is not switched off', async () => {
    await using one = temporaryDatabase()
    using two = temporaryDir()
    await replicateTo(one.dir, wanted())
    await becomeStandby(two.dir, place, '')
    await claimBook(two.dir, noon)
    expect(await codeOf(replicateNoMore(two.dir))).toBe('conflict')
    expect(readReplica(two.dir)?.role).toBe('promoting')
  })

  test('claims the book once, and only one of two does', async () => {
    await using one = temporaryDatabase()
    using two = temporaryDir()
    using three = temporaryDir()
    await replicateTo(one.dir, wanted())
    await becomeStandby(two.dir, place, '')
    await becomeStandby(three.dir, place, '')
    await claimBook(two.dir, noon)
    await claimBook(two.dir, noon)
    expect(readReplica(two.dir)).toMatchObject({ role: 'promoting', epoch: 2 })
    expect(await codeOf(claimBook(three.dir, noon))).toBe('conflict')
    expect(await codeOf(claimBook(one.dir, noon))).toBe('conflict')
    expect(await listClaims(openPlace(place, ''))).toHaveLength(2)
  })
})

const book = { place: { kind: 'folder', path: '/' }, secret: '', folder: 'book/1' } as const

describe('the program that copies', () => {
  test('ends when it is told to, and says what went wrong', async () => {
    const running = runLitestream('/bin/sleep', ['60'], book)
    await running.stop()
    expect(await running.exited).toBeGreaterThan(128)
    const failing = runLitestream('/bin/ls', ['/there is none'], book)
    expect(await failing.exited).toBeGreaterThan(0)
    expect(failing.problem()).toContain('there is none')
  })

  test('ends with the Daybook that started it, also one that is killed', async () => {
    const starter = join(import.meta.dir, 'starter.child.ts')
    const child = Bun.spawn([process.execPath, starter], { stdout: 'pipe' })
    const pid = Number(await firstLine(child.stdout))
    expect(isAlive(pid)).toBe(true)
    child.kill('SIGKILL')
    await child.exited
    await until(() => !isAlive(pid))
  })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
