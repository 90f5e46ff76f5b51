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

/** However it was typed, as it is registered; an empty one is none. Throws AppError `invalid_request`. */
export function checkedGstin(text: string | undefined): string | undefined {
  const gstin = text?.replaceAll(/\s/g, '').toUpperCase()
  if (gstin === undefined || gstin === '') return undefined
  if (isGstin(gstin)) return gstin
  throw new AppError('invalid_request', `"${text}" is not a GSTIN: look at it once more.`, {
    field: 'gstin',
  })
}
