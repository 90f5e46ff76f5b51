import { createKey } from '../../accounts/create-key.ts'
import { hashKey, makeKey } from '../../accounts/keys.ts'
import { findKeyByHash, findOrganisation } from '../../accounts/queries.ts'
import { requireUser, addUser } from '../../accounts/users.ts'
import { setUp } from '../../accounts/set-up.ts'
import { addName } from '../../names/add-name.ts'
import { nameMatchers } from '../../names/matchers.ts'
import { storeOf } from '../../app.ts'
import type { DataDir } from '../../platform/data-dir.ts'
import type { Book } from '../../platform/db/book.ts'
import { AppError } from '../../platform/errors.ts'
import { derivedId } from '../../platform/ids.ts'
import {
  changeRules,
  scanExportParts,
  storeScan,
  type NewScan,
} from '../../services/scan-export/service.ts'
import type { SampleRule } from './rules.ts'
import { sampleShop, type SampleShop } from './sample-shop.ts'
import type { SampleScan } from './sample-scan.ts'

/** The demo's data is the same every time, but for the dates. */
const seed = 1

/** Nobody but this computer reaches the demo, and it goes when it stops: its password may be known. */
const demoPassword = 'daybook-demo'

const scansPerAct = 50

/** Makes the scans' ids the same every time, so that the README can print them. */
const demoIdSeed = Bun.SHA256.hash('daybook demo', 'hex')

/** A key of the demo, by the name that the documentation uses. */
export type DemoKey = { name: string; key: string; about: string }

/**
 * The keys of a data directory that the demo has filled, undefined for a new one.
 * Throws AppError `conflict` for one that holds anything else.
 */
export function findDemoKeys(book: Book, dir: DataDir, now: number): DemoKey[] | undefined {
  if (findOrganisation(book.read).get() === undefined) return undefined
  const keys = keyWishes(sampleShop({ seed, now })).map(({ name, about }) => {
    return { name, key: makeKey(fixedBytes(name)), about }
  })
  if (keys.every(({ key }) => findKeyByHash(book.read).get({ hash: hashKey(key) }))) return keys
  throw new AppError(
    'conflict',
    `${dir.root} does not hold the demo's data: choose a directory that is new, or one that the demo has filled.`,
  )
}

/** Fills a new data directory with the sample shop. Returns its keys: the same ones every time. */
export async function fillDemo(book: Book, dir: DataDir, now: number): Promise<DemoKey[]> {
  const shop = sampleShop({ seed, now })
  await addPeople(book, shop, now)
  await book.write((conn) => {
    for (const vendor of shop.vendors) addName(conn, 'vendor', vendor, now)
    for (const product of shop.productNames) addName(conn, 'product', product, now)
  })
  const clock = { now: () => now }
  const parts = scanExportParts({ book, clock, store: storeOf(dir), names: nameMatchers() })
  await changeRules(parts, shop.rules.map(ruleOf))
  const scans = shop.scans.map((scan, i) => ({ ...scan, id: derivedId(demoIdSeed, i + 1) }))
  for (let start = 0; start < scans.length; start += scansPerAct) {
    const slice = scans.slice(start, start + scansPerAct)
    await book.write((conn) => {
      for (const scan of slice) {
        storeScan(conn, parts, newScan(scan, requireUser(conn, scan.user).id), now)
      }
    })
  }
  return await addKeys(book, shop, now)
}

async function addPeople(book: Book, shop: SampleShop, now: number): Promise<void> {
  const passwordHash = await Bun.password.hash(demoPassword)
  const [owner, ...members] = shop.users
  if (owner === undefined) throw new Error('The sample shop has no owner.')
  const { name: organisation, gstin } = shop.organisation
  await book.write((conn) => {
    setUp(conn, { organisation, gstin, owner: { ...owner, passwordHash } }, now)
    for (const member of members) addUser(conn, { ...member, passwordHash }, now)
  })
}

async function addKeys(book: Book, shop: SampleShop, now: number): Promise<DemoKey[]> {
  return await book.write((conn) =>
    keyWishes(shop).map(({ name, email, about }) => {
      const wish = { email, service: 'scan-export' as const, scopes: [], allUsers: false, name }
      return { name, key: createKey(conn, wish, now, fixedBytes(name)).key, about }
    }),
  )
}

function keyWishes({ users }: SampleShop) {
  return users.map(({ name, email, role }, i) => ({
    name: role === 'owner' ? 'owner' : `member${i}`,
    email,
    about: `scan export, ${role} ${name}`,
  }))
}

/** Not random at all, on purpose: the README can print the keys. */
function fixedBytes(name: string): Uint8Array {
  return Uint8Array.fromHex(Bun.SHA256.hash(`daybook demo ${name}`, 'hex'))
}

function ruleOf({ category, ...rule }: SampleRule) {
  return { ...rule, category: category ?? null }
}

function newScan(scan: SampleScan & { id: string }, userId: string): NewScan {
  return {
    id: scan.id,
    userId,
    category: scan.category,
    filename: scan.filename,
    createdAt: Date.parse(scan.created_at),
    raw: scan.raw,
    failureReason: scan.failure_reason ?? null,
    document: null,
  }
}
