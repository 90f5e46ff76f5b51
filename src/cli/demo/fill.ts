import { firstStepsSetting } from '../../accounts/first-steps-setting.ts'
import { findOrganisation } from '../../accounts/queries.ts'
import { enterByHand } from '../../accounts/credits.ts'
import { addUser } from '../../accounts/users/users.ts'
import { requireUser } from '../../accounts/require-user.ts'
import { setUp } from '../../accounts/users/set-up.ts'
import { addName } from '../../names/add-name.ts'
import { nameMatchers } from '../../names/matching.ts'
import { storeOf } from '../../app.ts'
import type { DataDir } from '../../platform/disk/data-dir.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { derivedId } from '../../platform/ids.ts'
import { writeSetting } from '../../platform/settings.ts'
import {
  changeRules,
  scanExportDeps,
  storeScan,
  type NewScan,
} from '../../services/scan-export/service.ts'
import { addDemoKeys, findDemoKeys, type DemoKey } from './keys.ts'
import type { SampleRule } from './rules.ts'
import { sampleShop, type SampleShop } from './sample-shop.ts'
import type { SampleScan } from './sample-scan.ts'
import { fillStorefront } from './storefront/fill-storefront.ts'

/** The demo's data is the same every time, but for the dates. */
const seed = 1

/** Nobody but this computer reaches the demo, and it goes when it stops: its password may be known. */
const demoPassword = 'daybook-demo'

const scansPerCommand = 50

/** More than the sample shop's documents use. */
const demoCredits = 1000

/** Makes the scans' ids the same every time, so that README and tour can print them. */
const demoIdSeed = Bun.SHA256.hash('daybook demo', 'hex')

/**
 * The keys of a data directory that the demo has filled, undefined for a new one.
 * Throws AppError `conflict` for one that holds anything else.
 */
export function keysOfFilled(database: Database, dir: DataDir, now: number): DemoKey[] | undefined {
  if (findOrganisation(database.read).get() === undefined) return undefined
  const keys = findDemoKeys(database, sampleShop({ seed, now }).users)
  if (keys !== undefined) return keys
  throw new AppError(
    'conflict',
    `${dir.root} does not hold the demo's data: choose a directory that is new, or one that the demo has filled.`,
  )
}

/** Fills a new data directory with the sample shop. Returns its keys: the same ones every time. */
export async function fillDemo(database: Database, dir: DataDir, now: number): Promise<DemoKey[]> {
  const shop = sampleShop({ seed, now })
  await addPeople(database, shop, now)
  await database.write((conn) => {
    for (const vendor of shop.vendors) addName(conn, 'vendor', vendor, now)
    for (const product of shop.productNames) addName(conn, 'product', product, now)
  })
  const store = storeOf(dir)
  await addScans(database, store, shop, now)
  await fillStorefront({ database, store }, { seed, now })
  return await addDemoKeys(database, shop.users, now)
}

async function addScans(
  database: Database,
  store: FileStore,
  shop: SampleShop,
  now: number,
): Promise<void> {
  const clock = { now: () => now }
  const deps = scanExportDeps({ database, clock, store, names: nameMatchers() })
  await changeRules(deps, shop.rules.map(ruleOf))
  const scans = shop.scans.map((scan, i) => ({ ...scan, id: derivedId(demoIdSeed, i + 1) }))
  for (let start = 0; start < scans.length; start += scansPerCommand) {
    const slice = scans.slice(start, start + scansPerCommand)
    await database.write((conn) => {
      for (const scan of slice) {
        storeScan(conn, deps, newScan(scan, requireUser(conn, scan.user).id), now)
      }
    })
  }
}

async function addPeople(database: Database, shop: SampleShop, now: number): Promise<void> {
  const passwordHash = await Bun.password.hash(demoPassword)
  const [owner, ...members] = shop.users
  if (owner === undefined) throw new Error('The sample shop has no owner.')
  const { name: organisation, gstin } = shop.organisation
  await database.write((conn) => {
    setUp(conn, { organisation, gstin, owner: { ...owner, passwordHash } }, now)
    // The sample shop is one that has begun long ago.
    writeSetting(conn, firstStepsSetting, { ...firstStepsSetting.default, isOver: true })
    for (const member of members) addUser(conn, { ...member, passwordHash }, now)
    const by = requireUser(conn, owner.email).id
    enterByHand(conn, { kind: 'grant', amount: demoCredits, by, note: 'Plan of the year' }, now)
  })
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
