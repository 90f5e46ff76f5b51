import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { askHealth, firstLine } from '../own-program.ts'
import { closeConnection, openForReading } from '../db/connection.ts'
import { copyDatabase } from '../db/migrate.ts'
import { type DataDir, dataDir, makeDataDir } from '../disk/data-dir.ts'
import { readJson, removeFile, removeIfFree, syncFolder, writeJson } from '../disk/durable.ts'
import { startAsOwner } from './executable.ts'
import { type Static, Type } from '@sinclair/typebox'

/** The longest trial, in milliseconds: migrating a large book takes minutes, and a longer trial hangs. */
const startLimitMs = 10 * 60_000
const answerLimitMs = 30_000

/** How much of the end of its output people see, in characters. */
const shownMax = 600

const notAnswering = 'it did not say that it is well'

/**
 * Lets a Daybook migrate a copy of the book and serve it, for this computer only, on a secret port. Asks for its health, and ends it. The
 * data themselves are not touched. Returns the problem. Undefined: the trial went well.
 */
export async function tryOnCopy(
  executable: string,
  dir: DataDir,
  limitMs = startLimitMs,
): Promise<string | undefined> {
  const copy = dataDir(trialFolder(dir))
  await removeFile(copy.root)
  try {
    copyForTrial(dir, copy)
    return await tryOut(executable, copy, limitMs)
  } finally {
    await clearTrial(dir)
  }
}

/** Deletes the files of a trial. A file that a virus scanner holds says nothing about the update, and stays for the next time. */
async function clearTrial(dir: DataDir): Promise<void> {
  await removeIfFree(trialFolder(dir))
}

function trialFolder(dir: DataDir): string {
  return join(dir.root, 'update-trial')
}

/** Copies the settings too: the new program may refuse one that this one accepted. Nothing else: no key, and no copying elsewhere. */
function copyForTrial(dir: DataDir, copy: DataDir): void {
  makeDataDir(copy)
  const book = openForReading(dir.database)
  try {
    copyDatabase(book, copy.database)
  } finally {
    closeConnection(book)
  }
  if (existsSync(dir.config)) copyFileSync(dir.config, copy.config)
}

async function tryOut(
  executable: string,
  { root }: DataDir,
  limitMs: number,
): Promise<string | undefined> {
  const child = startAsOwner((ids) =>
    Bun.spawn([executable, 'serve', '--trial', '--json', '--data', root], {
      ...ids,
      // It ends with its input: also when the update is killed.
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: limitMs,
      // A hanging process ignores any other signal.
      killSignal: 'SIGKILL',
      // Ctrl+C at the terminal is meant for the update, which then ends the trial itself.
      detached: true,
    }),
  )
  const errors = child.stderr.text()
  try {
    const line = await firstLine(child.stdout).catch(() => undefined)
    if (line !== undefined) return (await isWell(line)) ? undefined : notAnswering
    await child.exited
    const said = (await errors).trim().slice(-shownMax)
    return said === '' ? `it ended (${child.signalCode ?? child.exitCode})` : said
  } finally {
    child.kill('SIGKILL')
    await child.exited
  }
}

async function isWell(line: string): Promise<boolean> {
  const [, url] = /"url":"([^"]+)"/.exec(line) ?? []
  return url !== undefined && (await askHealth(url, answerLimitMs)) !== undefined
}

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
  return readJson(journalFile(dir), schema)
}

export async function writeJournal(dir: DataDir, journal: UpdateJournal): Promise<void> {
  await writeJson(journalFile(dir), journal)
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
