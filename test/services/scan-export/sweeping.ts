import { expect } from 'bun:test'
import { retentionOf } from '../../../src/retention.ts'
import { reservedSpaceIn } from '../../../src/platform/upkeep/reserved-space.ts'
import { silentLog } from '../../../src/platform/log.ts'
import type { Retention } from '../../../src/platform/upkeep/retention.ts'
import { files } from '../../../src/platform/tables.ts'
import { scanSweep } from '../../../src/services/scan-export/service.ts'
import { documents, scans, waitingScans } from '../../../src/services/scan-export/tables.ts'
import type { ScanService } from '../../support/scan-service.ts'
import { dayMs, noon } from '../../support/temporary-database.ts'

/** A moment that is past its time. */
export const old = noon - 31 * dayMs

export function retention(service: ScanService): Retention {
  const sizes = { bytes: 1024, freeBytesMin: Number.MAX_SAFE_INTEGER }
  return retentionOf(
    service.database,
    service.deps.store,
    reservedSpaceIn(service.dir.reservedSpace, silentLog, sizes),
  )
}

/** Scans past their time, whose originals are so many different files. */
export async function addOld(service: ScanService, count: number, contents: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n)
  await Promise.all(
    numbers.map((n) => service.addScan({ createdAt: old + n, content: `bill ${n % contents}` })),
  )
}

/** Told before each batch. */
export function counting(service: ScanService, onBatch: () => void): Retention {
  const sweep = scanSweep(service.deps.store)
  return {
    ...retention(service),
    sweeps: [
      {
        ...sweep,
        sweepBatch(conn, now) {
          onBatch()
          return sweep.sweepBatch(conn, now)
        },
      },
    ],
  }
}

export function fillUp(client: { run(statement: string): unknown }): void {
  client.run('PRAGMA max_page_count = 1')
  try {
    client.run(`CREATE TABLE more AS SELECT zeroblob(1000000) AS room`)
  } finally {
    client.run('PRAGMA max_page_count = 1000000')
  }
}

export function rowsOf({ database: { read } }: ScanService) {
  return {
    scans: read.select().from(scans).all().length,
    documents: read.select().from(documents).all().length,
    files: read.select().from(files).all().length,
    waiting: read.select().from(waitingScans).all().length,
  }
}

export function idsLeft({ database }: ScanService): string[] {
  return database.read
    .select({ id: scans.id })
    .from(scans)
    .all()
    .map(({ id }) => id)
}

/** Every document has its file, every file that is stored has its bytes and a document, every scan its document. */
export function expectWhole({ database, deps }: ScanService): void {
  const hashes = new Set(
    database.read
      .select()
      .from(documents)
      .all()
      .map(({ hash }) => hash),
  )
  const ids = new Set(
    database.read
      .select()
      .from(documents)
      .all()
      .map(({ id }) => id),
  )
  const stored = database.read
    .select()
    .from(files)
    .all()
    .filter(({ state }) => state === 'stored')
  for (const hash of hashes) expect(deps.store.has('documents', hash)).toBe(true)
  expect(new Set(stored.map(({ hash }) => hash))).toEqual(hashes)
  for (const { documentId } of database.read.select().from(scans).all()) {
    if (documentId !== null) expect(ids).toContain(documentId)
  }
}

export async function empty({ database, deps }: ScanService): Promise<void> {
  await database.write((conn) => {
    conn.delete(scans).run()
    conn.delete(documents).run()
    for (const { hash } of conn.select().from(files).all()) deps.store.remove('documents', hash)
    conn.delete(files).run()
  })
}
