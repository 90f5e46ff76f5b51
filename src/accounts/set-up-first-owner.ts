import type { Clock } from '../platform/clock.ts'
import type { Book } from '../platform/db/book.ts'
import { checkedNewPassword } from './passwords.ts'
import { hashPassword } from './password-hash.ts'
import { checkedGstin, setUp } from './set-up.ts'
import { useSetupLink } from './setup-link-queries.ts'
import { requireSetupLink } from './setup-links.ts'
import { checkedEmail, checkedName } from './rules.ts'
import { newToken, startSession, type StartedSession, type Visitor } from './sessions.ts'

type Parts = { book: Book; clock: Clock }

export type FirstOwner = {
  /** The token of the link, or the short code. */
  code: string
  organisation: string
  gstin?: string | undefined
  name: string
  email: string
  password: string
  visitor: Visitor
}

/**
 * Sets the data directory up from the browser, and signs its owner in. Whatever is refused leaves the link usable.
 * Throws AppError `forbidden` for a link or code that does not work, `invalid_request` with the field, `conflict` when
 * it is set up already.
 */
export async function setUpFirstOwner(
  parts: Parts,
  wish: FirstOwner,
): Promise<StartedSession & { userId: string }> {
  const { book, clock } = parts
  const { code, visitor } = wish
  requireSetupLink(book.read, code, clock.now())
  const organisation = checkedName(
    'The name of the organisation',
    wish.organisation,
    'organisation',
  )
  const gstin = checkedGstin(wish.gstin)
  const name = checkedName('Your name', wish.name)
  const email = checkedEmail(wish.email)
  const password = checkedNewPassword(wish.password, { organisation, email, name })
  const passwordHash = await hashPassword(password)
  const token = newToken()
  return await book.write((conn) => {
    const now = clock.now()
    useSetupLink(conn).run({ id: requireSetupLink(conn, code, now).id, now })
    const owner = { email, name, passwordHash }
    const userId = setUp(conn, { organisation, gstin, owner }, now)
    return { ...startSession(conn, { userId, token, visitor }, now), userId }
  })
}
