import { readFileSync } from 'node:fs'

/** Of the header of a write-ahead log, and of each of its frames, in bytes (source: SQLite's "Database File Format", section 4). */
const headerBytes = 32
const frameHeaderBytes = 24

/** How many transactions a database's write-ahead log holds: the last frame of each says how large the database is then. */
export function commitsIn(database: string): number {
  const bytes = readFileSync(`${database}-wal`)
  if (bytes.length < headerBytes) return 0
  const frameBytes = frameHeaderBytes + bytes.readUInt32BE(8)
  let commits = 0
  for (let at = headerBytes; at + frameBytes <= bytes.length; at += frameBytes) {
    if (bytes.readUInt32BE(at + 4) > 0) commits += 1
  }
  return commits
}

/** How many pages a database's write-ahead log holds. */
export function framesIn(database: string): number {
  const bytes = readFileSync(`${database}-wal`)
  if (bytes.length < headerBytes) return 0
  return Math.floor((bytes.length - headerBytes) / (frameHeaderBytes + bytes.readUInt32BE(8)))
}
