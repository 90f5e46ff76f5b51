/** The SQL of a prepared statement, to ask how it is planned. */
export function sqlOf(statement: object): string {
  if ('sql' in statement) return String(statement.sql)
  if ('getQuery' in statement && typeof statement.getQuery === 'function') {
    return String(statement.getQuery().sql)
  }
  throw new Error('This is no prepared statement.')
}
