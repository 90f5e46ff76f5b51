import { asc, eq, sql } from 'drizzle-orm'
import { type Params, query } from '../../platform/db/connection.ts'
import { insertInto } from '../../platform/db/statements.ts'
import { passkeys } from '../tables.ts'

export const listPasskeys = query((conn, { userId }: Params<{ userId: string }>) =>
  conn
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id)),
)

export const findPasskey = query((conn, { id }: Params<{ id: string }>) =>
  conn.select().from(passkeys).where(eq(passkeys.id, id)),
)

export const insertPasskey = insertInto(passkeys)

export const notePasskeyUse = query(
  (conn, p: Params<{ id: string; counter: number; now: number }>) =>
    conn
      .update(passkeys)
      .set({ counter: sql`${p.counter}`, usedAt: sql`${p.now}` })
      .where(eq(passkeys.id, p.id)),
)

export const renamePasskeyById = query((conn, p: Params<{ id: string; name: string }>) =>
  conn
    .update(passkeys)
    .set({ name: sql`${p.name}` })
    .where(eq(passkeys.id, p.id)),
)

export const deletePasskey = query((conn, { id }: Params<{ id: string }>) =>
  conn.delete(passkeys).where(eq(passkeys.id, id)),
)

export const deletePasskeysOf = query((conn, { userId }: Params<{ userId: string }>) =>
  conn.delete(passkeys).where(eq(passkeys.userId, userId)),
)
