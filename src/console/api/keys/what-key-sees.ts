import type { KeyRow } from '../../../accounts/key-lookup.ts'
import { findUser } from '../../../accounts/queries.ts'
import { AppError } from '../../../platform/errors.ts'
import { countWaitingScans } from '../../../services/scan-export/service.ts'
import type { Session } from '../guard.ts'
import type { ConsoleDeps } from '../parts.ts'

type Key = Pick<KeyRow, 'userId' | 'service' | 'allUsers'>

/**
 * How many scans a key would be handed now, and, to an owner, who else has some waiting.
 * Throws AppError `invalid_request` for a key of the storefront.
 */
export function whatKeySees({ database, scanExport }: ConsoleDeps, session: Session, key: Key) {
  if (key.service !== 'scan-export') {
    throw new AppError('invalid_request', 'A storefront key sees no scans.')
  }
  const { seen, byUser } = countWaitingScans(scanExport, key)
  if (key.allUsers || session.role !== 'owner') return { sees: seen, others: [] }
  const others = byUser
    .filter(({ id }) => id !== key.userId)
    .map(({ id, waiting }) => ({
      id,
      name: findUser(database.read).get({ id })?.name ?? '',
      waiting,
    }))
  return { sees: seen, others }
}
