import { existsSync } from 'node:fs'
import type { DataDir } from '../../platform/data-dir.ts'
import { closeConnection, openForReading } from '../../platform/db/connection.ts'
import { keyUses } from './tables.ts'

export type LastUse = { lastUsedAt: number; address: string }

/** When and from where each key was last used, by the key's id; empty before the first server ran. */
export function readLastUses(dir: DataDir): ReadonlyMap<string, LastUse> {
  if (!existsSync(dir.calls)) return new Map()
  const conn = openForReading(dir.calls)
  try {
    const rows = conn.select().from(keyUses).all()
    return new Map(rows.map(({ keyId, ...use }) => [keyId, use]))
  } finally {
    closeConnection(conn)
  }
}
