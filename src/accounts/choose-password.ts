import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { hashPassword } from './password-hash.ts'
import { usePasswordLink } from './password-link-queries.ts'
import { requirePasswordLink } from './password-links.ts'
import { checkedNewPassword } from './passwords.ts'
import { findOrganisation } from './queries.ts'
import { newToken, startSession, type StartedSession, type Visitor } from './sessions.ts'
import { changePassword } from './users.ts'

type Deps = { database: Database; clock: Clock }

/** The token of the link, or the short code, and what its user chose. */
export type ChosenPassword = { code: string; password: string; visitor: Visitor }

/**
 * Gives the user of a link the password it chose, and signs it in. Whatever is refused leaves the link usable.
 * Throws AppError `forbidden` for a link or code that does not work, `invalid_request` with the field.
 */
export async function choosePassword(deps: Deps, input: ChosenPassword): Promise<StartedSession> {
  const { database, clock } = deps
  const { code, visitor } = input
  const { user } = requirePasswordLink(database.read, code, clock.now())
  const organisation = findOrganisation(database.read).get()?.name ?? ''
  const { email, name } = user
  const password = checkedNewPassword(input.password, { organisation, email, name })
  const passwordHash = await hashPassword(password)
  const token = newToken()
  return await database.write((conn) => {
    const now = clock.now()
    const link = requirePasswordLink(conn, code, now)
    usePasswordLink(conn).run({ id: link.id, now })
    changePassword(conn, email, passwordHash, now, { userId: user.id })
    return startSession(conn, { userId: user.id, token, visitor }, now)
  })
}
