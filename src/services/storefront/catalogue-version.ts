import { sql } from 'drizzle-orm'
import { askedAtChange, query, type Conn } from '../../platform/db/connection.ts'
import type { Database } from '../../platform/db/database.ts'
import { catalogueState } from './tables.ts'

/** A number that rises with every change that an answer about the catalogue may show. */
export function catalogueVersion(conn: Conn): number {
  return selectVersion(conn).get()?.version ?? 0
}

/** The version now. */
export function versionReader(database: Pick<Database, 'read' | 'changeToken'>): () => number {
  return askedAtChange(database, catalogueVersion)
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
