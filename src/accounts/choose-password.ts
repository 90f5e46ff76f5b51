import type { Clock } from '../platform/clock.ts'
import type { Book } from '../platform/db/book.ts'
import { hashPassword } from './password-hash.ts'
import { usePasswordLink } from './password-link-queries.ts'
import { requirePasswordLink } from './password-links.ts'
import { checkedNewPassword } from './passwords.ts'
import { findOrganisation } from './queries.ts'
import { newToken, startSession, type StartedSession, type Visitor } from './sessions.ts'
import { changePassword } from './users.ts'

type Parts = { book: Book; clock: Clock }

/** The token of the link, or the short code, and what its user chose. */
export type ChosenPassword = { code: string; password: string; visitor: Visitor }

/**
 * Gives the user of a link the password it chose, and signs it in. Whatever is refused leaves the link usable.
 * Throws AppError `forbidden` for a link or code that does not work, `invalid_request` with the field.
 */
export async function choosePassword(parts: Parts, wish: ChosenPassword): Promise<StartedSession> {
  const { book, clock } = parts
  const { code, visitor } = wish
  const { user } = requirePasswordLink(book.read, code, clock.now())
  const organisation = findOrganisation(book.read).get()?.name ?? ''
  const { email, name } = user
  const password = checkedNewPassword(wish.password, { organisation, email, name })
  const passwordHash = await hashPassword(password)
  const token = newToken()
  return await book.write((conn) => {
    const now = clock.now()
    const link = requirePasswordLink(conn, code, now)
    usePasswordLink(conn).run({ id: link.id, now })
    changePassword(conn, email, passwordHash, now, { userId: user.id })
    return startSession(conn, { userId: user.id, token, visitor }, now)
  })
}
