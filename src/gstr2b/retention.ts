import type { Conn } from '../platform/db/connection.ts'
import type { Sweep } from '../platform/upkeep/retention.ts'
import { deleteDecisionsBefore } from './decisions.ts'
import { deleteKeptBefore } from './kept-bills.ts'
import { deleteMonth, findMonthBefore, firstOpenMonth, firstOpenTime } from './months.ts'

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
