import { findKeyWithUser, type ListedKey } from '../../../accounts/key-queries.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Session } from '../guard.ts'
import type { ConsoleDeps } from '../parts.ts'

/** Throws AppError `not_found` for a key that the session may not see, as for one that there is not. */
export function requireVisibleKey(
  { database }: Pick<ConsoleDeps, 'database'>,
  { userId, role }: Session,
  id: string,
): ListedKey {
  const row = findKeyWithUser(database.read).get({ id })
  if (row !== undefined && (role === 'owner' || row.key.userId === userId)) return row
  throw new AppError('not_found', `There is no key with the id ${id}.`)
}
