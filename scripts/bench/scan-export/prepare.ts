import { addKey, addOwner } from '../people.ts'
import { constants, copyFileSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { storeOf } from '../../../src/app.ts'
import { addName } from '../../../src/names/add-name.ts'
import { dataDir, makeDataDir, type DataDir } from '../../../src/platform/disk/data-dir.ts'
import { openDatabaseForCommand, type Database } from '../../../src/platform/db/database.ts'
import { changeRules } from '../../../src/services/scan-export/rename-rules/change-rules.ts'
import { scanExportDeps, type ScanExportDeps } from '../../../src/services/scan-export/service.ts'
import { storeScan } from '../../../src/services/scan-export/intake/store-scan.ts'
import { learnBill } from '../../../src/services/scan-export/proposals/learn.ts'
import {
  documentNumber,
  organisationRules,
  productCount,
  productName,
  vendorCount,
  vendorName,
} from './documents.ts'

/** The number of unsynced scans (source: the targets). */
const waitingScans = 20_000
const scansPerCommand = 500
/** The scans are spread evenly over this many days. */
const days = 28
const dayMs = 24 * 60 * 60 * 1000

export type Prepared = {
  dir: DataDir
  key: string
  /** Every unsynced scan, oldest first. */
  ids: string[]
}

/** A shop with lists of names, rules, and 20,000 unsynced scans for its owner's key. */
export async function prepareData(root: string): Promise<Prepared> {
  const dir = dataDir(root)
  makeDataDir(dir)
  const now = Date.now()
  const database = openDatabaseForCommand(dir, now)
  const clock = { now: () => now }
  // The scans have originals, but nothing here reads their bytes. Writing 20,000 files would only take time.
  const store = { ...storeOf(dir), has: () => true }
  const deps = scanExportDeps({ database, clock, store })
  const userId = await database.write((conn) => addOwner(conn, now))
  const { key } = await database.write((conn) => addKey(conn, 'scan-export', false, now))
  await addNames(database, now)
  await changeRules(deps, organisationRules)
  const ids = await addScans(database, deps, userId, now)
  // Brings everything into the one file that is copied.
  database.tidy()
  await database.close()
  return { dir, key, ids }
}

/** A copy of the data in its own folder. */
export function copyData<P extends { dir: DataDir }>(prepared: P, root: string): P {
  const dir = dataDir(root)
  makeDataDir(dir)
  copyDatabase(prepared, root)
  return { ...prepared, dir }
}

/** A copy of the database alone, for the bare program. */
export function copyDatabase(prepared: { dir: DataDir }, root: string): string {
  mkdirSync(root, { recursive: true })
  const file = join(root, basename(prepared.dir.database))
  copyFileSync(prepared.dir.database, file, constants.COPYFILE_FICLONE)
  return file
}

/** Documents print every second vendor under an alias. */
async function addNames(database: Database, now: number): Promise<void> {
  await database.write((conn) => {
    for (let at = 0; at < vendorCount; at++) {
      const printed = vendorName(at)
      const entry =
        at % 2 === 0
          ? { name: printed, aliases: [] }
          : { name: `${printed} Pvt Ltd`, aliases: [printed] }
      addName(conn, 'vendor', entry, now)
    }
    for (let at = 0; at < productCount; at++) {
      addName(conn, 'product', { name: productName(at), aliases: [] }, now)
    }
  })
}

async function addScans(
  database: Database,
  deps: ScanExportDeps,
  userId: string,
  now: number,
): Promise<string[]> {
  const ids: string[] = []
  const first = now - (days + 1) * dayMs
  const between = Math.floor((days * dayMs) / waitingScans)
  for (let start = 0; start < waitingScans; start += scansPerCommand) {
    await database.write((conn) => {
      for (let at = start; at < start + scansPerCommand; at++) {
        const createdAt = first + at * between
        const paper = { ...documentNumber(at), filename: `scan-${at}.pdf`, failureReason: null }
        const document = documentOf(paper.filename)
        const { id } = storeScan(conn, deps, { ...paper, document, userId, createdAt }, createdAt)
        // As in a real shop, the bills are already learnt. Otherwise the server would learn 20,000 bills while it is measured.
        learnBill(conn, deps, id)
        ids.push(id)
      }
    })
  }
  return ids
}

function documentOf(filename: string) {
  const hash = Bun.SHA256.hash(filename, 'hex')
  return { hash, bytes: filename.length, contentType: 'application/pdf' }
}
