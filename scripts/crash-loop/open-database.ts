import { Database } from 'bun:sqlite'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataDir, type DataDir } from '../../src/platform/disk/data-dir.ts'
import type { Violation } from '../client-flow/proof.ts'

export type Report = (rule: string, detail: string) => void

/** How many examples of each fault are shown. */
export const shownMax = 5

/** Checks a database read-only, as it is at one moment. Returns the faults that the check reported. */
export function withDatabase(
  data: string,
  check: (db: Database, dir: DataDir, report: Report) => void,
): Violation[] {
  const violations: Violation[] = []
  const counts = new Map<string, number>()
  const report: Report = (rule, detail) => {
    const count = (counts.get(rule) ?? 0) + 1
    counts.set(rule, count)
    if (count <= shownMax) violations.push({ rule, detail })
  }
  const dir = dataDir(data)
  const db = new Database(dir.database, { readonly: true })
  try {
    db.run('PRAGMA busy_timeout = 5000')
    db.run('BEGIN')
    check(db, dir, report)
    db.run('COMMIT')
  } finally {
    db.close(true)
  }
  return violations
}

/** The hash of the file that a folder of the store keeps under a name. */
export function hashOnDisk(folder: string, hash: string): string {
  const file = join(folder, hash.slice(0, 2), hash)
  return existsSync(file) ? Bun.SHA256.hash(readFileSync(file), 'hex') : 'nothing'
}
