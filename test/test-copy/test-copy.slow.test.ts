import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { guard, keyLookup } from '../../src/accounts/keys/guard.ts'
import { keyRates } from '../../src/accounts/keys/rates.ts'
import { storeOf } from '../../src/app.ts'
import { takeLock } from '../../src/platform/db/instance-lock.ts'
import { dataDir } from '../../src/platform/disk/data-dir.ts'
import { filesBelow } from '../../src/platform/disk/durable.ts'
import { failedKeys } from '../../src/platform/http/failed-keys.ts'
import { attachContext } from '../../src/platform/http/request.ts'
import { silentLog } from '../../src/platform/log.ts'
import { noteOf, throwAwayBeside } from '../../src/test-copy/make-copy.ts'
import { TestCopy, type TestCopyOptions } from '../../src/test-copy/test-copy.ts'
import { until } from '../support/temporary-database.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

const dayMs = 24 * 60 * 60 * 1000

let shop: TestShop
let copy: TestCopy
let now: number

beforeEach(async () => {
  shop = await openTestShop()
  now = Date.now()
  copy = openCopy()
})

afterEach(async () => {
  await copy.stop()
  await shop.close()
})

function guardDeps() {
  const clock = { now: () => now }
  const findKey = keyLookup(shop.database)
  return { findKey, clock, failures: failedKeys(), rates: keyRates() }
}

function openCopy(options: Partial<TestCopyOptions> = {}): TestCopy {
  const { dir } = shop
  return new TestCopy({
    folder: dir.testCopy,
    book: dir.database,
    bookFiles: storeOf(dir),
    guardDeps: guardDeps(),
    clock: { now: () => now },
    log: silentLog,
    ...options,
  })
}

/** Asks the copy as the dispatcher does. */
async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const request = new Request(`http://127.0.0.1/scan-export/api/public/v1/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${shop.scanKey}` },
  })
  attachContext(request, { id: '1', address: '', origin: 'http://127.0.0.1', rows: 0 })
  guard(guardDeps(), 'scan-export', 'test')(request, undefined)
  return await copy.answer('scan-export', request)
}

/** How many documents wait in the copy. */
async function waiting(): Promise<number> {
  const reply = await ask('scans/unsynced')
  const answer: { count: number } = await reply.json()
  return answer.count
}

function isOpen(): boolean {
  const lock = takeLock(dataDir(shop.dir.testCopy).lock, 'exclusive', 'test')
  lock?.release()
  return lock === undefined
}

const nobody = new AbortController().signal

describe('the copy for tests', () => {
  test('is made at the first call, and stays what it was until it is made anew', async () => {
    expect([existsSync(shop.dir.testCopy), await copy.facts()]).toEqual([false, undefined])
    expect(await waiting()).toBe(2)
    await shop.addScan({ metadata: { invoice_no: 'A-3' } })
    expect(await waiting()).toBe(2)
    expect(await copy.facts()).toEqual({ madeAt: now, usedAt: now, bytes: expect.any(Number) })
    await copy.reset()
    expect(await waiting()).toBe(3)
  })

  test('is made once for all who call at the same time, also while it is made anew', async () => {
    const answers = await Promise.all([waiting(), waiting(), copy.reset(), waiting(), waiting()])
    expect(answers.filter((answer) => answer === 2)).toHaveLength(4)
  })

  test('is made anew once for all who ask for it before its turn comes', async () => {
    await waiting()
    const resets = await Promise.all(Array.from({ length: 20 }, () => copy.reset()))
    expect(new Set(resets).size).toBe(1)
    expect(await copy.reset()).not.toBe(resets[0])
    expect(await waiting()).toBe(2)
  })

  test('is not made anew later for a call that takes its time, which is asked to come again', async () => {
    copy = openCopy({ drainMs: 1 })
    await waiting()
    const begun = Promise.withResolvers<void>()
    const sent = Promise.withResolvers<void>()
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        begun.resolve()
        await sent.promise
        controller.enqueue(
          new TextEncoder().encode('{"ids":["d8e9e964-fd3e-89b0-a928-921c8e95a4b5"]}'),
        )
        controller.close()
      },
    })
    const slow = ask('scans/mark-synced', { method: 'POST', body })
    await begun.promise
    await copy.reset()
    sent.resolve()
    expect(slow).rejects.toMatchObject({
      code: 'unavailable',
      details: { retryAfterSeconds: 1 },
    })
    await slow.catch(() => undefined)
    expect(await waiting()).toBe(2)
  })

  test('is closed when it was not used for a while, and opened by the next call as it was', async () => {
    await copy.stop()
    copy = openCopy({ idleMs: 1 })
    await waiting()
    const made = await copy.facts()
    await until(() => !isOpen())
    expect(await waiting()).toBe(2)
    expect((await copy.facts())?.madeAt).toBe(made?.madeAt)
  })

  test('is thrown away by a command, beside a server that has it open or not', async () => {
    await waiting()
    await shop.addScan({ metadata: { invoice_no: 'A-3' } })
    await throwAwayBeside(shop.dir.testCopy)
    expect(await copy.facts()).toBeUndefined()
    expect(await waiting()).toBe(3)
    await copy.stop()
    await throwAwayBeside(shop.dir.testCopy)
    expect(existsSync(shop.dir.testCopy)).toBe(false)
    copy = openCopy()
  })

  test('of another version of Daybook, or of one that was ended while it made it, is made anew', async () => {
    await waiting()
    await shop.addScan({ metadata: { invoice_no: 'A-3' } })
    await copy.stop()
    await Bun.write(noteOf(shop.dir.testCopy), JSON.stringify({ schema: 1, madeAt: now }))
    copy = openCopy()
    expect(await waiting()).toBe(3)
  })

  test('that does not fit is refused with a sentence, and nothing of it is left', async () => {
    let freeBytes = 200_000_000
    copy = openCopy({ freeBytes: () => Promise.resolve(freeBytes) })
    const refusal = waiting()
    expect(refusal).rejects.toMatchObject({
      code: 'out_of_space',
      message: expect.stringContaining('200 MB are free'),
    })
    await refusal.catch(() => undefined)
    expect(existsSync(shop.dir.testCopy)).toBe(false)
    freeBytes = 2_000_000_000
    expect(await waiting()).toBe(2)
  })
})

describe('at night', () => {
  test('a copy that nobody used for 7 days goes, and one that was used stays', async () => {
    await waiting()
    now += 6 * dayMs
    await waiting()
    now += 6 * dayMs
    await copy.tend(nobody)
    expect(await copy.facts()).toBeDefined()
    now += dayMs
    await copy.tend(nobody)
    expect(existsSync(shop.dir.testCopy)).toBe(false)
    await copy.tend(nobody)
  })

  test('documents that are older than 30 days go from it, and those of the book are left to the book', async () => {
    await shop.addScan({ metadata: { invoice_no: 'OLD' }, daysAgo: 29, bytes: 'an old bill' })
    await waiting()
    now += 2 * dayMs
    await copy.tend(nobody)
    await copy.stop()
    const { database } = dataDir(shop.dir.testCopy)
    using opened = new Database(database, { readonly: true })
    expect(opened.query('SELECT count(*) AS n FROM scans').get()).toEqual({ n: 2 })
    const files = await filesBelow(shop.dir.documents)
    expect(files).toHaveLength(2)
    copy = openCopy()
  })
})
