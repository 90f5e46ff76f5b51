import { recorderOf } from './accounts/history.ts'
import type { Database } from './platform/db/database.ts'
import type { FileStore } from './platform/files/store.ts'
import type { ReservedSpace } from './platform/upkeep/reserved-space.ts'
import type { Retention, retentionActions, Sweep } from './platform/upkeep/retention.ts'
import { scanSweep } from './services/scan-export/service.ts'
import { customerSweep } from './services/storefront/service.ts'
import type { Conn } from './platform/db/connection.ts'
import { deleteDecisionsBefore } from './gstr2b/decisions.ts'
import { deleteKeptBefore } from './gstr2b/kept-bills.ts'
import { deleteMonth, findMonthBefore, firstOpenMonth, firstOpenTime } from './gstr2b/months.ts'

/** All sweeps of retention. */
export function retentionOf(
  database: Database,
  store: FileStore,
  reservedSpace: ReservedSpace,
): Retention {
  const recordHistory = recorderOf<keyof typeof retentionActions>()
  return {
    database,
    reservedSpace,
    sweeps: [scanSweep(store), gstr2bSweep, customerSweep],
    record: (conn, now, swept) => recordHistory(conn, now, { action: 'cleanup', details: swept }),
    recordConfirmation: (conn, now, by) =>
      recordHistory(conn, now, { action: 'clock confirmed', userId: by, details: {} }),
  }
}

/** Heads of bills per transaction. */
const billsAtOnce = 500

/** A cleanup counts only documents. */
const nothingOfDocuments = { scans: 0, documents: 0, bytes: 0 }

/** Deletes months of GSTR-2B, heads of bills and decisions when their credit can no longer be taken. */
export const gstr2bSweep: Sweep = {
  name: 'GSTR-2B and heads of bills',
  // The sweep of documents knows the newest: nothing here is newer than its document.
  newestRecord: () => 0,
  forecast: () => nothingOfDocuments,
  sweepBatch(conn: Conn, now: number) {
    const before = firstOpenTime(now)
    const month = findMonthBefore(conn).get({ period: firstOpenMonth(now) })
    if (month !== undefined) deleteMonth(conn).run(month)
    const bills = deleteKeptBefore(conn).all({ before, limit: billsAtOnce }).length
    deleteDecisionsBefore(conn).run({ before })
    return { ...nothingOfDocuments, done: month === undefined && bills < billsAtOnce }
  },
}
