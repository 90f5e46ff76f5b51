import { recorderOf } from './accounts/history.ts'
import type { Database } from './platform/db/database.ts'
import type { FileStore } from './platform/files/store.ts'
import type { ReservedSpace } from './platform/upkeep/reserved-space.ts'
import type { Retention, retentionActions } from './platform/upkeep/retention.ts'
import { gstr2bSweep } from './gstr2b/retention.ts'
import { scanSweep } from './services/scan-export/service.ts'
import { customerSweep } from './services/storefront/service.ts'

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
