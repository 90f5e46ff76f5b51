import { recordHistory } from '../../../imports/results/take-results.ts'
import { settle } from '../../../imports/settling/settle.ts'
import { settleScanImports } from '../../../services/scan-export/service.ts'
import { settleOrderImports } from '../../../services/storefront/service.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { Session } from '../guard.ts'
import { subjectsOf, type Asked } from './causes.ts'

/**
 * Has what is shown of one cause tried again. `isAnother`: what the books have is another paper, and these are entered all the
 * same. Returns how many.
 */
export async function tryAgain(
  deps: ConsoleDeps,
  session: Session,
  asked: Asked,
  isAnother: boolean,
): Promise<number> {
  const ids = subjectsOf(deps, session, asked).map(({ id }) => id)
  if (isAnother) return await enterAnother(deps, session.userId, asked.kind, ids)
  return asked.kind === 'scan'
    ? await settleScanImports(deps.scanExport, ids, 'again', session.userId)
    : await settleOrderImports(deps.storefront, ids, 'again', session.userId)
}

async function enterAnother(
  { database, clock }: ConsoleDeps,
  by: string,
  kind: Asked['kind'],
  ids: readonly string[],
): Promise<number> {
  return await database.write((conn) => {
    const now = clock.now()
    const decided = { as: 'again', by, now, detail: { another: true } } as const
    const told = ids.filter((subjectId) => settle(conn, { kind, subjectId }, decided))
    if (told.length === 0) return 0
    const details = { of: kind, as: 'again', subjects: told.length }
    recordHistory(conn, now, { action: 'import settled', userId: by, details })
    return told.length
  })
}
