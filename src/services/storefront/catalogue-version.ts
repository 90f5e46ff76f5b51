import { sql } from 'drizzle-orm'
import { query, type Conn } from '../../platform/db/connection.ts'
import type { Database } from '../../platform/db/database.ts'
import { catalogueState } from './tables.ts'

/** A number that rises with every change that an answer about the catalogue may show. */
export function catalogueVersion(conn: Conn): number {
  return selectVersion(conn).get()?.version ?? 0
}

/** The version now, asked for again only after a commit: asking takes a read transaction of its own. */
export function versionReader({
  read,
  changeToken,
}: Pick<Database, 'read' | 'changeToken'>): () => number {
  let [token, version] = ['', 0]
  return () => {
    const now = changeToken()
    if (now !== token) version = catalogueVersion(read)
    token = now
    return version
  }
}

/** The header in which an answer gives the version. A client sends it back to get no older state (see `versionedService`). */
export const versionHeaderName = 'daybook-version'

export function versionHeader(version: number): Record<string, string> {
  return { [versionHeaderName]: String(version) }
}

/** Call this once in each command that changes the catalogue. Returns the version for the changed rows (`products.version`). */
export function raiseCatalogueVersion(conn: Conn): number {
  return raiseVersion(conn).get()?.version ?? 0
}

const selectVersion = query((conn) =>
  // Written by hand for speed: every answer about the catalogue begins with this query.
  conn.$client.query<{ version: number }, []>('SELECT version FROM catalogue_state'),
)

const raiseVersion = query((conn) =>
  conn
    .update(catalogueState)
    .set({ version: sql`${catalogueState.version} + 1` })
    .returning({ version: catalogueState.version }),
)
