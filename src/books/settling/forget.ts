import type { Conn } from '../../platform/db/connection.ts'
import { forgetOpenDecisions } from '../mapping/decision-queries.ts'
import { forgetLeased } from '../leases/queries.ts'
import { forgetResults, type SubjectKind } from '../results/queries.ts'

/** Forgets results, lease and open decisions of a document or order that is deleted. */
export function forgetImports(conn: Conn, kind: SubjectKind, subjectId: string): void {
  forgetResults(conn).run({ kind, subjectId })
  forgetLeased(conn).run({ kind, subjectId })
  forgetOpenDecisions(conn).run({ subject: `${kind}:${subjectId}` })
}
