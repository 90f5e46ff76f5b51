import { and, asc, count, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { query, type Params } from '../../platform/db/connection.ts'
import { findIn, updateIn } from '../../platform/db/statements.ts'
import { bridgeDecisions } from '../tables.ts'

export type StoredDecision = typeof bridgeDecisions.$inferSelect

/** A bridge: its key, and its accounts, null where it never named them. */
export type Whose = { books: number | null; program: string }

/** The open decisions of a bridge after one of them, in the order in which they were made. */
export const listOpenDecisions = query(
  (conn, p: Params<Whose & { after: string; limit: number }>) =>
    conn
      .select()
      .from(bridgeDecisions)
      .where(and(isOpenFor(p), gt(bridgeDecisions.id, p.after)))
      .orderBy(asc(bridgeDecisions.id))
      .limit(p.limit),
)

export const countOpenDecisions = query((conn, whose: Params<Whose>) =>
  conn.select({ n: count() }).from(bridgeDecisions).where(isOpenFor(whose)),
)

function isOpenFor(whose: Params<Whose>) {
  return and(isNull(bridgeDecisions.doneAt), isFor(whose))
}

function isFor({ books, program }: Params<Whose>) {
  const { books: ofBooks, program: ofProgram } = bridgeDecisions
  return sql`(${ofBooks} = ${books} OR ${ofProgram} = ${program}
    OR (${ofBooks} IS NULL AND ${ofProgram} IS NULL))`
}

/** The decisions that failed, newest first. */
export const listFailed = query((conn, { limit }: Params<{ limit: number }>) =>
  conn
    .select()
    .from(bridgeDecisions)
    .where(eq(bridgeDecisions.isOk, false))
    .orderBy(desc(bridgeDecisions.doneAt), desc(bridgeDecisions.id))
    .limit(limit),
)

export const findDecision = findIn(bridgeDecisions, 'id')

/** Undefined for a decision for other accounts or another key. */
export const findDecisionFor = query((conn, p: Params<Whose & { id: string }>) =>
  conn
    .select()
    .from(bridgeDecisions)
    .where(and(eq(bridgeDecisions.id, p.id), isFor(p))),
)

type NewDecision = Pick<
  StoredDecision,
  'id' | 'books' | 'program' | 'kind' | 'subject' | 'part' | 'detail' | 'madeBy' | 'madeAt'
>

/** Has its own parameters without `isOk`: a parameter of a boolean column turns null into false. */
export const insertDecision = query((conn, p: Params<NewDecision>) =>
  conn.insert(bridgeDecisions).values({
    id: p.id,
    books: p.books,
    program: p.program,
    kind: p.kind,
    subject: p.subject,
    part: p.part,
    detail: p.detail,
    madeBy: p.madeBy,
    madeAt: p.madeAt,
  }),
)

export const setDone = updateIn(bridgeDecisions, 'id', ['doneAt', 'isOk', 'message'])

export const deleteDoneBefore = query((conn, { before }: Params<{ before: number }>) =>
  conn.delete(bridgeDecisions).where(lt(bridgeDecisions.doneAt, before)),
)

/** Deletes decisions that no bridge carried out in all that time. */
export const deleteOpenBefore = query((conn, { before }: Params<{ before: number }>) =>
  conn
    .delete(bridgeDecisions)
    .where(and(isNull(bridgeDecisions.doneAt), lt(bridgeDecisions.madeAt, before))),
)

/** Deletes the open decisions about a document or order that is deleted. */
export const forgetOpenDecisions = query((conn, { subject }: Params<{ subject: string }>) =>
  conn
    .delete(bridgeDecisions)
    .where(and(eq(bridgeDecisions.subject, subject), isNull(bridgeDecisions.doneAt))),
)
