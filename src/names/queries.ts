import { and, asc, count, eq, inArray, ne, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { query, type Conn, type Params } from '../platform/db/connection.ts'
import {
  type Sort,
  insertInto,
  sortedQuery,
  updateIn,
  findIn,
  deleteIn,
  orderBy,
} from '../platform/db/statements.ts'
import { AppError } from '../platform/errors.ts'
import type { NameKind } from './rules.ts'
import { aliases, nameListVersions, names } from './tables.ts'

/** The most names of one kind in a list: a shop has thousands. */
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
  for (const { nameId, ...held } of selectAliases(conn).all({ kind })) {
    byId.get(nameId)?.aliases.push(held)
  }
  return [...byId.values()]
}

type OfKind = Params<{ kind: NameKind }>

const selectNames = query((conn, { kind }: OfKind) =>
  conn
    .select({ id: names.id, name: names.name, updatedAt: names.updatedAt })
    .from(names)
    .where(eq(names.kind, kind))
    .orderBy(asc(names.folded), asc(names.id))
    .limit(listMax),
)

const selectAliases = query((conn, { kind }: OfKind) =>
  conn
    .select({ id: aliases.id, alias: aliases.alias, nameId: aliases.nameId })
    .from(aliases)
    .where(eq(aliases.kind, kind))
    .orderBy(asc(aliases.createdAt), asc(aliases.id))
    .limit(listMax),
)

/** One name with its aliases. Undefined when neither list has it. */
export function findNameWithAliases(conn: Conn, id: string): NameWithAliases | undefined {
  const entry = findEntry(conn).get({ id })
  if (entry === undefined) return undefined
  const { name, updatedAt } = entry
  return { id, name, updatedAt, aliases: selectAliasesOf(conn).all({ id }) }
}

const selectAliasesOf = query((conn, { id }: Params<{ id: string }>) =>
  conn
    .select({ id: aliases.id, alias: aliases.alias })
    .from(aliases)
    .where(eq(aliases.nameId, id))
    .orderBy(asc(aliases.createdAt), asc(aliases.id)),
)

/** Which entries: with `search`, folded, those with that text in their name or in an alias. */
type Selection = { kind: NameKind; search: string }

/** The columns by which a list of names can be sorted. */
export const nameSorts = ['name', 'changed'] as const

type NameSort = Sort<(typeof nameSorts)[number]>

export const byName: NameSort = { by: 'name', isDescending: false }

/** One page of a list. */
export const listEntriesPage = sortedQuery((sort: NameSort) =>
  query((conn, asked: Params<Selection & { limit: number; offset: number }>) =>
    conn
      .select({ id: names.id, name: names.name, updatedAt: names.updatedAt })
      .from(names)
      .where(selected(asked))
      .orderBy(...orderBy({ name: names.folded, changed: names.updatedAt }, [names.id], sort))
      .limit(asked.limit)
      .offset(asked.offset),
  ),
)

export const countEntries = query((conn, selection: Params<Selection>) =>
  conn.select({ n: count() }).from(names).where(selected(selection)),
)

function selected({ kind, search }: Params<Selection>): SQL | undefined {
  const byAlias = sql`(SELECT ${aliases.nameId} FROM ${aliases} WHERE ${aliases.kind} = ${kind} AND instr(${aliases.folded}, ${search}) > 0)`
  return and(
    eq(names.kind, kind),
    or(sql`${search} = ''`, sql`instr(${names.folded}, ${search}) > 0`, inArray(names.id, byAlias)),
  )
}

/** A name or an alias of a list, `folded` as `foldText` makes it. */
type Text = Params<{ kind: NameKind; folded: string }>

/** The entry with this name. */
export const findName = query((conn, { kind, folded }: Text) =>
  conn
    .select({ id: names.id, name: names.name })
    .from(names)
    .where(and(eq(names.kind, kind), eq(names.folded, folded))),
)

/** The entry with this alias. */
export const findAliasHolder = query((conn, { kind, folded }: Text) =>
  conn
    .select({ id: names.id, name: names.name })
    .from(aliases)
    .innerJoin(names, eq(names.id, aliases.nameId))
    .where(and(eq(aliases.kind, kind), eq(aliases.folded, folded))),
)

export const findAliasByText = findIn(aliases, 'kind', 'folded')

export const findNameById = query((conn, { kind, id }: Params<{ kind: NameKind; id: string }>) =>
  conn
    .select({ id: names.id, name: names.name })
    .from(names)
    .where(and(eq(names.kind, kind), eq(names.id, id))),
)

export type Entry = typeof names.$inferSelect

/** Throws AppError `not_found` when neither list has an entry with this id. */
export function requireEntry(conn: Conn, id: string): Entry {
  const entry = findEntry(conn).get({ id })
  if (entry !== undefined) return entry
  throw new AppError('not_found', 'This entry is not in the list any more.')
}

const findEntry = findIn(names, 'id')

/** Throws AppError `not_found` when no entry has an alias with this id. */
export function requireAlias(conn: Conn, id: string): typeof aliases.$inferSelect {
  const held = findAlias(conn).get({ id })
  if (held !== undefined) return held
  throw new AppError('not_found', 'This alias is not in the list any more.')
}

const findAlias = findIn(aliases, 'id')

/**
 * The first aliases of an entry, in the order they were added. `shadowedBy` is the entry with this text as its name: the name wins, and the
 * alias has no effect.
 */
export const listAliasesOf = query(
  (conn, { nameId, limit }: Params<{ nameId: string; limit: number }>) => {
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
      .where(eq(aliases.nameId, nameId))
      .orderBy(asc(aliases.createdAt), asc(aliases.id))
      .limit(limit)
  },
)

export const countAliasesOf = query((conn, { nameId }: Params<{ nameId: string }>) =>
  conn.select({ n: count() }).from(aliases).where(eq(aliases.nameId, nameId)),
)

export const insertName = insertInto(names)

export const insertAlias = insertInto(aliases)

export const updateName = updateIn(names, 'id', ['name', 'folded', 'updatedAt'])

export const touchName = updateIn(names, 'id', ['updatedAt'])

/** Moves an alias to another entry, with the present time, as its newest alias. */
export const updateAliasHolder = updateIn(aliases, 'id', ['nameId', 'createdAt'])

/** Moves all aliases of an entry to another one, as its newest. They keep their order. */
export const updateAliasesHolder = query(
  (conn, { fromId, toId, now }: Params<{ fromId: string; toId: string; now: number }>) =>
    conn
      .update(aliases)
      .set({ nameId: sql`${toId}`, createdAt: sql`${now}` })
      .where(eq(aliases.nameId, fromId)),
)

export const deleteAlias = deleteIn(aliases, 'id')

/** Deletes an entry together with its aliases. */
export const deleteName = deleteIn(names, 'id')

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
    .orderBy(asc(nameListVersions.kind)),
)

export const raiseVersion = query((conn, { kind }: OfKind) =>
  conn
    .update(nameListVersions)
    .set({ version: sql`${nameListVersions.version} + 1` })
    .where(eq(nameListVersions.kind, kind)),
)
