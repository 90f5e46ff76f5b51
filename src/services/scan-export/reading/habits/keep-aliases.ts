import { asc, eq, sql } from 'drizzle-orm'
import { aliases, names } from '../../../../names/tables.ts'
import { query, type Conn, type Params } from '../../../../platform/db/connection.ts'
import { insertInto, updateIn } from '../../../../platform/db/statements.ts'
import { learntAliases } from './tables.ts'

/** A learnt alias of a product, as the product list has it now. */
const shown = {
  aliasId: learntAliases.aliasId,
  alias: aliases.alias,
  name: names.name,
  times: learntAliases.times,
  confirmedAt: learntAliases.confirmedAt,
}

export const findLearntAlias = query((conn, { folded }: Params<{ folded: string }>) =>
  conn
    .select(shown)
    .from(learntAliases)
    .innerJoin(aliases, eq(aliases.id, learntAliases.aliasId))
    .innerJoin(names, eq(names.id, aliases.nameId))
    .where(sql`${aliases.kind} = 'product' AND ${aliases.folded} = ${folded}`),
)

/** A seller's learnt aliases, in alphabetical order. */
export function learntAliasesOf(conn: Conn, sellerId: string) {
  return listLearntAliases(conn).all({ sellerId })
}

const listLearntAliases = query((conn, { sellerId }: Params<{ sellerId: string }>) =>
  conn
    .select(shown)
    .from(learntAliases)
    .innerJoin(aliases, eq(aliases.id, learntAliases.aliasId))
    .innerJoin(names, eq(names.id, aliases.nameId))
    .where(eq(learntAliases.sellerId, sellerId))
    .orderBy(asc(aliases.folded)),
)

export const insertLearntAlias = insertInto(learntAliases)

export const updateLearntAlias = updateIn(learntAliases, 'aliasId', ['times', 'confirmedAt'])
