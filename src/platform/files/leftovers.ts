import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Database } from '../db/database.ts'
import { hasCode } from '../errors.ts'
import type { Log } from '../log.ts'
import { deleteAllMarked, findFile } from './file-rows.ts'
import { fileKinds, type FileKind, type FileStore } from './store.ts'

/** Files checked in one step. */
const filesPerSlice = 20

type Cleaning = {
  database: Database
  store: FileStore
  /** Files written since this time (ms since the epoch) may belong to commands that are still to come. */
  before: number
}

/**
 * Deletes what a crash left: files without a row, unfinished files, and rows whose deletion stopped halfway. Only for the holder of the
 * instance lock. Returns how many files were deleted.
 */
export async function removeLeftovers(cleaning: Cleaning, signal: AbortSignal): Promise<number> {
  let removed = await deleteAllMarked(cleaning, signal)
  for (const kind of fileKinds) {
    for await (const names of cleaning.store.list(kind)) {
      for (let start = 0; start < names.length; start += filesPerSlice) {
        if (signal.aborted) return removed
        removed += await removeUnknown(cleaning, kind, names.slice(start, start + filesPerSlice))
      }
    }
  }
  return removed
}

/** The same in the background of a running server. `stop` waits for the current slice. */
export function startCleaning(cleaning: Cleaning, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const cleaned = cleanAndLog(cleaning, stopping.signal, log)
  return {
    async stop() {
      stopping.abort()
      await cleaned
    },
  }
}

/** Nobody awaits it, and an error must not end the process. */
async function cleanAndLog(cleaning: Cleaning, signal: AbortSignal, log: Log): Promise<void> {
  try {
    const files = await removeLeftovers(cleaning, signal)
    if (files > 0) log.info(`Files that a crash had left behind were removed: ${files}.`)
  } catch (error) {
    log.error('The files that a crash left could not be removed.', { error })
  }
}

/** Under the write lock nobody can link a file while it is deleted. A later command puts the file again (see linkFile). */
async function removeUnknown(
  { database, store, before }: Cleaning,
  kind: FileKind,
  names: readonly string[],
): Promise<number> {
  const unknown = names.filter((hash) => findFile(database.read).get({ kind, hash }) === undefined)
  const ages = await Promise.all(unknown.map((name) => modifiedAt(store.path(kind, name))))
  const old = unknown.filter((_, index) => (ages[index] ?? before) < before)
  if (old.length === 0) return 0
  return await database.write(
    (conn) => {
      const left = old.filter(
        (hash) =>
          findFile(conn).get({ kind, hash }) === undefined &&
          isOlder(store.path(kind, hash), before),
      )
      return left.filter((name) => store.remove(kind, name)).length
    },
    { alone: true },
  )
}

/** The file may have been put again since it was listed. */
function isOlder(file: string, before: number): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && found.mtimeMs < before
}

/** Undefined when the file was deleted meanwhile. */
async function modifiedAt(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mtimeMs
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return undefined
    throw error
  }
}
