import type { Conn } from '../../platform/db/connection.ts'
import { forgetOpenDecisions } from '../mapping/decision-queries.ts'
import { forgetLeased } from '../leases/queries.ts'
import { forgetResults, type SubjectKind } from '../results/queries.ts'

/** A document or order is deleted: what programs said of it, held of it and have to do about it goes too. */
export function forgetImports(conn: Conn, kind: SubjectKind, subjectId: string): void {
  forgetResults(conn).run({ kind, subjectId })
  forgetLeased(conn).run({ kind, subjectId })
  forgetOpenDecisions(conn).run({ subject: `${kind}:${subjectId}` })
}
