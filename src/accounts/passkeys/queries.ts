import { asc, eq } from 'drizzle-orm'
import { type Params, query } from '../../platform/db/connection.ts'
import { insertInto, findIn, deleteIn, updateIn } from '../../platform/db/statements.ts'
import { passkeys } from '../tables.ts'

export const listPasskeys = query((conn, { userId }: Params<{ userId: string }>) =>
  conn
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id)),
)

export const findPasskey = findIn(passkeys, 'id')

export const insertPasskey = insertInto(passkeys)

export const notePasskeyUse = updateIn(passkeys, 'id', ['counter', 'usedAt'])

export const renamePasskeyById = updateIn(passkeys, 'id', ['name'])

export const deletePasskey = deleteIn(passkeys, 'id')

export const deletePasskeysOf = deleteIn(passkeys, 'userId')
