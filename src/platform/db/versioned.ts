import { readerBeside, type Conn } from './connection.ts'

/**
 * Keeps what is built from the database for as long as a version that is stored in the database stays the same, whichever
 * process changes it. Only what is committed is kept: a writer may see a version that is rolled back and then given
 * again to something else.
 */
export function versioned<T>(
  versionOf: (conn: Conn) => string | number,
  build: (conn: Conn) => T,
): (conn: Conn) => T {
  let kept: { version: string | number; value: T } | undefined
  return (conn) => {
    const version = versionOf(conn)
    if (kept?.version === version) return kept.value
    const reader = readerBeside(conn)
    if (reader === undefined || versionOf(reader) !== version) return build(conn)
    const value = build(reader)
    kept = { version, value }
    return value
  }
}
