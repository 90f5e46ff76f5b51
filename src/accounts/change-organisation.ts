import type { Conn } from '../platform/db/connection.ts'
import { requireActingOwner } from './acting-user.ts'
import { recordHistory } from './history.ts'
import { findOrganisation } from './queries.ts'
import { checkedName } from './rules.ts'
import { checkedGstin } from './set-up.ts'
import { organisations } from './tables.ts'

/** Changes the shop's name and GSTIN. Throws AppError `invalid_request` with the field, and like `requireActingOwner`. */
export function changeOrganisation(
  conn: Conn,
  input: { name: string; gstin: string | undefined; by: string },
  now: number,
): void {
  requireActingOwner(conn, input.by)
  const name = checkedName('The name of the shop', input.name)
  const gstin = checkedGstin(input.gstin) ?? null
  const before = findOrganisation(conn).get()
  if (before?.name === name && before.gstin === gstin) return
  conn.update(organisations).set({ name, gstin }).run()
  recordHistory(conn, now, {
    action: 'organisation changed',
    userId: input.by,
    details: { name, gstin },
  })
}
