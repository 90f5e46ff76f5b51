import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createKey, revokeKey } from '../../../src/accounts/keys/keys.ts'
import { revokeSessions, startSession, newToken } from '../../../src/accounts/sessions/sessions.ts'
import { setUp } from '../../../src/accounts/users/set-up.ts'
import { changeRole, addUser, deactivateUser } from '../../../src/accounts/users/users.ts'
import { createApp, type App } from '../../../src/app.ts'
import { sessionCookieName } from '../../../src/console/api/guard.ts'
import type { Command } from '../../../src/platform/db/write-queue.ts'
import { silentLog } from '../../../src/platform/log.ts'
import {
  noon,
  setClock,
  temporaryDatabase,
  type TemporaryDatabase,
} from '../../support/temporary-database.ts'

const url = 'http://localhost:3292'
const boss = { email: 'boss@example.com', name: 'Boss', passwordHash: 'hash' }
const second = {
  email: 'second@example.com',
  name: 'Second',
  role: 'owner' as const,
  passwordHash: 'hash',
}

let open: TemporaryDatabase
let app: App
let bossId: string
let userId: string
let cookie: string

beforeEach(async () => {
  open = temporaryDatabase()
  const { database, dir } = open
  app = createApp({
    database,
    dir,
    clock: setClock(),
    log: silentLog,
    calls: { add: () => undefined },
    corsOrigins: [],
    publicUrl: undefined,
  })
  bossId = await write((conn) => setUp(conn, { organisation: 'Test', owner: boss }, noon))
  userId = await write((conn) => addUser(conn, second, noon))
  const token = newToken()
  const visitor = { address: '', userAgent: '' }
  await write((conn) => startSession(conn, { userId, token, visitor }, noon))
  cookie = `${sessionCookieName(url, { isSecure: false })}=${token}`
})

afterEach(() => open[Symbol.asyncDispose]())

/** The status of a request whose body comes when `meanwhile` is done, which begins when the server waits for it. */
async function statusAfter(
  meanwhile: () => Promise<unknown>,
  { path, headers, body }: { path: string; headers: Record<string, string>; body: string },
): Promise<number> {
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await meanwhile()
        controller.enqueue(new TextEncoder().encode(body))
        controller.close()
      },
    },
    // Nothing is asked for before somebody reads.
    { highWaterMark: 0 },
  )
  const request = new Request(url + path, { method: 'POST', headers, body: stream })
  return (await app.dispatcher.answer(request, { service: undefined }, '127.0.0.1')).status
}

/** What a browser sends from Daybook's own pages. */
const ofPage = () => ({ host: new URL(url).host, origin: url, cookie })

const shop = { name: 'Another', gstin: null }

const changeShop = (meanwhile: () => Promise<unknown>) =>
  statusAfter(meanwhile, {
    path: '/console/api/settings/organisation',
    headers: { ...ofPage(), 'content-type': 'application/json' },
    body: JSON.stringify(shop),
  })

const upload = (meanwhile: () => Promise<unknown>, headers: Record<string, string>, path: string) =>
  statusAfter(meanwhile, {
    path,
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
    body: [
      '--x\r\nContent-Disposition: form-data; name="category"\r\n\r\nvendor_invoice\r\n',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nA bill\r\n--x--\r\n',
    ].join(''),
  })

const nothing = () => Promise.resolve()
const endSessions = () => write((conn) => revokeSessions(conn, { userId }, noon))
const deactivate = () => write((conn) => deactivateUser(conn, second.email, noon))
const demote = () => write((conn) => changeRole(conn, { userId, role: 'member', by: bossId }, noon))

describe('a body that comes slowly', () => {
  test('is taken', async () => {
    expect(await changeShop(nothing)).toBe(200)
  })

  test('does not keep a session alive that ended meanwhile', async () => {
    expect(await changeShop(endSessions)).toBe(401)
  })

  test('does not keep a user in who was deactivated meanwhile', async () => {
    expect(await changeShop(deactivate)).toBe(401)
  })

  test('does not keep an owner one who became a member meanwhile', async () => {
    expect(await changeShop(demote)).toBe(403)
  })
})

describe('files that come slowly', () => {
  const path = '/console/api/documents'

  test('are taken', async () => {
    expect(await upload(nothing, ofPage(), path)).toBe(200)
  })

  test('do not keep a session alive that ended meanwhile', async () => {
    expect(await upload(endSessions, ofPage(), path)).toBe(401)
  })

  test('do not keep an API key alive that was revoked meanwhile', async () => {
    const random = crypto.getRandomValues(new Uint8Array(32))
    const input = { service: 'scan-export' as const, scopes: [], allUsers: false, name: 'K' }
    const { id, key } = await write((conn) =>
      createKey(conn, { ...input, email: second.email }, noon, random),
    )
    const headers = { authorization: `Bearer ${key}` }
    const scans = '/scan-export/api/public/v1/scans'
    expect(await upload(nothing, headers, scans)).toBe(201)
    const revoke = () => write((conn) => revokeKey(conn, id, noon))
    expect(await upload(revoke, headers, scans)).toBe(401)
  })
})

describe('a limited API key', () => {
  test('counts a call with a body once', async () => {
    const random = crypto.getRandomValues(new Uint8Array(32))
    const input = { service: 'scan-export' as const, scopes: [], allUsers: false, name: 'K' }
    const { key } = await write((conn) =>
      createKey(conn, { ...input, ratePerMinute: 2, email: second.email }, noon, random),
    )
    const mark = () =>
      statusAfter(nothing, {
        path: '/scan-export/api/public/v1/scans/mark-synced',
        headers: { authorization: `Bearer ${key}` },
        body: '{"ids":["x"]}',
      })
    expect([await mark(), await mark(), await mark()]).toEqual([200, 200, 429])
  })
})

function write<T>(command: Command<T>): Promise<T> {
  return open.database.write(command)
}
