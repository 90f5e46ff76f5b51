import { type BookRefusal, requireOwnSchema, unreadable } from '../backup/database-facts.ts'
import type { Conn } from '../db/connection.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'

/**
 * Litestream brings into a followed book what the place has, whoever put it there: a schema that it changed is compared with
 * Daybook's before anybody reads it. Returns why the book may not be read; undefined: it may. SQLite counts changes of the schema:
 * while there is none, a look takes microseconds.
 */
export function schemaWatch(
  { $client }: Conn,
  refusal: BookRefusal,
  log: Log,
): () => AppError | undefined {
  const counted = $client.query<{ schema_version: number }, []>('PRAGMA schema_version')
  let compared: number | undefined
  let refused: AppError | undefined
  return () => {
    const before = refused?.message
    try {
      const version = counted.get()?.schema_version
      if (version === compared) return refused
      refused = refusalOf(() => requireOwnSchema($client, refusal))
      compared = version
    } catch (error) {
      // SQLite does not understand it, or it is being written: the next look compares it.
      refused = unreadable(error, refusal)
      compared = undefined
    }
    if (refused !== undefined && refused.message !== before) log.error(refused.message)
    return refused
  }
}

function refusalOf(look: () => unknown): AppError | undefined {
  try {
    look()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
