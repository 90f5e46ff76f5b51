/** The SQL of a prepared statement, to ask how it is planned. */
export function sqlOf(statement: object): string {
  if ('getQuery' in statement && typeof statement.getQuery === 'function') {
    return String(statement.getQuery().sql)
  }
  throw new Error('This is no prepared statement.')
}
