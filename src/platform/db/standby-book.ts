import { existsSync, readFileSync } from 'node:fs'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { DataDir } from '../disk/data-dir.ts'
import { AppError } from '../errors.ts'

/** The part of replica.json (see replica-file.ts) that opening a book needs. */
const standbyRole = Type.Object({
  role: Type.Union([Type.Literal('standby'), Type.Literal('promoting')]),
})

/** Litestream's note beside a book that it follows into: how far it has come. */
export function followedMark({ database }: Pick<DataDir, 'database'>): string {
  return `${database}-txid`
}

/** Refuses a standby's book: the next start would discard whatever somebody writes there. Throws AppError `conflict`. */
export function requireNoStandby(dir: DataDir): void {
  if (!existsSync(followedMark(dir)) && !hasStandbyRole(dir)) return
  throw new AppError(
    'conflict',
    `${dir.root} is a standby, whose book is only read: "daybook promote" makes it the first one.`,
  )
}

/** An unreadable file is reported by the part that copies or follows. */
function hasStandbyRole({ replica }: DataDir): boolean {
  if (!existsSync(replica)) return false
  try {
    return Value.Check(standbyRole, JSON.parse(readFileSync(replica, 'utf8')))
  } catch {
    return false
  }
}
