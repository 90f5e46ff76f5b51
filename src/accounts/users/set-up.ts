import { Type } from '@sinclair/typebox'
import type { Conn } from '../../platform/db/connection.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError, checkAll } from '../../platform/errors.ts'
import type { Clock } from '../../platform/time.ts'
import { recordHistory } from '../history.ts'
import { findOrganisation } from '../queries.ts'
import { requireActingOwner } from '../require-user.ts'
import { checkedEmail, checkedName } from '../rules.ts'
import { isGstin } from '../../platform/gst/gstin.ts'
import { checkedNewPassword, hashPassword } from '../sessions/passwords.ts'
import { newToken, type StartedSession, startSession, type Visitor } from '../sessions/sessions.ts'
import { organisations } from '../tables.ts'
import { requireSetupLink, useLink } from './links.ts'
import { addUser } from './users.ts'
import { declareSetting } from '../../platform/settings.ts'

type Deps = { database: Database; clock: Clock }

type FirstOwner = {
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
 * Sets the data directory up from the browser, and signs its owner in. After any refusal the link stays usable. Throws AppError `forbidden`
 * for a link or code that does not work, `invalid_request` with the field, `conflict` when it is set up already.
 */
export async function setUpFirstOwner(
  deps: Deps,
  input: FirstOwner,
): Promise<StartedSession & { userId: string }> {
  const { database, clock } = deps
  const { code, visitor } = input
  requireSetupLink(database.read, code, clock.now())
  const judged = await Promise.allSettled([checkedNewPassword(input.password, input)])
  const { organisation, gstin, name, email, password } = checkAll({
    organisation: () =>
      checkedName('The name of the organisation', input.organisation, 'organisation'),
    gstin: () => checkedGstin(input.gstin),
    name: () => checkedName('Your name', input.name),
    email: () => checkedEmail(input.email),
    password: () => judgedOf(judged[0]),
  })
  const passwordHash = await hashPassword(password)
  const token = newToken()
  return await database.write((conn) => {
    const now = clock.now()
    useLink(conn).run({ id: requireSetupLink(conn, code, now).id, usedAt: now })
    const owner = { email, name, passwordHash }
    const userId = setUp(conn, { organisation, gstin, owner }, now)
    return { ...startSession(conn, { userId, token, visitor }, now), userId }
  })
}

function judgedOf<T>(judged: PromiseSettledResult<T>): T {
  if (judged.status === 'rejected') throw judged.reason
  return judged.value
}

type SetUp = {
  organisation: string
  gstin?: string | undefined
  owner: { email: string; name: string; passwordHash: string }
}

/** Makes the organisation and its first owner, once. Returns the owner's id. Throws AppError `conflict` the second time. */
export function setUp(conn: Conn, input: SetUp, now: number): string {
  if (findOrganisation(conn).get() !== undefined) {
    throw new AppError('conflict', 'This data directory is set up already.')
  }
  const gstin = checkedGstin(input.gstin)
  const name = checkedName('The name of the organisation', input.organisation, 'organisation')
  conn
    .insert(organisations)
    .values({ id: 1, name, gstin: gstin ?? null, createdAt: now })
    .run()
  recordHistory(conn, now, { action: 'organisation set up', details: { name } })
  return addUser(conn, { ...input.owner, role: 'owner' }, now)
}

/** The GSTIN in its registered spelling. An empty text means none. Throws AppError `invalid_request`. */
function checkedGstin(text: string | undefined): string | undefined {
  const gstin = text?.replaceAll(/\s/g, '').toUpperCase()
  if (gstin === undefined || gstin === '') return undefined
  if (isGstin(gstin)) return gstin
  throw new AppError('invalid_request', `"${text}" is not a GSTIN: look at it once more.`, {
    field: 'gstin',
  })
}

/** Changes the shop's name and GSTIN. Throws AppError `invalid_request` with the field, and like `requireActingOwner`. */
export function changeOrganisation(
  conn: Conn,
  input: { name: string; gstin: string | undefined; by: string },
  now: number,
): void {
  requireActingOwner(conn, input.by)
  const { name, gstin } = checkAll({
    name: () => checkedName('The name of the shop', input.name),
    gstin: () => checkedGstin(input.gstin) ?? null,
  })
  const before = findOrganisation(conn).get()
  if (before?.name === name && before.gstin === gstin) return
  conn.update(organisations).set({ name, gstin }).run()
  recordHistory(conn, now, {
    action: 'organisation changed',
    userId: input.by,
    details: { name, gstin },
  })
}

/** First steps that no data show: backups are copied elsewhere, and nobody wants to see the list any more. */
export const firstStepsSetting = declareSetting({
  name: 'home.first-steps',
  schema: Type.Object({
    copiesBackups: Type.Boolean(),
    /** The originals are kept somewhere, without Daybook's archive. */
    keepsPapers: Type.Optional(Type.Boolean()),
    isOver: Type.Boolean(),
  }),
  default: { copiesBackups: false, isOver: false },
})
