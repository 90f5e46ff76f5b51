import { describe, expect, test } from 'bun:test'
import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../../src/platform/db/database.ts'
import {
  FileGone,
  findFile,
  linkFile,
  markDeleting,
  withStoredFiles,
} from '../../../src/platform/files/file-rows.ts'
import { removeLeftovers, startCleaning } from '../../../src/platform/files/scrub.ts'
import { storeOf } from '../../../src/app.ts'
import { type FileKind } from '../../../src/platform/files/store.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { noon, temporaryDatabase } from '../../support/temporary-database.ts'

const never = new AbortController().signal
const before = noon
const old = noon - 60_000
/** Before whatever the clock of this machine says. */
const longAgo = Date.UTC(2020, 0, 1)

test('a file that no row knows goes; one that a row knows stays', async () => {
  await using open = openStore()
  const linked = await open.link('a bill')
  const orphan = await open.put('an upload that was never entered', old)
  expect(await open.clean()).toBe(1)
  expect(open.store.has('documents', linked)).toBe(true)
  expect(open.store.has('documents', orphan)).toBe(false)
})

test('the same bytes as an image and as a document are two files', async () => {
  await using open = openStore()
  const hash = await open.link('the same')
  await open.put('the same', old, 'images')
  expect(await open.clean()).toBe(1)
  expect(open.store.has('documents', hash)).toBe(true)
  expect(open.store.has('images', hash)).toBe(false)
})

test('a file that was written since the server started stays: its act may still come', async () => {
  await using open = openStore()
  const hash = await open.put('an upload under way', noon)
  expect(await open.clean()).toBe(0)
  expect(open.store.has('documents', hash)).toBe(true)
})

describe('a file that a killed act left, and that comes again,', () => {
  test('stays, however old it was, and its act links it at the first try', async () => {
    await using open = openStore()
    await open.put('a bill', longAgo)
    let puts = 0
    await withStoredFiles(
      async () => {
        puts++
        await open.putAgain('a bill')
      },
      async () => {
        expect(await open.clean(longAgo + 1)).toBe(0)
        await open.enter('a bill')
      },
    )
    expect(puts).toBe(1)
  })

  test('stays when it comes after the cleaning saw how old it was', async () => {
    await using open = openStore()
    await open.put('a bill', longAgo)
    let writes = 0
    const database: Database = {
      ...open.database,
      async write(command, options) {
        // The first write finishes deletions. Before the second the file was seen, and it comes while that waits.
        if (++writes === 2) await open.putAgain('a bill')
        return await open.database.write(command, options)
      },
    }
    const { store } = open
    expect(await removeLeftovers({ database, store, before: longAgo + 1 }, never)).toBe(0)
    expect(writes).toBe(2)
    await open.enter('a bill')
  })
})

test('a file that was never finished goes, and one that is being written stays', async () => {
  await using open = openStore()
  const hash = Bun.SHA256.hash('a bill', 'hex')
  const finished = open.store.path('documents', hash)
  const stale = `${finished}.1.part`
  const fresh = `${finished}.2.part`
  await Bun.write(stale, 'a b')
  utimesSync(stale, old / 1000, old / 1000)
  await Bun.write(fresh, 'a bi')
  utimesSync(fresh, noon / 1000, noon / 1000)
  expect(await open.clean()).toBe(1)
  expect([existsSync(stale), existsSync(fresh)]).toEqual([false, true])
})

test('a deletion that stopped halfway is finished', async () => {
  await using open = openStore()
  const [whole, bytesGone] = [await open.link('one'), await open.link('two')]
  await open.database.write((conn) => {
    markDeleting(conn, 'documents', whole)
    markDeleting(conn, 'documents', bytesGone)
  })
  open.store.remove('documents', bytesGone)
  expect(await open.clean()).toBe(2)
  for (const hash of [whole, bytesGone]) {
    expect(open.store.has('documents', hash)).toBe(false)
    expect(findFile(open.database.read).get({ kind: 'documents', hash })).toBeUndefined()
  }
})

test('what somebody put between the files is left alone', async () => {
  await using open = openStore()
  const strangers = [
    join(open.dir.documents, '.DS_Store'),
    join(open.dir.documents, 'ab', 'notes.txt'),
  ]
  for (const file of strangers) {
    await Bun.write(file, 'mine')
    utimesSync(file, old / 1000, old / 1000)
  }
  await open.put('an orphan', old)
  expect(await open.clean()).toBe(1)
  expect(strangers.map((file) => existsSync(file))).toEqual([true, true])
})

test('an upload of the bytes of an orphan loses nothing, whichever comes first', async () => {
  await using open = openStore()
  const contents = Array.from({ length: 60 }, (_, n) => `bill ${n}`)
  for (const content of contents) await open.put(content, old)
  let again = 0
  const [, ...hashes] = await Promise.all([
    open.clean(),
    ...contents.map(async (content) => {
      let hash = ''
      await withStoredFiles(
        async () => {
          const stored = await open.store.put('documents', new TextEncoder().encode(content))
          hash = stored.hash
        },
        () =>
          open.database.write((conn) =>
            linkFile(conn, open.store, 'documents', { hash, bytes: content.length }),
          ),
      ).catch((error: unknown) => {
        if (error instanceof FileGone) again++
        throw error
      })
      return hash
    }),
  ])
  expect(again).toBe(0)
  for (const hash of hashes) expect(open.store.has('documents', hash)).toBe(true)
})

test('hundreds of files go in slices, with turns for others in between', async () => {
  await using open = openStore()
  for (let n = 0; n < 300; n++) await open.put(`orphan ${n}`, old)
  let turns = 0
  const turning = setInterval(() => turns++, 0)
  expect(await open.clean()).toBe(300)
  clearInterval(turning)
  expect(turns).toBeGreaterThan(10)
})

describe('in the background of a server', () => {
  test('everything is taken away, and stopping waits for it', async () => {
    await using open = openStore()
    const orphan = await open.put('an orphan', old)
    const cleaning = startCleaning(
      { database: open.database, store: open.store, before },
      silentLog,
    )
    while (open.store.has('documents', orphan)) await new Promise((done) => setImmediate(done))
    await cleaning.stop()
    expect(open.store.has('documents', orphan)).toBe(false)
  })

  test('a server that stops does not wait for the rest, and the book can be closed', async () => {
    await using open = openStore()
    for (let n = 0; n < 100; n++) await open.put(`orphan ${n}`, old)
    await startCleaning({ database: open.database, store: open.store, before }, silentLog).stop()
    expect((await Array.fromAsync(open.store.list('documents'))).flat().length).toBeGreaterThan(0)
  })

  test('a failure is logged and ends nothing', async () => {
    await using open = openStore()
    const errors: string[] = []
    const log = { ...silentLog, error: (message: string) => void errors.push(message) }
    const broken = {
      ...open.store,
      list: () => {
        throw new Error('The folder cannot be read.')
      },
    }
    const cleaning = startCleaning({ database: open.database, store: broken, before }, log)
    while (errors.length === 0) await new Promise((done) => setImmediate(done))
    await cleaning.stop()
    expect(errors).toEqual(['The files that a crash left could not be removed.'])
  })
})

function openStore() {
  const temporary = temporaryDatabase()
  const { database, dir } = temporary
  const store = storeOf(dir)
  const put = async (content: string, modifiedAt: number, kind: FileKind = 'documents') => {
    const { hash } = await store.put(kind, new TextEncoder().encode(content))
    utimesSync(store.path(kind, hash), modifiedAt / 1000, modifiedAt / 1000)
    return hash
  }
  const enter = (content: string) => {
    const file = { hash: Bun.SHA256.hash(content, 'hex'), bytes: content.length }
    return database.write((conn) => linkFile(conn, store, 'documents', file))
  }
  return {
    ...temporary,
    store,
    put,
    /** As an act does whose file may be there. */
    putAgain: (content: string) => store.put('documents', new TextEncoder().encode(content)),
    enter,
    async link(content: string) {
      const hash = await put(content, old)
      await enter(content)
      return hash
    },
    clean: (since = before) => removeLeftovers({ database, store, before: since }, never),
  }
}
