import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { checkedNewPassword } from './passwords.ts'
import { hashPassword } from './password-hash.ts'
import { checkedGstin, setUp } from './set-up.ts'
import { useSetupLink } from './setup-link-queries.ts'
import { requireSetupLink } from './setup-links.ts'
import { checkedEmail, checkedName } from './rules.ts'
import { newToken, startSession, type StartedSession, type Visitor } from './sessions.ts'

type Deps = { database: Database; clock: Clock }

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
  deps: Deps,
  input: FirstOwner,
): Promise<StartedSession & { userId: string }> {
  const { database, clock } = deps
  const { code, visitor } = input
  requireSetupLink(database.read, code, clock.now())
  const organisation = checkedName(
    'The name of the organisation',
    input.organisation,
    'organisation',
  )
  const gstin = checkedGstin(input.gstin)
  const name = checkedName('Your name', input.name)
  const email = checkedEmail(input.email)
  const password = checkedNewPassword(input.password, { organisation, email, name })
  const passwordHash = await hashPassword(password)
  const token = newToken()
  return await database.write((conn) => {
    const now = clock.now()
    useSetupLink(conn).run({ id: requireSetupLink(conn, code, now).id, now })
    const owner = { email, name, passwordHash }
    const userId = setUp(conn, { organisation, gstin, owner }, now)
    return { ...startSession(conn, { userId, token, visitor }, now), userId }
  })
}
