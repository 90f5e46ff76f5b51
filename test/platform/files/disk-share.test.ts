import { describe, expect, test } from 'bun:test'
import { storeOf } from '../../../src/app.ts'
import { diskShareSetting, withinShare } from '../../../src/platform/files/disk-share.ts'
import { deleteMarked, linkFile, markDeleting } from '../../../src/platform/files/file-rows.ts'
import type { Bringer, FileStore } from '../../../src/platform/files/store.ts'
import { silentLog, type Log } from '../../../src/platform/log.ts'
import { writeSetting } from '../../../src/platform/settings.ts'
import { files } from '../../../src/platform/tables.ts'
import { codeOf, refusalOf, temporaryDatabase } from '../../support/temporary-database.ts'

/** Bytes of the disk that these tests pretend. */
const diskBytes = 1_000

/** A store on a small disk, on which nothing else is. */
function smallDisk() {
  const { database, dir, ...rest } = temporaryDatabase()
  const store: FileStore = {
    ...storeOf(dir),
    freeBytes: async () => diskBytes - rows().reduce((sum, { bytes }) => sum + bytes, 0),
  }
  const rows = () => database.read.select().from(files).all()
  let made = 0
  const contentOf = (bytes: number) => new Uint8Array(bytes).fill(++made)
  const bring = (bringer: Bringer, content: Uint8Array) =>
    withinShare({ database, store, log: silentLog }, bringer, async (shared) => {
      const stored = await shared.put('documents', content)
      await database.write((conn) => linkFile(conn, shared, 'documents', stored))
      return stored.hash
    })
  return {
    ...rest,
    database,
    store,
    log: silentLog,
    rows,
    contentOf,
    bring: (bringer: Bringer, bytes: number) => bring(bringer, contentOf(bytes)),
    bringAgain: bring,
  }
}

const till: Bringer = { keyId: 'till', memberId: null }
const ravi: Bringer = { keyId: "ravi's first", memberId: 'ravi' }

describe('a share of the disk', () => {
  test('is a quarter of what is free and what was used of it, and does not shrink as it is used', async () => {
    await using disk = smallDisk()
    for (let n = 0; n < 5; n++) await disk.bring(till, 50)
    const { code, message } = await refusalOf(disk.bring(till, 1_000))
    expect(code).toBe('out_of_space')
    expect(message).toStartWith('The files of this key may take 25 % of the room on the disk, ')
    expect(await codeOf(disk.bring(till, 1))).toBe('out_of_space')
  })

  test('is one for each key of an owner', async () => {
    await using disk = smallDisk()
    await disk.bring(till, 250)
    await disk.bring({ keyId: 'ERP', memberId: null }, 187)
    expect(await codeOf(disk.bring({ keyId: 'ERP', memberId: null }, 1))).toBe('out_of_space')
  })

  test('is one for a member, with whatever key and by hand', async () => {
    await using disk = smallDisk()
    await disk.bring(ravi, 100)
    await disk.bring({ keyId: "ravi's second", memberId: 'ravi' }, 100)
    await disk.bring({ keyId: null, memberId: 'ravi' }, 50)
    for (const keyId of ["ravi's third", null]) {
      const { message } = await refusalOf(disk.bring({ keyId, memberId: 'ravi' }, 1))
      expect(message).toContain('of this member')
    }
    await disk.bring({ keyId: null, memberId: 'meena' }, 10)
  })

  test('is none for an owner by hand', async () => {
    await using disk = smallDisk()
    await disk.bring({ keyId: null, memberId: null }, 900)
    expect(disk.rows()).toMatchObject([{ bytes: 900, keyId: null, memberId: null }])
  })

  test('is not passed by requests that come at once', async () => {
    await using disk = smallDisk()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => disk.bring(till, 50)),
    )
    const stored = outcomes.filter(({ status }) => status === 'fulfilled').length
    expect(stored).toBeLessThanOrEqual(5)
    expect(disk.rows()).toHaveLength(stored)
    // None of them is under way any more: what is left of the share can be used.
    for (let n = stored; n < 5; n++) await disk.bring(till, 50)
  })

  test('counts what a request entered that has not ended once, for those that come meanwhile', async () => {
    await using disk = smallDisk()
    await withinShare(disk, till, async (store) => {
      const stored = await store.put('documents', disk.contentOf(150))
      await disk.database.write((conn) => linkFile(conn, store, 'documents', stored))
      await disk.bring(till, 100)
      expect(await codeOf(disk.bring(till, 1))).toBe('out_of_space')
    })
    expect(disk.rows().map(({ bytes }) => bytes)).toEqual([150, 100])
  })

  test('is the one that an owner chose', async () => {
    await using disk = smallDisk()
    await disk.database.write((conn) => writeSetting(conn, diskShareSetting, 50))
    await disk.bring(till, 500)
    expect(await codeOf(disk.bring(till, 1))).toBe('out_of_space')
  })

  test('has room again when files of it are deleted', async () => {
    await using disk = smallDisk()
    const hash = await disk.bring(till, 250)
    await disk.database.write((conn) => markDeleting(conn, 'documents', hash))
    await disk.database.write((conn) => deleteMarked(conn, disk.store, { limit: 1 }))
    await disk.bring(till, 250)
  })

  test('is not used by what is stored already, whoever brought it', async () => {
    await using disk = smallDisk()
    const content = disk.contentOf(100)
    await disk.bringAgain(till, content)
    await withinShare(disk, ravi, async (store) => {
      for (let n = 0; n < 3; n++) await store.put('documents', content)
    })
    expect(disk.rows()).toMatchObject([{ keyId: 'till', memberId: null }])
    await disk.bring(ravi, 225)
  })
})

describe('a request that is refused', () => {
  test('leaves no file of those that it brought', async () => {
    await using disk = smallDisk()
    const kept = disk.contentOf(40)
    const hash = await disk.bringAgain(till, kept)
    const [first, second] = [disk.contentOf(100), disk.contentOf(200)]
    const request = withinShare(disk, till, async (store) => {
      for (const content of [kept, first, second]) await store.put('documents', content)
    })
    expect(await codeOf(request)).toBe('out_of_space')
    for (const content of [first, second]) {
      expect(disk.store.has('documents', Bun.SHA256.hash(content, 'hex'))).toBe(false)
    }
    expect(disk.store.has('documents', hash)).toBe(true)
    expect(disk.rows()).toMatchObject([{ hash, state: 'stored' }])
    await disk.bring(till, 210)
  })
})

test('a request that was done is answered, and the log says what could not be deleted after it', async () => {
  await using disk = smallDisk()
  const failure = new Error('The disk failed.')
  const errors: unknown[] = []
  const store: FileStore = {
    ...disk.store,
    remove: () => {
      throw failure
    },
  }
  const log: Log = { ...silentLog, error: (_, fields) => void errors.push(fields?.['error']) }
  const answer = await withinShare({ ...disk, store, log }, till, async (shared) => {
    await shared.put('documents', disk.contentOf(10))
    return 'entered'
  })
  expect(answer).toBe('entered')
  expect(errors).toEqual([failure])
})

test('an update of the book counts what members brought before it', async () => {
  await using disk = smallDisk()
  const script = await Bun.file(
    `${import.meta.dir}/../../../drizzle/book/0004_disk_share.sql`,
  ).text()
  const { $client } = disk.database.read
  expect($client.query('SELECT count(*) AS n FROM files').get()).toEqual({ n: 0 })
  const [owners, members] = ['a'.repeat(64), 'b'.repeat(64)]
  await disk.database.write((conn) => {
    for (const role of ['owner', 'member']) {
      conn.$client.run(
        `INSERT INTO users (id, email, name, role, created_at) VALUES ('${role}', '${role}', 'x', '${role}', 0)`,
      )
    }
    for (const [id, hash, user] of [
      ['1', owners, 'owner'],
      ['2', members, 'owner'],
      ['3', members, 'member'],
    ]) {
      conn.$client.run(
        `INSERT INTO documents (id, hash, user_id, filename, content_type, bytes, created_at) VALUES ('${id}', '${hash}', '${user}', 'x', 'x', 5, 0)`,
      )
    }
    for (const hash of [owners, members]) {
      conn.$client.run(
        `INSERT INTO files (kind, hash, bytes, state) VALUES ('documents', '${hash}', 5, 'stored')`,
      )
    }
    conn.$client.run(script.split('--> statement-breakpoint').at(-1) ?? '')
  })
  expect(disk.rows()).toMatchObject([
    { hash: owners, memberId: null },
    { hash: members, memberId: 'member' },
  ])
})
