import type { Conn } from '../../src/platform/db/connection.ts'

/**
 * The SQL of each statement that a connection runs from now on; of those that it has prepared before, nothing. `query`: also those written
 * by hand.
 */
export function statementsOf(
  { $client }: Conn,
  makers: readonly ('prepare' | 'query')[] = ['prepare'],
): string[] {
  const seen: string[] = []
  for (const maker of makers) {
    const make = $client[maker].bind($client)
    Object.assign($client, {
      [maker](sql: string) {
        const statement = make(sql)
        for (const way of ['all', 'get', 'run', 'values'] as const) {
          const original: (...params: never[]) => unknown = statement[way].bind(statement)
          const noted = (...params: never[]) => {
            seen.push(sql)
            return original(...params)
          }
          Object.assign(statement, { [way]: noted })
        }
        return statement
      },
    })
  }
  return seen
}
