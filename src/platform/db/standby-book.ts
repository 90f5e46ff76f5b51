import { existsSync, readFileSync } from 'node:fs'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { DataDir } from '../disk/data-dir.ts'
import { AppError } from '../errors.ts'

/** What matters of replica.json (see replica-file.ts) to who opens a book. */
const standbyRole = Type.Object({
  role: Type.Union([Type.Literal('standby'), Type.Literal('promoting')]),
})

/** Litestream's note beside a book that it follows into: up to where it is. */
export function followedMark({ database }: Pick<DataDir, 'database'>): string {
  return `${database}-txid`
}

/** A standby's book is another's: what somebody else puts there would go at the next start. Throws AppError `conflict`. */
export function requireNoStandby(dir: DataDir): void {
  if (!existsSync(followedMark(dir)) && !hasStandbyRole(dir)) return
  throw new AppError(
    'conflict',
    `${dir.root} is a standby, whose book is only read: "daybook promote" makes it the first one.`,
  )
}

/** What cannot be read is said by whoever copies or follows. */
function hasStandbyRole({ replica }: DataDir): boolean {
  if (!existsSync(replica)) return false
  try {
    return Value.Check(standbyRole, JSON.parse(readFileSync(replica, 'utf8')))
  } catch {
    return false
  }
}
