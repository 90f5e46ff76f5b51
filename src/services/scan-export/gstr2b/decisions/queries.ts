import { eq, lt, sql } from 'drizzle-orm'
import { query, type Params } from '../../../../platform/db/connection.ts'
import { insertInto } from '../../../../platform/db/statements.ts'
import { gstr2bDecisions } from '../tables.ts'

type BySubject = Params<{ subject: string }>

export const insertDecision = insertInto(gstr2bDecisions)

export const findDecision = query((conn, { subject }: BySubject) =>
  conn.select().from(gstr2bDecisions).where(eq(gstr2bDecisions.subject, subject)),
)

export const deleteDecision = query((conn, { subject }: BySubject) =>
  conn.delete(gstr2bDecisions).where(eq(gstr2bDecisions.subject, subject)),
)

export const listDecisions = query((conn) => conn.select().from(gstr2bDecisions))

export const deleteDecisionsBefore = query((conn, { before }: Params<{ before: number }>) =>
  conn.delete(gstr2bDecisions).where(lt(gstr2bDecisions.decidedAt, before)),
)

/** Identifies a state of the table. */
export const decisionsState = query((conn) =>
  conn
    .select({
      n: sql<number>`count(*)`,
      last: sql<number>`coalesce(max(${gstr2bDecisions.seq}), 0)`,
    })
    .from(gstr2bDecisions),
)
