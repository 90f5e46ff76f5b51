import { expect } from 'bun:test'
import { asc, getTableColumns } from 'drizzle-orm'
import { fillFacts } from '../../../../src/services/scan-export/scans/facts.ts'
import { scanFacts } from '../../../../src/services/scan-export/tables.ts'
import type { ScanService } from '../../../support/scan-service.ts'

/** All facts that lists sort by, without the version of the rules since which they stand. */
export function keptFacts({ database }: ScanService) {
  const { scanId, state, seller, isMapped, number, day, total, called } = getTableColumns(scanFacts)
  return database.read
    .select({ scanId, state, seller, isMapped, number, day, total, called })
    .from(scanFacts)
    .orderBy(asc(scanId))
    .all()
}

/** Each document has one row, which says what the stored document says now. */
export async function expectFacts(service: ScanService): Promise<void> {
  const kept = keptFacts(service)
  await service.database.write((conn) => conn.delete(scanFacts).run())
  await fillFacts(service.deps)
  expect(kept).toEqual(keptFacts(service))
}
