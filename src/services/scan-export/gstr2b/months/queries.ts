import { asc, desc, eq, lt, sql } from 'drizzle-orm'
import { query, type Params } from '../../../../platform/db/connection.ts'
import { insertInto } from '../../../../platform/db/statements.ts'
import { gstr2bMonths } from '../tables.ts'

type ByPeriod = Params<{ period: string }>

export const insertMonth = insertInto(gstr2bMonths)

export const findMonth = query((conn, { period }: ByPeriod) =>
  conn.select().from(gstr2bMonths).where(eq(gstr2bMonths.period, period)),
)

export const deleteMonth = query((conn, { period }: ByPeriod) =>
  conn.delete(gstr2bMonths).where(eq(gstr2bMonths.period, period)),
)

/** The imported months, the last first, without their rows. */
export const listMonths = query((conn) =>
  conn
    .select({
      seq: gstr2bMonths.seq,
      period: gstr2bMonths.period,
      gstin: gstr2bMonths.gstin,
      generatedOn: gstr2bMonths.generatedOn,
      importedAt: gstr2bMonths.importedAt,
    })
    .from(gstr2bMonths)
    .orderBy(desc(gstr2bMonths.period)),
)

export type MonthHead = ReturnType<ReturnType<typeof listMonths>['all']>[number]

export const listMonthRows = query((conn, { seq }: Params<{ seq: number }>) =>
  conn.select({ rows: gstr2bMonths.rows }).from(gstr2bMonths).where(eq(gstr2bMonths.seq, seq)),
)

/** The oldest month before a month. */
export const findMonthBefore = query((conn, { period }: ByPeriod) =>
  conn
    .select({ period: gstr2bMonths.period })
    .from(gstr2bMonths)
    .where(lt(gstr2bMonths.period, period))
    .orderBy(asc(gstr2bMonths.period))
    .limit(1),
)

/** Identifies a state of the months. */
export const monthsState = query((conn) =>
  conn
    .select({ n: sql<number>`count(*)`, last: sql<number>`coalesce(max(${gstr2bMonths.seq}), 0)` })
    .from(gstr2bMonths),
)
