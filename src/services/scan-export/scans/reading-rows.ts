import { Type } from '@sinclair/typebox'
import { and, asc, count, eq, sql } from 'drizzle-orm'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { indicLanguage, indicLanguages } from '../../../reader/pages/ocr/indic-languages.ts'
import { type Care, careShape } from '../../../reader/sureness.ts'
import { declareSetting, readSetting } from '../../../platform/settings.ts'
import { deleteIn, findIn, insertInto, updateIn } from '../../../platform/db/statements.ts'
import { documents, readingJobs, readings, scans } from '../tables.ts'
import { findDocument, findOtherPaperIn, type Scan } from './queries.ts'

/** Whether Daybook reads documents, how many at once, and with how much care. */
export const readingSetting = declareSetting({
  name: 'scan-export.reading',
  schema: Type.Object({
    isOn: Type.Boolean(),
    atOnce: Type.Integer({ minimum: 1, maximum: 4 }),
    care: Type.Optional(careShape),
    /** What earlier versions stored instead of `care`: how sure a needed value must be, in per cent. */
    surePct: Type.Optional(Type.Integer({ minimum: 50, maximum: 99 })),
    /** Languages to read in pictures besides English. */
    languages: Type.Optional(Type.Array(indicLanguage)),
  }),
  default: { isOn: true, atOnce: 1, care: 'usual', languages: [...indicLanguages] },
})

/** The setting. Values that an older setting lacks have their defaults. */
export function readingSettings(conn: Conn) {
  const { surePct, ...stored } = readSetting(conn, readingSetting)
  const { isOn, atOnce, care = careOf(surePct), languages = [...indicLanguages] } = stored
  return { isOn, atOnce, care, languages }
}

function careOf(surePct = usualPct): Care {
  if (surePct === usualPct) return 'usual'
  return surePct > usualPct ? 'careful' : 'quick'
}

const usualPct = 85

/** After reading is switched off, people type in the documents that waited to be read. */
export function leaveToTyping(conn: Conn): void {
  conn.delete(readingJobs).run()
}

export const findReading = findIn(readings, 'scanId')

export const deleteReading = deleteIn(readings, 'scanId')

export const insertReading = insertInto(readings)

export const setOthers = updateIn(readings, 'scanId', ['explained', 'others'])

/** Queues a scan for reading, unless reading is switched off. A queued scan keeps its place. */
export function queueReading(conn: Conn, scanId: string, queuedAt: number): void {
  if (!readSetting(conn, readingSetting).isOn) return
  conn.insert(readingJobs).values({ scanId, queuedAt }).onConflictDoNothing().run()
}

export const findJob = findIn(readingJobs, 'scanId')

export const deleteJob = deleteIn(readingJobs, 'scanId')

export const setTries = updateIn(readingJobs, 'scanId', ['tries'])

/**
 * The next scan to read, with its file. `others`: JSON of ids to leave out. `isTried`: only scans that were tried before, or only the
 * others.
 */
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
    // Cross joins keep this order. Otherwise SQLite goes through all scans, even while nothing is queued.
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

/** The first documents in the reading queue with their places, from 1. Of one user, or of all users when `userId` is null. */
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

/**
 * Why Daybook cannot read a scan, or read it again, as a sentence: it has no file, another program has read it, it is one of several papers
 * in a file, or reading is switched off. Undefined when Daybook can.
 */
export function whyUnreadable(conn: Conn, scan: Scan): string | undefined {
  const { id, filename, documentId, raw } = scan
  if (documentId === null) return `${filename} has no file to read: type in what it says.`
  if (raw !== null && findReading(conn).get({ scanId: id })?.reader !== 'daybook') {
    return `${filename} was read by another program: correct it by hand.`
  }
  // Reading a part of a split file again would turn each part into the first, and add the others a second time.
  const hash = findDocument(conn).get({ id: documentId })?.hash ?? ''
  const other = findOtherPaperIn(conn).get({ id, hash })
  if (other !== undefined) {
    return `${filename} is in one file with ${other.filename}: correct it by hand.`
  }
  return readSetting(conn, readingSetting).isOn
    ? undefined
    : 'Reading is switched off in the settings.'
}
