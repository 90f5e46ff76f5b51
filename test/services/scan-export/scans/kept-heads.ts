import { expect } from 'bun:test'
import { asc, getTableColumns } from 'drizzle-orm'
import { fillHeads } from '../../../../src/services/scan-export/scans/heads.ts'
import { documentHeads } from '../../../../src/services/scan-export/tables.ts'
import type { ScanService } from '../../../support/scan-service.ts'

/** All heads, without the version of the rules since which they stand. */
export function keptHeads({ database }: ScanService) {
  const { scanId, state, seller, isMapped, number, day, total, called } =
    getTableColumns(documentHeads)
  return database.read
    .select({ scanId, state, seller, isMapped, number, day, total, called })
    .from(documentHeads)
    .orderBy(asc(scanId))
    .all()
}

/** Each document has one row, which says what the stored document says now. */
export async function expectHeads(service: ScanService): Promise<void> {
  const kept = keptHeads(service)
  await service.database.write((conn) => conn.delete(documentHeads).run())
  await fillHeads(service.deps)
  expect(kept).toEqual(keptHeads(service))
}
