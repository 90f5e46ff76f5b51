import { and, asc, count, eq, inArray, ne, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { query } from '../platform/db/connection.ts'
import { aliases, names } from './tables.ts'

export type Entry = NonNullable<ReturnType<ReturnType<typeof findEntry>['get']>>
export type ListedAlias = ReturnType<ReturnType<typeof listAliasesOf>['all']>[number]

export const findEntry = query((conn) =>
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

export const findAlias = query((conn) =>
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
