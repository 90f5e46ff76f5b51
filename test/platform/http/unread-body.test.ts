import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { delimiter, join } from 'node:path'
import { createKey } from '../../../src/accounts/keys/keys.ts'
import { newToken, startSession } from '../../../src/accounts/sessions/sessions.ts'
import { setUp } from '../../../src/accounts/users/set-up.ts'
import { createApp } from '../../../src/app.ts'
import { sessionCookieName } from '../../../src/console/api/cookies.ts'
import { listen, type Listening } from '../../../src/platform/http/listening/listen.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { requestHead } from '../../support/raw-request.ts'
import {
  setClock,
  temporaryDatabase,
  type TemporaryDatabase,
} from '../../support/temporary-database.ts'

/** Programs start slowly on a busy machine, and Bun cuts a connection in steps of four seconds. */
setDefaultTimeout(120_000)

/** How long a body may go on, in milliseconds: many times the 4 seconds that the hasty server allows. */
const cutWithinMs = 40_000

const mib = 1024 * 1024
/** What the flood may take of this process's memory, in bytes, with what both ends have on the way. */
const floodedBytesMax = 256 * mib
const bodyBytes = 40 * mib
const scans = '/scan-export/api/public/v1/scans'
const unsynced = '/scan-export/api/public/v1/scans/unsynced'
const node = findNode()

let open: TemporaryDatabase
let listening: Listening
/** The same, where bodies that come slowly are cut soon. */
let hasty: Listening
let key: string
let cookie: string

beforeAll(async () => {
  open = temporaryDatabase()
  const clock = setClock()
  const { dispatcher } = createApp({
    ...open,
    clock,
    log: silentLog,
    calls: { add: () => undefined },
    corsOrigins: [],
    publicUrl: undefined,
  })
  const owner = { email: 'owner@example.com', name: 'Owner', passwordHash: 'hash' }
  const input = { service: 'scan-export' as const, scopes: [], allUsers: false, name: 'K' }
  const random = crypto.getRandomValues(new Uint8Array(32))
  const token = newToken()
  key = await open.database.write((conn) => {
    const userId = setUp(conn, { organisation: 'Test', owner }, clock.now())
    startSession(conn, { userId, token, visitor: { address: '', userAgent: '' } }, clock.now())
    return createKey(conn, { ...input, email: owner.email }, clock.now(), random).key
  })
  const options = { host: '127.0.0.1', port: 0, tls: undefined, listener: { service: undefined } }
  listening = await listen(dispatcher, options)
  hasty = await listen(dispatcher, { ...options, bodyTimeoutSeconds: 4 })
  cookie = `${sessionCookieName('http://localhost', { isSecure: false })}=${token}`
})

afterAll(async () => {
  await Promise.all([listening.stop(), hasty.stop()])
  await open[Symbol.asyncDispose]()
})

/** Each is refused before its body was read, or while it comes. */
const refused: [number, string, () => Record<string, string>][] = [
  [401, scans, () => ({})],
  [404, `${scans}/nothing`, () => ({})],
  [405, unsynced, withKey],
  [413, scans, withKey],
  [415, scans, () => ({ ...withKey(), 'content-encoding': 'br' })],
]

function withKey(): Record<string, string> {
  return { authorization: `Bearer ${key}` }
}

describe('a client that sends its whole body before it looks for an answer', () => {
  test.each(refused)('reads the refusal with %i', async (status, path, headers) => {
    // Of 32 MiB at most: the size is looked at before what the body is made of.
    const bytes = status === 415 ? 30 * mib : bodyBytes
    for (const isChunked of [false, true]) {
      const answer = await sendWhole(path, headers(), bytes, isChunked)
      expect(answer).toStartWith(`HTTP/1.1 ${status} `)
      expect(answer).toContain('{"error":')
    }
  })

  test('reads it with Python', async () => {
    expect(await output(['python3', '-c', inPython])).toBe('401 413 401 413')
  })

  test('reads it with Node, where it is installed', async () => {
    if (node === undefined) return console.warn('Node is not installed: its client was not tried.')
    const asModule = [node, '--input-type=module', '-e', inNode]
    expect(await output(asModule)).toBe('401 413 401 413')
  })
})

/** `bun run` may call itself `node`: that one speaks as Bun does. */
function findNode(): string | undefined {
  const places = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'))
  return places.find((file) => existsSync(file) && !isBun(file))
}

function isBun(file: string): boolean {
  const { stdout } = Bun.spawnSync([file, '-p', 'process.versions.bun'])
  return stdout.toString().trim() !== 'undefined'
}

async function output(command: string[]): Promise<string> {
  const child = Bun.spawn([...command, listening.url + scans, key], { stdout: 'pipe' })
  return (await child.stdout.text()).trim()
}

const inPython = `
import http.client, sys, urllib.parse
url, key = sys.argv[1:]
at = urllib.parse.urlsplit(url)
statuses = []
for chunked in (False, True):
    for headers in ({}, {'Authorization': 'Bearer ' + key}):
        connection = http.client.HTTPConnection(at.hostname, at.port)
        body = (b' ' * 65536 for _ in range(640)) if chunked else b' ' * (640 * 65536)
        connection.request('POST', at.path, body, headers, encode_chunked=chunked)
        statuses.append(str(connection.getresponse().status))
print(' '.join(statuses))
`

const inNode = `
const [url, key] = process.argv.slice(1)
const statuses = []
for (const isChunked of [false, true]) {
  for (const headers of [{}, { authorization: 'Bearer ' + key }]) {
    const bytes = new Uint8Array(640 * 65536)
    const body = isChunked ? new Blob([bytes]).stream() : bytes
    const answer = await fetch(url, { method: 'POST', headers, body, duplex: 'half' })
    statuses.push(answer.status)
  }
}
console.log(statuses.join(' '))
`

/** What comes back when all is sent; throws when the connection breaks before. */
function sendWhole(
  path: string,
  headers: Record<string, string>,
  bytes: number,
  isChunked: boolean,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = openRequest(listening, path, headers, isChunked ? undefined : bytes)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`The connection was closed: ${answer}`)))
    socket.on('data', (data) => (answer += data.toString()))
    const chunk = ' '.repeat(mib)
    for (let left = bytes; left > 0; left -= mib) {
      socket.write(isChunked ? `${mib.toString(16)}\r\n${chunk}\r\n` : chunk)
    }
    socket.write(isChunked ? '0\r\n\r\n' : '', () => {
      socket.removeAllListeners('close')
      socket.on('close', () => resolve(answer))
      socket.end()
    })
  })
}

/** A connection with the head of a request on its way. */
function openRequest(
  { url }: Listening,
  path: string,
  headers: Record<string, string>,
  length?: number,
): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const body = length === undefined ? { 'transfer-encoding': 'chunked' } : undefined
  const all = { ...headers, ...(body ?? { 'content-length': String(length) }) }
  socket.write(requestHead('POST', path, all))
  return socket
}

describe('bodies that come slowly', () => {
  test.each([
    ['a key', scans, withKey],
    ['a session', '/console/api/rules', () => ({ cookie, origin: 'http://localhost' })],
  ])('by %s take no more of the memory than one user may', async (_what, path, headers) => {
    const { promise: refusal, resolve } = Promise.withResolvers<string>()
    const sockets = Array.from({ length: 5 }, () => openRequest(hasty, path, headers(), 32 * mib))
    for (const socket of sockets) socket.on('data', (data) => resolve(data.toString()))
    expect(await refusal).toMatch(/^HTTP\/1\.1 503 .*Too many large bodies/s)
    for (const socket of sockets) socket.destroy()
  })

  test('a byte at a time are cut, whether they are refused or not', async () => {
    const sockets = [withKey(), {}].flatMap((headers) =>
      [100_000, undefined].flatMap((length) =>
        Array.from({ length: 75 }, () => openRequest(hasty, scans, headers, length)),
      ),
    )
    const closed = sockets.map(
      (socket) =>
        new Promise((resolve) => {
          socket.on('error', () => undefined)
          socket.on('close', resolve)
        }),
    )
    const dripping = setInterval(() => {
      for (const socket of sockets) socket.write('1\r\n \r\n')
    }, 200)
    await Promise.race([Promise.all(closed), Bun.sleep(cutWithinMs)])
    clearInterval(dripping)
    const left = sockets.filter(({ destroyed }) => !destroyed)
    for (const socket of left) socket.destroy()
    expect(left).toHaveLength(0)
  })
})

test('a body without an end that comes fast is cut after its refusal, and takes no memory', async () => {
  const before = process.memoryUsage().rss
  const socket = openRequest(hasty, scans, {})
  const chunk = Buffer.from(`${mib.toString(16)}\r\n${' '.repeat(mib)}\r\n`)
  const { promise, resolve } = Promise.withResolvers<void>()
  let answer = ''
  let most = before
  const flood = () => {
    most = Math.max(most, process.memoryUsage().rss)
    socket.write(chunk, (error) => void (error ?? setImmediate(flood)))
  }
  socket.on('data', (data) => (answer += data.toString()))
  socket.on('error', () => undefined)
  socket.on('close', () => resolve())
  flood()
  await Promise.race([promise, Bun.sleep(cutWithinMs)])
  const isCut = socket.destroyed
  socket.destroy()
  expect(isCut).toBe(true)
  expect(answer).toStartWith('HTTP/1.1 401 ')
  expect(most - before).toBeLessThan(floodedBytesMax)
})
