import type { Clock } from '../platform/clock.ts'
import type { Book } from '../platform/db/book.ts'
import { AppError } from '../platform/errors.ts'
import { checkedNewPassword } from './passwords.ts'
import { isCode } from './one-time-code.ts'
import { hashPassword } from './password-hash.ts'
import { checkedGstin, setUp } from './set-up.ts'
import { useSetupLink } from './setup-link-queries.ts'
import { requireSetupLink } from './setup-links.ts'
import { checkedEmail, checkedName } from './rules.ts'
import { newToken, startSession, type StartedSession, type Visitor } from './sessions.ts'
import type { Tries } from './tries.ts'

type Parts = { book: Book; clock: Clock; tries: Tries }

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

/** All tries of set-up codes share one wait, from whatever address they come; a link need not wait for those. */
const setUpAccount = '(set-up)'

/** Throws AppError `forbidden` for a link or code that does not work, `rate_limited` after too many of them. */
export function checkSetupCode(
  { book, clock, tries }: Parts,
  { code, address }: { code: string; address: string },
): { expiresAt: number } {
  const now = clock.now()
  const attempt = tries.begin(
    { account: isCode(code) ? setUpAccount : undefined, address, isShared: true },
    now,
  )
  try {
    const { expiresAt } = requireSetupLink(book.read, code, now)
    attempt.wasRight()
    return { expiresAt }
  } catch (error) {
    // Only wrong codes count: whoever comes when all is done tried nothing.
    if (error instanceof AppError && error.code === 'conflict') attempt.wasRight()
    throw error
  }
}

/**
 * Sets the data directory up from the browser, and signs its owner in. Whatever is refused leaves the link usable.
 * Throws AppError `forbidden`, `rate_limited`, `invalid_request` with the field, `conflict` when it is set up already.
 */
export async function setUpFirstOwner(
  parts: Parts,
  wish: FirstOwner,
): Promise<StartedSession & { userId: string }> {
  const { book, clock } = parts
  const { code, visitor } = wish
  checkSetupCode(parts, { code, address: visitor.address })
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
