import type { Conn } from '../../../platform/db/connection.ts'
import { readExplained } from '../../../paper/received.ts'
import { paperOf, type RuledPaper } from '../../../paper/paper.ts'
import { readDocument } from '../../../paper/rules/normalise.ts'
import type { CompiledRules } from '../../../paper/rules/rules.ts'
import type { Scan } from './queries.ts'
import { findReading } from './reading-rows.ts'

/** The papers of a scan. `read`: as it was read, with the reader's evidence. `typed`: as a person corrected it. `counting`: what is delivered. */
export type Papers = {
  readonly read: RuledPaper | null
  readonly typed: RuledPaper | null
  readonly counting: RuledPaper | null
}

/** `reading`: how a reader found the values, if the caller has it. */
export function papersOf(
  conn: Conn,
  { id, category, raw, correction }: Pick<Scan, 'id' | 'category' | 'raw' | 'correction'>,
  rules: CompiledRules,
  reading = findReading(conn).get({ scanId: id }),
): Papers {
  const explained = reading === undefined ? undefined : readExplained(reading.explained)
  const read = raw === null ? null : paperOf({ raw: readDocument(raw), explained }, category, rules)
  const typed =
    correction === null ? null : paperOf({ raw: readDocument(correction) }, category, rules)
  return { read, typed, counting: typed ?? read }
}
