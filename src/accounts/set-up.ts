import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { isGstin } from '../platform/gstin.ts'
import { recordHistory } from './history.ts'
import { findOrganisation } from './queries.ts'
import { checkedName } from './rules.ts'
import { organisations } from './tables.ts'
import { addUser } from './users.ts'

export type SetUp = {
  organisation: string
  gstin?: string | undefined
  owner: { email: string; name: string; passwordHash: string }
}

/** Makes the organisation and its first owner, once. Returns the owner's id. Throws AppError `conflict` when done. */
export function setUp(conn: Conn, wish: SetUp, now: number): string {
  if (findOrganisation(conn).get() !== undefined) {
    throw new AppError('conflict', 'This data directory is set up already.')
  }
  if (wish.gstin !== undefined && !isGstin(wish.gstin)) {
    throw new AppError('invalid_request', `"${wish.gstin}" is not a GSTIN: look at it once more.`)
  }
  const name = checkedName('The name of the organisation', wish.organisation)
  conn
    .insert(organisations)
    .values({ id: 1, name, gstin: wish.gstin ?? null, createdAt: now })
    .run()
  recordHistory(conn, now, { action: 'organisation set up', details: { name } })
  return addUser(conn, { ...wish.owner, role: 'owner' }, now)
}
