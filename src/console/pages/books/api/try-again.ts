import { recordHistory } from '../../../../books/results/store-result.ts'
import { settle, type Settling } from '../../../../books/settling/settle.ts'
import { settleScanImports } from '../../../../services/scan-export/delivery/entered.ts'
import { settleOrderImports } from '../../../../services/storefront/orders/entered.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import type { Session } from '../../../api/guard.ts'
import { subjectsOf, type Asked } from './causes.ts'

/**
 * What a person adds to "try again". `another`: the accounts contain a different paper, so enter these too. `deleted`:
 * the exceptions in the accounts were deleted.
 */
export type Said = 'another' | 'deleted'

/** Tries the shown documents of one cause again. Returns how many. */
export async function tryAgain(
  deps: ConsoleDeps,
  session: Session,
  asked: Asked,
  said: Said | undefined,
): Promise<number> {
  if (said !== undefined) return await trySaid(deps, session, asked, said)
  return await settleCause(deps, session, asked, 'again')
}

/** Settles the shown documents of one cause as entered by hand or left out. Returns how many. */
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
