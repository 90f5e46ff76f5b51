import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { DataDir } from '../disk/data-dir.ts'
import { removeFile, syncFolder, writeDurably } from '../disk/durable.ts'
import { clearTrial } from './trial.ts'
import { parseOrNothing } from '../json/json.ts'

/** The state of an update, so that an interrupted one can be finished or undone. `backup`: the file made before it. */
const schema = Type.Object({
  from: Type.String(),
  to: Type.String(),
  executable: Type.String(),
  backup: Type.String(),
  step: Type.Union([Type.Literal('replacing'), Type.Literal('going back'), Type.Literal('done')]),
})

export type UpdateJournal = Static<typeof schema>

/** The last update of a data directory. Undefined without one, and for a file that Daybook did not write. */
export function readJournal(dir: DataDir): UpdateJournal | undefined {
  const file = journalFile(dir)
  if (!existsSync(file)) return undefined
  const read = parseOrNothing(readFileSync(file, 'utf8'))
  return Value.Check(schema, read) ? read : undefined
}

export async function writeJournal(dir: DataDir, journal: UpdateJournal): Promise<void> {
  await writeDurably(journalFile(dir), new TextEncoder().encode(JSON.stringify(journal)))
  await syncFolder(dir.root)
}

/** Clears up an interrupted update once a version serves: the update has worked, or never happened. */
export async function settleUpdate(dir: DataDir, version: string): Promise<void> {
  await clearTrial(dir)
  const journal = readJournal(dir)
  if (journal === undefined || journal.step === 'done') return
  // The previous program serves: from now on no undo may discard new data.
  if (journal.from === version) return await removeJournal(dir)
  if (journal.step !== 'replacing' || journal.to !== version) return
  await writeJournal(dir, { ...journal, step: 'done' })
}

export async function removeJournal(dir: DataDir): Promise<void> {
  await removeFile(journalFile(dir))
  await syncFolder(dir.root)
}

function journalFile(dir: DataDir): string {
  return join(dir.root, 'update.json')
}
