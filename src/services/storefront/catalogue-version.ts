import { sql } from 'drizzle-orm'
import { query, type Conn } from '../../platform/db/connection.ts'
import { catalogueState } from './tables.ts'

/** Moves with every change that an answer about the catalogue could show. */
export function catalogueVersion(conn: Conn): number {
  return selectVersion(conn).get()?.version ?? 0
}

/** How an answer tells it, and what a client sends back to see nothing older (see `versionedService`). */
export const versionHeaderName = 'daybook-version'

export function versionHeader(version: number): Record<string, string> {
  return { [versionHeaderName]: String(version) }
}

/**
 * For a command that is about to change the catalogue, once: the version that the rows it changes belong to
 * (`products.version`).
 */
export function raiseCatalogueVersion(conn: Conn): number {
  return raiseVersion(conn).get()?.version ?? 0
}

const selectVersion = query((conn) =>
  // By hand: every answer about the catalogue begins with it.
  conn.$client.query<{ version: number }, []>('SELECT version FROM catalogue_state'),
)

const raiseVersion = query((conn) =>
  conn
    .update(catalogueState)
    .set({ version: sql`${catalogueState.version} + 1` })
    .returning({ version: catalogueState.version }),
)
