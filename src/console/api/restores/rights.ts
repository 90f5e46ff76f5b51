import { hashOfSecret } from '../../../accounts/codes.ts'
import { findOrganisation } from '../../../accounts/queries.ts'
import type { RestoreDesk } from '../../../platform/backup/restore-desk.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ConsoleDeps } from '../deps.ts'
import { findSessionOf, requireConfirmed } from '../guard.ts'
import { setUpCodeHeader } from './set-up-code.ts'

/** Throws AppError `conflict` where the server is not one that can stop and come back by itself. */
export function deskOf({ restores }: ConsoleDeps): RestoreDesk {
  if (restores !== undefined) return restores
  throw new AppError(
    'conflict',
    'This Daybook cannot put a backup in place by itself, as the demo cannot: stop it, and run "daybook restore FILE".',
  )
}

/**
 * Its id is no right to go on with it: it stands in histories. Where a shop is set up an owner is needed, who entered the
 * password lately (`lately`), or when it began (`began`: sending a large file takes long); before that the code that began it.
 * Throws AppError `not_found` for a restore that is not known, `unauthorized`, `forbidden`.
 */
export function requireRight(
  deps: ConsoleDeps,
  request: Request,
  id: string,
  confirmed: 'lately' | 'began' = 'lately',
): void {
  const { asker } = deskOf(deps).require(id)
  if (findOrganisation(deps.database.read).get() === undefined) {
    const codeHash = hashOfSecret(request.headers.get(setUpCodeHeader) ?? '')
    if ('codeHash' in asker && asker.codeHash === codeHash) return
    throw new AppError('forbidden', 'This is for whoever began it, with the set-up code.')
  }
  const session = findSessionOf(request)
  if (session === undefined) throw new AppError('unauthorized', 'Sign in first.')
  if (session.role !== 'owner') throw new AppError('forbidden', 'Only an owner may do this.')
  if (confirmed === 'lately') requireConfirmed(deps, request)
}

/** Whether it may be seen with the names of users and keys: somebody may have the id alone. */
export function hasRight(deps: ConsoleDeps, request: Request, id: string): boolean {
  try {
    requireRight(deps, request, id, 'began')
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
