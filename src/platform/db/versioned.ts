import { readerBeside, type Conn } from './connection.ts'

/**
 * Caches a value built from the database while a version stored in the database stays the same, whichever process changes it. Only
 * committed values are kept: a writer may see a version that is rolled back and then reused for different data.
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
