import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readChanges } from '../../src/changes/feed.ts'
import { changeWaits, type ChangeWaits } from '../../src/changes/wait.ts'
import { addName } from '../../src/names/add-name.ts'
import { AppError } from '../../src/platform/errors.ts'
import {
  codeOf,
  noon,
  temporaryDatabase,
  type TemporaryDatabase,
} from '../support/temporary-database.ts'

/** Longer than any test: whoever waits is let go, or the test fails. */
const foreverMs = 600_000

let opened: TemporaryDatabase
let waits: ChangeWaits
let place: string
/** The addresses of requests whose keys have ended. */
let ended: Set<string>

beforeEach(() => {
  opened = temporaryDatabase()
  ended = new Set()
  waits = changeWaits(opened.database, ({ url }) => {
    if (ended.has(url)) throw new AppError('unauthorized', 'The key has ended.')
  })
  place = readChanges(opened.database.read, { after: 'now', kinds: [], limit: 1 }).next
})

afterEach(async () => {
  waits.end()
  await opened[Symbol.asyncDispose]()
})

/** As one of a key that no other request has, unless it is named. */
const wait = (ms: number, keyId: string = crypto.randomUUID()) => ({ keyId, next: place, ms })

const request = (signal?: AbortSignal) =>
  new Request('http://localhost/', signal === undefined ? {} : { signal })

test('who waits is let go by a change', async () => {
  const waiting = waits.until(request(), wait(foreverMs))
  await opened.database.write((conn) => addName(conn, 'vendor', { name: 'A', aliases: [] }, noon))
  expect(await waiting).toBeUndefined()
})

test('who waits is let go when the server stops, when the client is gone, and when its time is over', async () => {
  const gone = new AbortController()
  const left = waits.until(request(gone.signal), wait(foreverMs))
  gone.abort()
  expect(await left).toBeUndefined()
  expect(await waits.until(request(), wait(1))).toBeUndefined()
  const last = waits.until(request(), wait(foreverMs))
  waits.end()
  expect(await last).toBeUndefined()
})

test('beyond 200 who wait others are asked to come back, until some are let go', async () => {
  const gone = new AbortController()
  const many = Array.from({ length: 200 }, () => waits.until(request(gone.signal), wait(foreverMs)))
  expect(await codeOf(waits.until(request(), wait(foreverMs)))).toBe('unavailable')
  gone.abort()
  await Promise.all(many)
  expect(await waits.until(request(), wait(1))).toBeUndefined()
})

test('beyond 20 of one key it is asked to come back, and others wait on', async () => {
  const gone = new AbortController()
  const many = Array.from({ length: 20 }, () =>
    waits.until(request(gone.signal), wait(foreverMs, 'key')),
  )
  expect(await codeOf(waits.until(request(), wait(foreverMs, 'key')))).toBe('unavailable')
  expect(await waits.until(request(), wait(1, 'other'))).toBeUndefined()
  gone.abort()
  await Promise.all(many)
  expect(await waits.until(request(), wait(1, 'key'))).toBeUndefined()
})

test('who waits with a key that ends meanwhile is told nothing any more', async () => {
  const waiting = waits.until(request(), wait(foreverMs))
  ended.add(request().url)
  await opened.database.write((conn) => addName(conn, 'vendor', { name: 'A', aliases: [] }, noon))
  expect(await codeOf(waiting)).toBe('unauthorized')
})
