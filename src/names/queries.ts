import { and, asc, eq, sql, count, inArray, ne, or, type SQL } from 'drizzle-orm'
import { query, type Conn } from '../platform/db/connection.ts'
import type { NameKind } from './rules.ts'
import { aliases, nameListVersions, names } from './tables.ts'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../platform/errors.ts'

/** Names of one kind that are listed at most: a shop has thousands. */
const listMax = 1_000_000

type NameWithAliases = {
  id: string
  name: string
  updatedAt: number
  aliases: { id: string; alias: string }[]
}

/** All names of a kind by name, each with its aliases in the order they were added. */
export function listNames(conn: Conn, kind: NameKind): NameWithAliases[] {
  const byId = new Map<string, NameWithAliases>()
  for (const row of selectNames(conn).all({ kind })) byId.set(row.id, { ...row, aliases: [] })
  for (const { nameId, ...held } of selectAliases(conn).all({ kind })) {
    byId.get(nameId)?.aliases.push(held)
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

export type Entry = NonNullable<ReturnType<ReturnType<typeof findEntry>['get']>>
export type ListedAlias = ReturnType<ReturnType<typeof listAliasesOf>['all']>[number]

const findEntry = query((conn) =>
  conn
    .select()
    .from(names)
    .where(eq(names.id, sql.placeholder('id')))
    .prepare(),
)

/** One page of a list, by name; with `search`, folded, the entries that have it in their name or in an alias. */
export const listEntriesPage = query((conn) =>
  conn
    .select({ id: names.id, name: names.name, updatedAt: names.updatedAt })
    .from(names)
    .where(searched())
    .orderBy(asc(names.folded), asc(names.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare(),
)

export const countEntries = query((conn) =>
  conn.select({ n: count() }).from(names).where(searched()).prepare(),
)

/**
 * The first aliases of an entry, in the order they were added. `beatenBy` is the entry that is called so: its name comes
 * first, and the alias maps nothing.
 */
export const listAliasesOf = query((conn) => {
  const namesake = alias(names, 'namesake')
  return conn
    .select({
      id: aliases.id,
      alias: aliases.alias,
      shadowedBy: { id: namesake.id, name: namesake.name },
    })
    .from(aliases)
    .leftJoin(
      namesake,
      and(
        eq(namesake.kind, aliases.kind),
        eq(namesake.folded, aliases.folded),
        ne(namesake.id, aliases.nameId),
      ),
    )
    .where(eq(aliases.nameId, sql.placeholder('nameId')))
    .orderBy(asc(aliases.createdAt), asc(aliases.id))
    .limit(sql.placeholder('limit'))
    .prepare()
})

export const countAliasesOf = query((conn) =>
  conn
    .select({ n: count() })
    .from(aliases)
    .where(eq(aliases.nameId, sql.placeholder('nameId')))
    .prepare(),
)

const findAlias = query((conn) =>
  conn
    .select()
    .from(aliases)
    .where(eq(aliases.id, sql.placeholder('id')))
    .prepare(),
)

/** `folded` as `foldText` makes it. */
export const findAliasByText = query((conn) =>
  conn
    .select()
    .from(aliases)
    .where(
      and(eq(aliases.kind, sql.placeholder('kind')), eq(aliases.folded, sql.placeholder('folded'))),
    )
    .prepare(),
)

export const updateName = query((conn) =>
  conn
    .update(names)
    .set({
      name: sql`${sql.placeholder('name')}`,
      folded: sql`${sql.placeholder('folded')}`,
      updatedAt: sql`${sql.placeholder('now')}`,
    })
    .where(eq(names.id, sql.placeholder('id')))
    .prepare(),
)

/** Gives an alias to another entry, as its newest one. */
export const updateAliasHolder = query((conn) =>
  conn
    .update(aliases)
    .set({
      nameId: sql`${sql.placeholder('nameId')}`,
      createdAt: sql`${sql.placeholder('now')}`,
    })
    .where(eq(aliases.id, sql.placeholder('id')))
    .prepare(),
)

/** Gives all aliases of an entry to another one, as its newest; they stay in their order. */
export const updateAliasesHolder = query((conn) =>
  conn
    .update(aliases)
    .set({
      nameId: sql`${sql.placeholder('toId')}`,
      createdAt: sql`${sql.placeholder('now')}`,
    })
    .where(eq(aliases.nameId, sql.placeholder('fromId')))
    .prepare(),
)

export const deleteAlias = query((conn) =>
  conn
    .delete(aliases)
    .where(eq(aliases.id, sql.placeholder('id')))
    .prepare(),
)

/** Its aliases go with it. */
export const deleteName = query((conn) =>
  conn
    .delete(names)
    .where(eq(names.id, sql.placeholder('id')))
    .prepare(),
)

function searched(): SQL | undefined {
  const search = sql.placeholder('search')
  const byAlias = sql`(SELECT ${aliases.nameId} FROM ${aliases} WHERE ${aliases.kind} = ${sql.placeholder('kind')} AND instr(${aliases.folded}, ${search}) > 0)`
  return and(
    eq(names.kind, sql.placeholder('kind')),
    or(sql`${search} = ''`, sql`instr(${names.folded}, ${search}) > 0`, inArray(names.id, byAlias)),
  )
}

/** Throws AppError `not_found` when neither list has an entry with this id. */
export function requireEntry(conn: Conn, id: string): Entry {
  const entry = findEntry(conn).get({ id })
  if (entry !== undefined) return entry
  throw new AppError('not_found', 'This entry is not in the list any more.')
}

/** Throws AppError `not_found` when no entry has an alias with this id. */
export function requireAlias(conn: Conn, id: string) {
  const held = findAlias(conn).get({ id })
  if (held !== undefined) return held
  throw new AppError('not_found', 'This alias is not in the list any more.')
}
