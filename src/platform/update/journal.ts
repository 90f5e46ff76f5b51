import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { DataDir } from '../disk/data-dir.ts'
import { removeFile, syncFolder, writeDurably } from '../disk/durable.ts'
import { clearTrial } from './trial.ts'
import { parseOrNothing } from '../json/json.ts'

/** Where an update stands, so that one that was cut off can be done again or taken back. `backup`: the file made before it. */
const schema = Type.Object({
  from: Type.String(),
  to: Type.String(),
  executable: Type.String(),
  backup: Type.String(),
  step: Type.Union([Type.Literal('replacing'), Type.Literal('going back'), Type.Literal('done')]),
})

export type UpdateJournal = Static<typeof schema>

/** The last update of a data directory; undefined when there was none, and for what no Daybook wrote. */
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

/** What is left of an update that was cut off, now that a version serves: it has worked, or it never was. */
export async function settleUpdate(dir: DataDir, version: string): Promise<void> {
  await clearTrial(dir)
  const journal = readJournal(dir)
  if (journal === undefined || journal.step === 'done') return
  // The program of before serves: no way back may take away what comes in from now on.
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
