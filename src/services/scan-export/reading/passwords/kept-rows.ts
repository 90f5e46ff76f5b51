import { asc, desc, eq } from 'drizzle-orm'
import { query, type Params } from '../../../../platform/db/connection.ts'
import { insertInto, updateIn } from '../../../../platform/db/statements.ts'
import { keptPasswords } from '../../tables.ts'

/** The kept passwords of a user's files. The one that opened a file last comes first. */
export const listKeptOf = query((conn, { userId }: Params<{ userId: string }>) =>
  conn
    .select()
    .from(keptPasswords)
    .where(eq(keptPasswords.userId, userId))
    .orderBy(desc(keptPasswords.usedAt), desc(keptPasswords.id)),
)

/** All kept passwords, the oldest first. */
export const listKept = query((conn) =>
  conn.select().from(keptPasswords).orderBy(asc(keptPasswords.keptAt), asc(keptPasswords.id)),
)

export const insertKept = insertInto(keptPasswords)

export const setUsed = updateIn(keptPasswords, 'id', ['usedAt', 'bank'])

export const deleteKept = query((conn, { id }: Params<{ id: string }>) =>
  conn.delete(keptPasswords).where(eq(keptPasswords.id, id)).returning(),
)
