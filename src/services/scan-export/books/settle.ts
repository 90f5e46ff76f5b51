import { recordHistory } from '../../../books/results/store-result.ts'
import { settle, type Settling } from '../../../books/settling/settle.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { markById, sliceOf, type Call } from '../delivery/mark-scan.ts'
import type { ScanExportDeps } from '../deps.ts'
import { findScan } from '../scans/queries.ts'

/** Stands in for a program's name when a person settled the document. */
const sources = { by_hand: 'entered by hand', dropped: 'left out of the books' } as const

type Decided = { as: Settling; by: string; now: number }

/**
 * Settles documents that did not get into the accounts. A document that was entered by hand or left out becomes delivered, with its copies.
 * A document to try again waits as before. Skips documents without an import result. Returns how many were settled.
 */
export async function settleScanImports(
  deps: ScanExportDeps,
  ids: readonly string[],
  as: Settling,
  by: string,
): Promise<number> {
  const decided = { as, by, now: deps.clock.now() }
  let total = 0
  const slices = deps.database.writeEach(ids, {}, (conn, some) => {
    const settled = Array.from(some).filter((id) => settleOne(conn, deps, id, decided))
    recordSettled(conn, decided, settled)
    return settled.length
  })
  for await (const settled of slices) total += settled
  return total
}

function settleOne(conn: Conn, deps: ScanExportDeps, id: string, decided: Decided): boolean {
  const { as, by, now } = decided
  if (!settle(conn, { kind: 'scan', subjectId: id }, decided)) return false
  if (as === 'again') return true
  const marker = { userId: by, allUsers: true, keyId: null }
  const named = { ids: new Set([id]), numbers: new Set<string>() }
  const call: Call = { marker, source: sources[as], closesAs: { as, by }, syncedAt: now, ...named }
  markById(sliceOf(conn, deps, call), id)
  return true
}

function recordSettled(conn: Conn, { as, by, now }: Decided, ids: readonly string[]): void {
  const [id] = ids
  if (id === undefined) return
  const filename = ids.length === 1 ? findScan(conn).get({ id })?.filename : undefined
  recordHistory(conn, now, {
    action: 'import settled',
    userId: by,
    details: { of: 'scan', as, subjects: ids.length, ...(filename !== undefined && { filename }) },
  })
}
