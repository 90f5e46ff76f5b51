import type { ArchivePlace } from '../../../platform/archive/archive-process.ts'
import {
  archiveSetting,
  archiveStateSetting,
  changeArchiveState,
} from '../../../platform/archive/setting.ts'
import { AppError, problemOf } from '../../../platform/errors.ts'
import { readSetting } from '../../../platform/settings.ts'
import { archiveBatch, type BatchOptions, writeOrder } from './archive-batch.ts'
import { type ArchiverDeps, carryOut } from './archive-work.ts'
import { findOldestUnarchived, listChangedSince, listUnarchived } from './queries.ts'

/** How often Daybook looks for archived documents whose facts changed, in milliseconds. */
const lookAgainMs = 60 * 60 * 1000

/** Documents per process. Starting a process takes a moment. After a crash only these documents are written again. */
const batchSize = 25

/**
 * Where the next look begins. `seq`: the last change that was looked at, in archive `of`. `from`: documents that came in
 * before this time are in the archive. `lookedAt`: when a full look last ended.
 */
export type Pass = { seq: number; of: string; from: number; lookedAt: number }

export type RunOptions = BatchOptions & { isAll: boolean }

/** Returns how many documents were written. */
export async function archiveAll(
  deps: ArchiverDeps,
  pass: Pass,
  options: RunOptions,
): Promise<number> {
  const place = requireArchive(deps)
  const { database, clock } = deps
  try {
    const isDue = isLookDue(deps, pass, place, options)
    let written = await archiveNew(deps, place, isDue ? 0 : pass.from, options)
    pass.from = fromNowOn(deps, place, isDue ? 0 : pass.from)
    if (isDue && !options.signal.aborted) {
      written += await archiveChanged(deps, place, pass, options)
      // Try the folder even when nothing waits. An owner should hear of a problem before a document needs the folder.
      if (written === 0) await carryOut(deps, writeOrder(deps, place, []), options.signal, ignore)
      pass.lookedAt = performance.now()
    }
    if ((isDue || written > 0) && !options.signal.aborted) {
      await note(deps, place, { problem: null, wroteAt: clock.now() })
    }
    return written
  } catch (error) {
    // `conflict`: another process of this Daybook is archiving. Every other error stops archiving, so an owner must see the
    // problem.
    if (!(error instanceof AppError) || error.code !== 'conflict') {
      const before = readSetting(database.read, archiveStateSetting).problem
      const since = before?.since ?? clock.now()
      await note(deps, place, { problem: { says: problemOf(error), since } })
    }
    throw error
  }
}

/** Whether to look for changed documents and to try the folder. */
function isLookDue(
  { database }: ArchiverDeps,
  pass: Pass,
  { id }: ArchivePlace,
  { isAll }: RunOptions,
): boolean {
  if (pass.of !== id) Object.assign(pass, { of: id, seq: 0, from: 0, lookedAt: -Infinity })
  const hasFailed = readSetting(database.read, archiveStateSetting).problem !== null
  return isAll || hasFailed || performance.now() - pass.lookedAt >= lookAgainMs
}

function ignore(): void {}

async function archiveNew(
  deps: ArchiverDeps,
  place: ArchivePlace,
  start: number,
  options: RunOptions,
): Promise<number> {
  const { isAll, signal } = options
  let from = start
  const passed: string[] = []
  let written = 0
  while (!signal.aborted) {
    const rows = listUnarchived(deps.database.read, {
      archiveId: place.id,
      now: deps.clock.now(),
      isAll,
      from,
      limit: batchSize,
      passed: JSON.stringify(passed),
    })
    if (rows.length === 0) return written
    const ids = rows.map(({ id }) => id)
    const done = await archiveBatch(deps, place, ids, options)
    written += done.length
    passed.push(...ids.filter((id) => !done.includes(id)))
    from = rows.at(-1)?.createdAt ?? from
  }
  return written
}

/** Where the next look begins: everything that came in earlier is in the archive. Imported old documents wait for the hourly look. */
function fromNowOn({ database, clock }: ArchiverDeps, { id }: ArchivePlace, from: number): number {
  const oldest = findOldestUnarchived(database.read).get({ archiveId: id, from })
  return oldest?.createdAt ?? Math.max(from, clock.now() - lookAgainMs)
}

/** Writes archived documents again whose facts changed. The first run goes through all changes, later runs only through new changes. */
async function archiveChanged(
  deps: ArchiverDeps,
  place: ArchivePlace,
  pass: Pass,
  options: RunOptions,
): Promise<number> {
  let written = 0
  while (!options.signal.aborted) {
    const { read } = deps.database
    const rows = listChangedSince(read).all({
      archiveId: place.id,
      seq: pass.seq,
      limit: batchSize,
    })
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) written += (await archiveBatch(deps, place, ids, options)).length
    pass.seq = rows.at(-1)?.seq ?? pass.seq
    if (rows.length < batchSize) break
  }
  return written
}

async function note(
  { database }: ArchiverDeps,
  { id }: ArchivePlace,
  change: Parameters<typeof changeArchiveState>[1],
): Promise<void> {
  await database.write((conn) => {
    // Somebody may have chosen another archive meanwhile.
    if (readSetting(conn, archiveSetting)?.id === id) changeArchiveState(conn, change)
  })
}

export function requireArchive({ database }: Pick<ArchiverDeps, 'database'>): ArchivePlace {
  const archive = readSetting(database.read, archiveSetting)
  if (archive !== null) return archive
  throw new AppError(
    'not_found',
    'Documents are not archived: name a folder under Settings → Archive, or with "daybook archive set".',
  )
}
