import type { Conn } from '../../src/platform/db/connection.ts'

/** The SQL of each statement that a connection runs from now on; of those that it has prepared before, nothing. */
export function statementsOf({ $client }: Conn): string[] {
  const seen: string[] = []
  const prepare = $client.prepare.bind($client)
  Object.assign($client, {
    prepare(sql: string) {
      const statement = prepare(sql)
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
  return seen
}
