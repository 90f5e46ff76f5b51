import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { DataDir } from '../disk/data-dir.ts'
import { changeReplica, readReplica, type Replica } from './replica-file.ts'

/**
 * Removes what Litestream noted beside the book of another place, before it runs: with that it would copy only what is written
 * from now on, and never the book.
 */
export async function startAnew(dir: DataDir, known: Replica): Promise<void> {
  const kept = readReplica(dir)
  if (kept?.epoch !== known.epoch || kept.startsAnew !== true) return
  await rm(notesOf(dir), { recursive: true, force: true })
  await changeReplica(dir, known, { startsAnew: false })
}

function notesOf({ root, database }: DataDir): string {
  return join(root, `.${basename(database)}-litestream`)
}
