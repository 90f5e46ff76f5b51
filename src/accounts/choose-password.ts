import type { Clock } from '../platform/clock.ts'
import type { Book } from '../platform/db/book.ts'
import { hashPassword } from './password-hash.ts'
import { isCode } from './one-time-code.ts'
import { usePasswordLink } from './password-link-queries.ts'
import { requirePasswordLink } from './password-links.ts'
import { checkedNewPassword } from './passwords.ts'
import { findOrganisation, type User } from './queries.ts'
import { newToken, startSession, type StartedSession, type Visitor } from './sessions.ts'
import type { Tries } from './tries.ts'
import { changePassword } from './users.ts'

type Parts = { book: Book; clock: Clock; tries: Tries }

/** The token of the link, or the short code, and what its user chose. */
export type ChosenPassword = { code: string; password: string; visitor: Visitor }

/** All tries of codes share one wait, from whatever address they come; a link need not wait for those. */
const linkAccount = '(password link)'

/** Throws AppError `forbidden` for a link or code that does not work, `rate_limited` after too many of them. */
export function checkPasswordLink(
  { book, clock, tries }: Parts,
  { code, address }: { code: string; address: string },
): { expiresAt: number; user: User } {
  const now = clock.now()
  const attempt = tries.begin(
    { account: isCode(code) ? linkAccount : undefined, address, isShared: true },
    now,
  )
  const link = requirePasswordLink(book.read, code, now)
  attempt.wasRight()
  return link
}

/**
 * Gives the user of a link the password it chose, and signs it in. Whatever is refused leaves the link usable.
 * Throws AppError `forbidden`, `rate_limited`, `invalid_request` with the field.
 */
export async function choosePassword(parts: Parts, wish: ChosenPassword): Promise<StartedSession> {
  const { book, clock } = parts
  const { code, visitor } = wish
  const { user } = checkPasswordLink(parts, { code, address: visitor.address })
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
