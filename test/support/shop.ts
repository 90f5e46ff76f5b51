import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKey, type KeyInput } from '../../src/accounts/keys/keys.ts'
import { isScope, storefrontScopes } from '../../src/accounts/keys/rules.ts'
import { addUser } from '../../src/accounts/users/users.ts'
import { setUp } from '../../src/accounts/users/set-up.ts'
import { createApp, storeOf } from '../../src/app.ts'
import { dataDir, makeDataDir, type DataDir } from '../../src/platform/disk/data-dir.ts'
import {
  openDatabaseForCommand,
  openServedDatabase,
  type Database,
} from '../../src/platform/db/database.ts'
import { withStoredFiles } from '../../src/platform/files/file-rows.ts'
import { isJsonObject, type JsonObject } from '../../src/platform/json/json.ts'
import { listen } from '../../src/platform/http/listening/listeners.ts'
import { pictures } from '../../src/platform/pictures/pictures.ts'
import { silentLog } from '../../src/platform/log.ts'
import { writeSetting } from '../../src/platform/settings.ts'
import { readingSetting } from '../../src/services/scan-export/scans/reading-rows.ts'
import { scanExportDeps, type ScanExportDeps } from '../../src/services/scan-export/service.ts'
import { storeScan, type NewScan } from '../../src/services/scan-export/intake/store-scan.ts'
import type { StorefrontDeps } from '../../src/services/storefront/service.ts'
import { systemClock, type Clock } from '../../src/platform/time.ts'
import { drawingHere } from './drawing-here.ts'
import { noteNight } from './night.ts'
import { firstLine } from '../../src/platform/own-program.ts'

/*
 * A shop to test against, over HTTP. By default the server runs in this process, with a clock that the test sets; with
 * DAYBOOK_EXECUTABLE it is the built file, and the same tests run against that. In both cases `database` is a connection
 * of its own, as a command has one, to prepare what no endpoint can and to look at what was written.
 */

export const owner = 'owner@example.com'
export const ravi = 'ravi@example.com'
export const meena = 'meena@example.com'

/** Every scope of the storefront. */
export const allScopes = Object.keys(storefrontScopes).filter(isScope)

const executable = process.env['DAYBOOK_EXECUTABLE']
const dayMs = 24 * 60 * 60 * 1000

export type Answer = {
  status: number
  headers: Headers
  text: string
  /** The body as JSON; empty when it is something else. */
  json: JsonObject
}

export type CallOptions = {
  key?: string | undefined
  body?: unknown
  /** A body that is sent as it is. */
  raw?: string | Uint8Array<ArrayBuffer> | FormData | ReadableStream | undefined
  headers?: Record<string, string>
}

export type Shop = {
  /** The server's address, without a slash. */
  url: string
  /** The server's process when it is the built file; undefined when it runs in this one. */
  pid: number | undefined
  dir: DataDir
  database: Database
  deps: ScanExportDeps
  storefront: StorefrontDeps
  keys: { owner: string; ravi: string; meena: string; storefront: string }
  users: { owner: string; ravi: string; meena: string }
  /** `path` behind the base address of scan export; one that begins with `http` as it is. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** The same behind the base address of the storefront; with its key of all scopes unless told otherwise. */
  store(method: string, path: string, options?: CallOptions): Promise<Answer>
  addKey(input: Partial<KeyInput> & { email: string }): Promise<{ id: string; key: string }>
  /** Enters a scan as an import would; days are counted back from now. */
  addScan(scan?: ScanInput): Promise<string>
  close(): Promise<void>
}

export type ScanInput = {
  user?: 'owner' | 'ravi' | 'meena'
  /** Another user's id; instead of `user`. */
  userId?: string
  daysAgo?: number
  /** Milliseconds since the epoch; instead of `daysAgo`. */
  createdAt?: number
  metadata?: JsonObject
  lines?: JsonObject[]
  bytes?: string
} & Partial<Pick<NewScan, 'category' | 'filename' | 'failureReason' | 'id'>>

/** `clock` is the server's, where that runs in this process. */
export async function openShop(clock: Clock = systemClock): Promise<Shop> {
  const root = mkdtempSync(join(tmpdir(), 'daybook-test-'))
  const dir = dataDir(root)
  makeDataDir(dir)
  const server = await (executable === undefined
    ? serveHere(dir, clock)
    : serveThere(dir, executable))
  const database = openDatabaseForCommand(dir, Date.now())
  await noteNight(database)
  const { users, keys } = await addPeople(database)
  // Most tests type what comes in; those of reading switch it on.
  await database.write((conn) => writeSetting(conn, readingSetting, { isOn: false, atOnce: 1 }))
  const storefront = { database, clock: { now: () => Date.now() }, store: storeOf(dir) }
  const deps = scanExportDeps(storefront)
  return {
    url: server.url,
    pid: server.pid,
    dir,
    database,
    deps,
    storefront,
    users,
    keys,
    call: (method, path, options = {}) =>
      call(path.startsWith('http') ? path : `${server.url}/scan-export${path}`, method, options),
    store: (method, path, options = {}) =>
      call(path.startsWith('http') ? path : `${server.url}/storefront${path}`, method, {
        key: keys.storefront,
        ...options,
      }),
    addKey: (input) => addKey(database, input),
    addScan: (input = {}) => addScan(database, deps, users, input),
    async close() {
      await database.close()
      await server.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

async function serveHere(dir: DataDir, clock: Clock) {
  const database = openServedDatabase(dir, clock.now())
  const { dispatcher, stopWork } = createApp({
    database,
    dir,
    clock,
    log: silentLog,
    calls: { add: () => undefined },
    corsOrigins: ['https://shop.example.com'],
    publicUrl: undefined,
    pictures: pictures(silentLog, drawingHere),
  })
  const listening = await listen(dispatcher, {
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    listener: { service: undefined },
  })
  return {
    url: listening.url,
    pid: undefined,
    async stop() {
      await listening.stop()
      await stopWork()
      await database.close()
    },
  }
}

async function serveThere(dir: DataDir, file: string) {
  await Bun.write(dir.config, 'cors_origins = ["https://shop.example.com"]\n')
  const server = Bun.spawn([file, 'serve', '--json', '--port', '0', '--data', dir.root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line: { url: string } = JSON.parse(await firstLine(server.stdout))
  return {
    url: line.url,
    pid: server.pid,
    async stop() {
      server.kill()
      await server.exited
    },
  }
}

/** The items of a list answer. */
export function itemsOf(answer: Answer): JsonObject[] {
  const items = answer.json['items']
  return Array.isArray(items) ? items.filter(isJsonObject) : []
}

/** Their ids, in order. */
export function idsOf(answer: Answer): string[] {
  return itemsOf(answer).map((item) => String(item['id']))
}

async function addPeople(database: Database) {
  const now = Date.now()
  // No password: nobody signs in here.
  const person = { passwordHash: null, role: 'member' as const }
  const users = await database.write((conn) => ({
    owner: setUp(
      conn,
      { organisation: 'Test Stores', owner: { email: owner, name: 'Owner', passwordHash: '' } },
      now,
    ),
    ravi: addUser(conn, { ...person, email: ravi, name: 'Ravi' }, now),
    meena: addUser(conn, { ...person, email: meena, name: 'Meena' }, now),
  }))
  const keyOf = async (email: string) => (await addKey(database, { email })).key
  const keys = {
    owner: await keyOf(owner),
    ravi: await keyOf(ravi),
    meena: await keyOf(meena),
    storefront: (await addKey(database, { email: owner, service: 'storefront', scopes: allScopes }))
      .key,
  }
  return { users, keys }
}

async function addKey(database: Database, input: Partial<KeyInput> & { email: string }) {
  const random = crypto.getRandomValues(new Uint8Array(32))
  const whole = {
    service: 'scan-export' as const,
    scopes: [],
    allUsers: false,
    name: 'test',
    ...input,
  }
  return await database.write((conn) => createKey(conn, whole, Date.now(), random))
}

async function addScan(
  database: Database,
  deps: ScanExportDeps,
  users: Shop['users'],
  input: ScanInput,
): Promise<string> {
  const { bytes } = input
  let document: NewScan['document'] = null
  const stored = await withStoredFiles(
    async () => {
      if (bytes === undefined) return
      const file = await deps.store.put('documents', new TextEncoder().encode(bytes))
      document = { ...file, contentType: 'text/plain' }
    },
    () =>
      database.write((conn) => storeScan(conn, deps, newScan(users, input, document), Date.now())),
  )
  return stored.id
}

function newScan(users: Shop['users'], input: ScanInput, document: NewScan['document']): NewScan {
  const failureReason = input.failureReason ?? null
  const read = { invoice_metadata: input.metadata ?? {}, line_items: input.lines ?? [] }
  return {
    id: input.id,
    userId: input.userId ?? users[input.user ?? 'ravi'],
    category: input.category ?? 'vendor_invoice',
    filename: input.filename ?? 'bill.pdf',
    createdAt: input.createdAt ?? Date.now() - (input.daysAgo ?? 1) * dayMs,
    raw: failureReason === null ? read : null,
    failureReason,
    document,
  }
}

async function call(url: string, method: string, options: CallOptions): Promise<Answer> {
  const { key, body, raw, headers = {} } = options
  const response = await fetch(url, {
    method,
    headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers },
    ...(raw === undefined ? {} : { body: raw }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== '' ? JSON.parse(text) : {},
  }
}
