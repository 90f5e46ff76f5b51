import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { and, eq, sql } from 'drizzle-orm'
import { query, type Conn, type Params } from '../../../../platform/db/connection.ts'
import { insertInto } from '../../../../platform/db/statements.ts'
import { pagePhrase, type PagePhrase } from '../../../../reader/habits/habit.ts'
import { readingPhrases } from './tables.ts'

const phrasesShape = Type.Array(pagePhrase)

export function keepPhrases(conn: Conn, scanId: string, phrases: readonly PagePhrase[]): void {
  deletePhrases(conn).run({ scanId })
  if (phrases.length > 0) insertPhrases(conn).run({ scanId, phrases: JSON.stringify(phrases) })
}

/** The phrases of a document. Undefined where none were kept. */
export function phrasesOfScan(conn: Conn, scanId: string): PagePhrase[] | undefined {
  const text = findPhrases(conn).get({ scanId })?.phrases
  const phrases: unknown = text === undefined ? undefined : JSON.parse(text)
  return Value.Check(phrasesShape, phrases) ? phrases : undefined
}

const insertPhrases = insertInto(readingPhrases)

type ByScan = Params<{ scanId: string }>

const deletePhrases = query((conn, { scanId }: ByScan) =>
  conn.delete(readingPhrases).where(eq(readingPhrases.scanId, scanId)),
)

const findPhrases = query((conn, { scanId }: ByScan) =>
  conn
    .select({ phrases: readingPhrases.phrases })
    .from(readingPhrases)
    .where(and(eq(readingPhrases.scanId, scanId), sql`json_valid(${readingPhrases.phrases})`)),
)
