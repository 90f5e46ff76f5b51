import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeOf } from '../../../src/app.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { openServedDatabase } from '../../../src/platform/db/database.ts'
import { makeDataDir } from '../../../src/platform/disk/data-dir.ts'
import { examine } from '../../../src/platform/doctor/examine.ts'
import { linkFile } from '../../../src/platform/files/file-rows.ts'
import { listBroken } from '../../../src/platform/files/scrub.ts'
import { openPlace, type PlaceAddress } from '../../../src/platform/offsite/place.ts'
import { fileCopies } from '../../../src/platform/replica/file-copies.ts'
import {
  becomeStandby,
  claimBook,
  finishPromotion,
  replicateTo,
} from '../../../src/platform/replica/roles.ts'
import { readReplica } from '../../../src/platform/replica/replica-file.ts'
import { readPaused, readSetting, writeSetting } from '../../../src/platform/settings.ts'
import { networkSetting } from '../../../src/platform/http/listening/addresses.ts'
import { foldersSetting } from '../../../src/services/scan-export/folders/watched.ts'
import { noon, temporaryDatabase, temporaryDir } from '../../support/temporary-database.ts'

const watchedFolder = {
  id: '019a0000-0000-7000-8000-000000000000',
  path: '/srv/bills',
  userId: '019a0000-0000-7000-8000-000000000001',
  category: 'vendor_invoice' as const,
}

let stick: string
let place: PlaceAddress

beforeEach(() => {
  stick = mkdtempSync(join(tmpdir(), 'daybook-stick-'))
  place = { kind: 'folder', path: stick }
})

afterEach(() => rmSync(stick, { recursive: true, force: true }))

test('a promotion that was cut off once the book was in place is finished, with the files that were not there yet', async () => {
  await using one = temporaryDatabase()
  using two = temporaryDir()
  const manner = { waits: true, stopAfterSeconds: null }
  await replicateTo(one.dir, { place, secret: '', manner, now: noon })
  const store = storeOf(one.dir)
  const file = await store.put('documents', new TextEncoder().encode('a bill'))
  await one.database.write((conn) => linkFile(conn, store, 'documents', file))
  const lost = await store.put('documents', new TextEncoder().encode('a bill that was not copied'))
  await one.database.write((conn) => linkFile(conn, store, 'documents', lost))
  rmSync(store.path('documents', lost.hash))
  const copies = fileCopies(one.dir, openPlace(place, ''), one.database.read)
  await copies.bringUp(new AbortController().signal)
  await becomeStandby(two.dir, place, '')
  await one.database.write((conn) => {
    writeSetting(conn, networkSetting, 'network')
    writeSetting(conn, foldersSetting, [watchedFolder])
  })
  await claimBook(two.dir, noon)
  makeDataDir(two.dir)
  one.database.read.$client.query('VACUUM INTO ?').run(two.dir.database)
  // The book is there: Litestream is not asked for it again.
  await finishPromotion(two.dir, '/there is no Litestream')
  expect(readReplica(two.dir)).toMatchObject({
    role: 'first',
    epoch: 2,
    manner,
    startsAnew: true,
  })
  expect(storeOf(two.dir).has('documents', file.hash)).toBe(true)
  expect(existsSync(two.dir.litestream)).toBe(true)
  const database = openServedDatabase(two.dir, noon)
  // Home names what the place had not, from the first moment on.
  const broken = listBroken(database.read, storeOf(two.dir)).map(({ hash }) => hash)
  expect(broken).toEqual([lost.hash])
  const examined = { dir: two.dir, serverUrl: undefined, env: {}, now: noon }
  const findings = await examine({
    ...examined,
    readConfig: () => readConfig({}, {}, two.dir.config),
  })
  expect(findings.find(({ name }) => name === 'stored files')?.says).toStartWith(
    '1 of the documents',
  )
  // Folders of the first one are others here; whoever reached the standby still does.
  expect(readSetting(database.read, foldersSetting)).toEqual([])
  expect(readPaused(database.read, foldersSetting)).toEqual([watchedFolder])
  expect(readSetting(database.read, networkSetting)).toBe('network')
  expect(findings.find(({ name }) => name === 'restored settings')?.says).toContain(
    'files are taken from watched folders',
  )
  expect(await database.write(() => 'written')).toBe('written')
  await database.close()
})
