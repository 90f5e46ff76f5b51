import { findOrganisation, findUser } from '../../../accounts/queries.ts'
import type { Conn } from '../../../platform/db/connection.ts'

/** Who is signed in, as the pages show it; null when the user or the organisation is not there. */
export function signedInUser(conn: Conn, userId: string) {
  const user = findUser(conn).get({ id: userId })
  const organisation = findOrganisation(conn).get()
  if (user === undefined || organisation === undefined) return null
  const { id, name, email, role } = user
  return {
    user: { id, name, email, role },
    organisation: { name: organisation.name, gstin: organisation.gstin },
  }
}
