import { and, asc, eq, sql } from 'drizzle-orm'
import { query, type Conn } from '../platform/db/connection.ts'
import type { NameKind } from './rules.ts'
import { aliases, nameListVersions, names } from './tables.ts'

/** Names of one kind that are listed at most: a shop has thousands. */
const listMax = 1_000_000

export type NameWithAliases = {
  id: string
  name: string
  updatedAt: number
  aliases: { id: string; alias: string }[]
}

/** All names of a kind by name, each with its aliases in the order they were added. */
export function listNames(conn: Conn, kind: NameKind): NameWithAliases[] {
  const byId = new Map<string, NameWithAliases>()
  for (const row of selectNames(conn).all({ kind })) byId.set(row.id, { ...row, aliases: [] })
  for (const { nameId, ...alias } of selectAliases(conn).all({ kind })) {
    byId.get(nameId)?.aliases.push(alias)
  }
  return [...byId.values()]
}

/** `folded` as `foldText` makes it. */
export const findName = query((conn) =>
  conn
    .select({ id: names.id, name: names.name })
    .from(names)
    .where(
      and(eq(names.kind, sql.placeholder('kind')), eq(names.folded, sql.placeholder('folded'))),
    )
    .prepare(),
)

export const findNameById = query((conn) =>
  conn
    .select({ id: names.id, name: names.name })
    .from(names)
    .where(and(eq(names.kind, sql.placeholder('kind')), eq(names.id, sql.placeholder('id'))))
    .prepare(),
)

/** The entry that holds an alias. */
export const findAliasHolder = query((conn) =>
  conn
    .select({ id: names.id, name: names.name })
    .from(aliases)
    .innerJoin(names, eq(names.id, aliases.nameId))
    .where(
      and(eq(aliases.kind, sql.placeholder('kind')), eq(aliases.folded, sql.placeholder('folded'))),
    )
    .prepare(),
)

export const insertName = query((conn) =>
  conn
    .insert(names)
    .values({
      id: sql.placeholder('id'),
      kind: sql.placeholder('kind'),
      name: sql.placeholder('name'),
      folded: sql.placeholder('folded'),
      createdAt: sql.placeholder('now'),
      updatedAt: sql.placeholder('now'),
    })
    .prepare(),
)

export const insertAlias = query((conn) =>
  conn
    .insert(aliases)
    .values({
      id: sql.placeholder('id'),
      kind: sql.placeholder('kind'),
      nameId: sql.placeholder('nameId'),
      alias: sql.placeholder('alias'),
      folded: sql.placeholder('folded'),
      createdAt: sql.placeholder('now'),
    })
    .prepare(),
)

export const touchName = query((conn) =>
  conn
    .update(names)
    .set({ updatedAt: sql`${sql.placeholder('now')}` })
    .where(eq(names.id, sql.placeholder('id')))
    .prepare(),
)

export const raiseVersion = query((conn) =>
  conn
    .update(nameListVersions)
    .set({ version: sql`${nameListVersions.version} + 1` })
    .where(eq(nameListVersions.kind, sql.placeholder('kind')))
    .prepare(),
)

/** Changes with every change of either list. */
export function nameListsVersion(conn: Conn): string {
  return selectVersions(conn)
    .all()
    .map(({ version }) => version)
    .join('.')
}

const selectVersions = query((conn) =>
  conn
    .select({ version: nameListVersions.version })
    .from(nameListVersions)
    .orderBy(asc(nameListVersions.kind))
    .prepare(),
)

const selectNames = query((conn) =>
  conn
    .select({ id: names.id, name: names.name, updatedAt: names.updatedAt })
    .from(names)
    .where(eq(names.kind, sql.placeholder('kind')))
    .orderBy(asc(names.folded), asc(names.id))
    .limit(listMax)
    .prepare(),
)

const selectAliases = query((conn) =>
  conn
    .select({ id: aliases.id, alias: aliases.alias, nameId: aliases.nameId })
    .from(aliases)
    .where(eq(aliases.kind, sql.placeholder('kind')))
    .orderBy(asc(aliases.createdAt), asc(aliases.id))
    .limit(listMax)
    .prepare(),
)
