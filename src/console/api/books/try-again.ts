import { recordHistory } from '../../../books/results/take-results.ts'
import { settle, type Settling } from '../../../books/settling/settle.ts'
import { settleScanImports } from '../../../services/scan-export/service.ts'
import { settleOrderImports } from '../../../services/storefront/service.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { Session } from '../guard.ts'
import { subjectsOf, type Asked } from './causes.ts'

/**
 * What somebody says beside "try again": `another`, that what the books have is another paper, so that these are entered all the same;
 * `deleted`, that what they kept as exceptions is deleted there.
 */
export type Said = 'another' | 'deleted'

/** Has what is shown of one cause tried again. Returns how many. */
export async function tryAgain(
  deps: ConsoleDeps,
  session: Session,
  asked: Asked,
  said: Said | undefined,
): Promise<number> {
  if (said !== undefined) return await trySaid(deps, session, asked, said)
  return await settleCause(deps, session, asked, 'again')
}

/** Says of what is shown of one cause that it was entered by hand, or stays out. Returns how many. */
export async function settleCause(
  deps: ConsoleDeps,
  session: Session,
  asked: Asked,
  as: Settling,
): Promise<number> {
  const ids = subjectsOf(deps, session, asked).map(({ id }) => id)
  return asked.kind === 'scan'
    ? await settleScanImports(deps.scanExport, ids, as, session.userId)
    : await settleOrderImports(deps.storefront, ids, as, session.userId)
}

async function trySaid(
  deps: ConsoleDeps,
  session: Session,
  asked: Asked,
  said: Said,
): Promise<number> {
  const { database, clock } = deps
  const { kind } = asked
  const { userId: by } = session
  const ids = subjectsOf(deps, session, asked).map(({ id }) => id)
  return await database.write((conn) => {
    const now = clock.now()
    const decided = { as: 'again', by, now, detail: { [said]: true } } as const
    const told = ids.filter((subjectId) => settle(conn, { kind, subjectId }, decided))
    if (told.length === 0) return 0
    const details = { of: kind, as: 'again', subjects: told.length }
    recordHistory(conn, now, { action: 'import settled', userId: by, details })
    return told.length
  })
}
