import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { enterByHand } from '../../accounts/credits.ts'
import { createKey } from '../../accounts/keys/keys.ts'
import { findKeyByHash } from '../../accounts/keys/queries.ts'
import {
  hashKey,
  isScope,
  makeKey,
  type Scope,
  type Service,
  type Side,
  storefrontScopes,
} from '../../accounts/keys/rules.ts'
import { findOrganisation } from '../../accounts/queries.ts'
import { requireUser } from '../../accounts/require-user.ts'
import { firstStepsSetting, setUp } from '../../accounts/users/set-up.ts'
import { addUser } from '../../accounts/users/users.ts'
import {
  arrivals,
  day,
  hour,
  indiaMidnight,
  movedLine,
  members,
  organisation,
  owner,
  seller,
} from './dates.ts'
import { writePapers, type ScanLine } from './papers/write-papers.ts'
import { categories, offers } from '../import/catalogue-lists.ts'
import { importInto } from '../import/import.ts'
import type { ImportKind } from '../import/kind.ts'
import { productNames, vendors, renameRules } from '../import/names-and-rules.ts'
import { orders } from '../import/orders.ts'
import { products } from '../import/products.ts'
import { scans } from '../import/scans.ts'
import { withSource } from '../import/source.ts'
import type { Conn } from '../../platform/db/connection.ts'
import type { Database } from '../../platform/db/database.ts'
import type { DataDir } from '../../platform/disk/data-dir.ts'
import { removeFile } from '../../platform/disk/durable.ts'
import { embeddedDir, readUnpackedText } from '../../platform/embedded.ts'
import { AppError } from '../../platform/errors.ts'
import { writeSetting } from '../../platform/settings.ts'
import { scanAgeLimitMs } from '../../services/scan-export/service.ts'
import { changeSeller } from '../../services/storefront/orders/invoices/seller.ts'

/** The demo's password may be public: only this computer reaches the demo, and its data are deleted when it stops. */
export const demoSignIn = { email: owner.email, password: 'daybook-demo' }

/** More credits than the sample shop's documents use. */
const demoCredits = 1000

type Step = { kind: ImportKind; file: string; daysAgo?: number }

/** The shop's files (made by scripts/demo), in an order in which each builds on the earlier ones. */
const steps: readonly Step[] = [
  { kind: vendors, file: 'vendors.jsonl' },
  { kind: productNames, file: 'product-names.jsonl' },
  { kind: renameRules, file: 'rules.jsonl' },
  { kind: scans, file: 'scans.jsonl' },
  { kind: categories, file: 'categories.jsonl', daysAgo: arrivals[0] },
  ...arrivals.map((daysAgo) => ({ kind: products, file: `products-${daysAgo}.jsonl`, daysAgo })),
  { kind: offers, file: 'offers.jsonl' },
  { kind: orders, file: 'orders.jsonl' },
]

/** The keys of a data directory that the demo has filled. Undefined for a new one. Throws AppError `conflict` for any other data. */
export function keysOfFilled(database: Database, dir: DataDir): DemoKey[] | undefined {
  if (findOrganisation(database.read).get() === undefined) return undefined
  const keys = findDemoKeys(database)
  if (keys !== undefined) return keys
  throw new AppError(
    'conflict',
    `${dir.root} does not hold the demo's data: choose a directory that is new, or one that the demo has filled.`,
  )
}

/** Fills a new data directory with the sample shop, as `daybook import` would. Returns its keys, the same every time. */
export async function fillDemo(database: Database, dir: DataDir, now: number): Promise<DemoKey[]> {
  const folder = join(dir.root, 'sample-shop')
  try {
    // Started first, because hashing a password runs on another core meanwhile.
    const people = addPeople(database, now)
    await unpack(embeddedDir('sample-shop'), folder, now)
    await people
    for (const step of steps) await take(step, { database, dir, folder, now })
  } finally {
    await removeFile(folder)
  }
  return await addDemoKeys(database, now)
}

async function addPeople(database: Database, now: number): Promise<void> {
  const passwordHash = await Bun.password.hash(demoSignIn.password)
  const { name, gstin } = organisation
  await database.write((conn) => {
    setUp(conn, { organisation: name, gstin, owner: { ...owner, passwordHash } }, now)
    // The sample shop is no beginner, so the first steps are over.
    writeSetting(conn, firstStepsSetting, { ...firstStepsSetting.default, isOver: true })
    for (const member of members) addUser(conn, { ...member, passwordHash }, now)
    const by = requireUser(conn, owner.email).id
    changeSeller(conn, seller, by, now)
    enterByHand(conn, { kind: 'grant', amount: demoCredits, by, note: 'Plan of the year' }, now)
  })
}

/** Writes the files into a folder with dates moved to today, and papers with these dates. */
async function unpack(from: string, folder: string, now: number): Promise<void> {
  mkdirSync(join(folder, 'pictures'), { recursive: true })
  for (const name of readdirSync(join(from, 'pictures'))) {
    const picture = join('pictures', name)
    writeFileSync(join(folder, picture), readFileSync(join(from, picture)))
  }
  for (const { kind, file } of steps) {
    const keptMs = kind === scans ? scanAgeLimitMs : Infinity
    const lines = readUnpackedText(join(from, file)).trimEnd().split('\n')
    const moved = lines.map((line) => movedLine(line, now, keptMs))
    const written = kind === scans ? await withPapers(moved, folder) : moved
    writeFileSync(join(folder, file), written.join('\n'))
  }
}

async function withPapers(lines: readonly string[], folder: string): Promise<string[]> {
  const read = lines.map((line): ScanLine => JSON.parse(line))
  const files = await writePapers(read, folder)
  return read.map((line, at) => JSON.stringify({ ...line, paper: undefined, file: files[at] }))
}

type Target = { database: Database; dir: DataDir; folder: string; now: number }

async function take({ kind, file, daysAgo }: Step, { folder, now, ...target }: Target) {
  const time = daysAgo === undefined ? now : indiaMidnight(now) - daysAgo * day + 9 * hour
  const clock = { now: () => time }
  const result = await withSource(join(folder, file), (source) =>
    // No pause: nobody else uses this data directory yet.
    importInto({ ...target, clock, source, pauseMs: 0, dryRun: false }, kind),
  )
  if (result.errors + result.warned === 0) return
  throw new Error(`The sample shop is wrong: ${JSON.stringify({ file, ...result })}`)
}

/** A key of the demo, with the name that the documentation uses. */
export type DemoKey = { name: string; service: Service; key: string; about: string }

type KeyInput = Omit<DemoKey, 'key'> & {
  email: string
  scopes: readonly Scope[]
  allUsers?: boolean
  side?: Side
}

/** The storefront scopes that an accounting system needs. */
const erpScopes: readonly Scope[] = ['orders:read', 'orders:write', 'products:write']

/** One key per user, two for the storefront, and a test key for each service. */
const inputs: readonly KeyInput[] = [
  ...[owner, ...members].map(({ name, email, role }, i): KeyInput => ({
    name: role === 'owner' ? 'owner' : `member${i}`,
    service: 'scan-export',
    about: `scan export, ${role} ${name}`,
    email,
    scopes: [],
  })),
  {
    name: 'storefront',
    service: 'storefront',
    about: 'storefront, all scopes',
    email: owner.email,
    scopes: Object.keys(storefrontScopes).filter(isScope),
  },
  {
    name: 'erp',
    service: 'storefront',
    about: `storefront, ${erpScopes.join(' ')}`,
    email: owner.email,
    scopes: erpScopes,
  },
  {
    name: 'test-scans',
    service: 'scan-export',
    about: 'scan export, all users, on a copy for tests',
    email: owner.email,
    scopes: [],
    allUsers: true,
    side: 'test',
  },
  {
    name: 'test-storefront',
    service: 'storefront',
    about: 'storefront, all scopes, on a copy for tests',
    email: owner.email,
    scopes: Object.keys(storefrontScopes).filter(isScope),
    side: 'test',
  },
]

/** The demo's keys if the database has all of them, otherwise undefined. */
function findDemoKeys({ read }: Database): DemoKey[] | undefined {
  const keys = inputs.map(({ name, service, about, side }) => {
    return { name, service, about, key: makeKey(fixedBytes(name), side) }
  })
  const areThere = keys.every(({ key }) => findKeyByHash(read).get({ hash: hashKey(key) }))
  return areThere ? keys : undefined
}

/** Creates the keys, the same ones every time. */
async function addDemoKeys(database: Database, now: number): Promise<DemoKey[]> {
  return await database.write((conn) =>
    inputs.map(({ name, service, about, allUsers = false, ...given }) => {
      const input = { ...given, name, service, allUsers }
      return { name, service, about, key: createKey(conn, input, now, fixedBytes(name)).key }
    }),
  )
}

/** The bridge's key, the same every time. It is made only with the Tally stand-in. */
export function addBridgeKey(conn: Conn, now: number): string {
  const name = 'bridge'
  const key = makeKey(fixedBytes(name))
  if (findKeyByHash(conn).get({ hash: hashKey(key) }) !== undefined) return key
  const scopes: Scope[] = ['scans:import']
  const input = {
    email: owner.email,
    service: 'scan-export',
    scopes,
    allUsers: true,
    name,
  } as const
  return createKey(conn, input, now, fixedBytes(name)).key
}

/** Deliberately not random, so that the documentation can print the keys. */
function fixedBytes(name: string): Uint8Array {
  return Uint8Array.fromHex(Bun.SHA256.hash(`daybook demo ${name}`, 'hex'))
}
