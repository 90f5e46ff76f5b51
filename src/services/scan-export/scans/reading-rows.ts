import { Type } from '@sinclair/typebox'
import { and, asc, count, eq, sql } from 'drizzle-orm'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { indicLanguage, indicLanguages } from '../../../reader/pages/ocr/indic-languages.ts'
import { declareSetting, readSetting } from '../../../platform/settings.ts'
import { insertInto, updateIn } from '../../../platform/db/statements.ts'
import { documents, readingJobs, readings, scans } from '../tables.ts'

/**
 * Whether Daybook reads what comes in, how many documents at once, and how sure it must be of what a document needs, in per
 * cent, so that it asks nobody.
 */
export const readingSetting = declareSetting({
  name: 'scan-export.reading',
  schema: Type.Object({
    isOn: Type.Boolean(),
    atOnce: Type.Integer({ minimum: 1, maximum: 4 }),
    surePct: Type.Optional(Type.Integer({ minimum: 50, maximum: 99 })),
    /** What is read in pictures beside English. */
    languages: Type.Optional(Type.Array(indicLanguage)),
  }),
  default: { isOn: true, atOnce: 1, surePct: 85, languages: [...indicLanguages] },
})

/** The setting; what it did not say yet when it was saved is as usual. */
export function readingSettings(conn: Conn) {
  return { ...readingSetting.default, ...readSetting(conn, readingSetting) }
}

/** When reading is switched off, what waits to be read is to be typed in. */
export function leaveToTyping(conn: Conn): void {
  conn.delete(readingJobs).run()
}

type ById = Params<{ id: string }>

export const findReading = query((conn, { id }: ById) =>
  conn.select().from(readings).where(eq(readings.scanId, id)),
)

export const deleteReading = query((conn, { id }: ById) =>
  conn.delete(readings).where(eq(readings.scanId, id)),
)

export const insertReading = insertInto(readings)

export const setOthers = updateIn(readings, 'scanId', ['explained', 'others'])

/** Queues a scan, unless reading is switched off; one that is queued keeps its place. */
export function queueReading(conn: Conn, scanId: string, queuedAt: number): void {
  if (!readSetting(conn, readingSetting).isOn) return
  conn.insert(readingJobs).values({ scanId, queuedAt }).onConflictDoNothing().run()
}

export const findJob = query((conn, { id }: ById) =>
  conn.select().from(readingJobs).where(eq(readingJobs.scanId, id)),
)

export const deleteJob = query((conn, { id }: ById) =>
  conn.delete(readingJobs).where(eq(readingJobs.scanId, id)),
)

export const setTries = updateIn(readingJobs, 'scanId', ['tries'])

/** The next to be read, with its file, but for others: their ids as JSON. Those that were tried before, or those that were not. */
export const findNextJob = query((conn, p: Params<{ others: string; isTried: boolean }>) =>
  conn
    .select({
      id: readingJobs.scanId,
      tries: readingJobs.tries,
      userId: scans.userId,
      filename: scans.filename,
      category: scans.category,
      hash: documents.hash,
    })
    .from(readingJobs)
    // SQLite keeps this order: left to itself it goes through all scans, also while nothing is queued.
    .crossJoin(scans)
    .crossJoin(documents)
    .where(
      and(
        sql`${readingJobs.scanId} NOT IN (SELECT value FROM json_each(${p.others}))`,
        sql`(${readingJobs.tries} > 0) = ${p.isTried}`,
        eq(scans.id, readingJobs.scanId),
        eq(documents.id, scans.documentId),
      ),
    )
    .orderBy(asc(readingJobs.queuedAt), asc(readingJobs.scanId))
    .limit(1),
)

export type NextJob = NonNullable<ReturnType<ReturnType<typeof findNextJob>['get']>>

/** Where each of a user's documents, or of all (`userId` null), is in the order in which they are read, from 1: the first ones. */
export const listJobs = query(
  (conn, { userId, limit }: Params<{ userId: string | null; limit: number }>) => {
    const place = sql<number>`row_number() OVER (ORDER BY ${readingJobs.tries} > 0, ${readingJobs.queuedAt}, ${readingJobs.scanId})`
    const queue = conn
      .select({ id: readingJobs.scanId, userId: scans.userId, place: place.as('place') })
      .from(readingJobs)
      .crossJoin(scans)
      .where(eq(scans.id, readingJobs.scanId))
      .as('queue')
    return conn
      .select({ id: queue.id, place: queue.place })
      .from(queue)
      .where(sql`${userId} IS NULL OR ${queue.userId} = ${userId}`)
      .orderBy(asc(queue.place))
      .limit(limit)
  },
)

/** How many of a user's documents wait to be read. */
export const countJobsOf = query((conn, { userId }: Params<{ userId: string }>) =>
  conn
    .select({ n: count() })
    .from(readingJobs)
    .crossJoin(scans)
    .where(and(eq(scans.id, readingJobs.scanId), eq(scans.userId, userId))),
)

export function countJobs(conn: Conn): number {
  return conn.select({ n: count() }).from(readingJobs).get()?.n ?? 0
}
