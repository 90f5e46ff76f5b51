import { desc, eq } from 'drizzle-orm'
import { query, type Params } from '../../platform/db/connection.ts'
import { storeIn } from '../../platform/db/statements.ts'
import { bridgeReports } from './tables.ts'

export type StoredReport = typeof bridgeReports.$inferSelect

/** The most bridges to show. A shop has one or two. */
const reportsMax = 20

/** The latest reports of all bridges, newest first. */
export const listReports = query((conn) =>
  conn.select().from(bridgeReports).orderBy(desc(bridgeReports.heardAt)).limit(reportsMax),
)

export const findReport = query((conn, { keyId }: Params<{ keyId: string }>) =>
  conn.select().from(bridgeReports).where(eq(bridgeReports.keyId, keyId)),
)

export const storeReport = storeIn(bridgeReports, ['keyId'])
