import { newCode, shownCode, type LinkSecrets } from '../../../accounts/one-time-code.ts'
import { passwordLinkUrl, type StoredLink } from '../../../accounts/password-links.ts'
import { newToken } from '../../../accounts/sessions.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { contextOf } from '../../../platform/http/request-context.ts'
import { requireConfirmed } from '../guard.ts'
import { isLoopback } from '../loopback.ts'
import type { ConsoleDeps } from '../parts.ts'

type LinkDeps = Pick<ConsoleDeps, 'database' | 'clock' | 'confirmed' | 'network' | 'publicUrl'>

/**
 * Has a link stored by `store`, and answers it: this once, as only hashes are kept. Whoever gets it may sign in: throws
 * AppError like `requireConfirmed`.
 */
export async function makeLink(
  deps: LinkDeps,
  request: Request,
  store: (conn: Conn, secrets: LinkSecrets, now: number) => StoredLink,
) {
  requireConfirmed(deps, request)
  const secrets = { token: newToken(), code: newCode() }
  const stored = await deps.database.write((conn) => store(conn, secrets, deps.clock.now()))
  const base = baseFor(deps, request)
  return {
    userId: stored.userId,
    url: passwordLinkUrl(base, secrets.token),
    /** Where the code is typed. */
    page: `${base}/choose-password`,
    code: shownCode(secrets.code),
    expiresAt: new Date(stored.expiresAt).toISOString(),
    /** Whether the address works on this computer alone. */
    onlyHere: isLoopback(base),
  }
}

/** Whoever gets the link sits elsewhere as a rule: this computer's own name for itself would lead nowhere there. */
function baseFor({ network }: LinkDeps, request: Request): string {
  const { origin } = contextOf(request)
  return isLoopback(origin) ? (network.addresses()[0] ?? origin) : origin
}
