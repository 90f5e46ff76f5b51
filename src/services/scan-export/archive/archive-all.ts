import type { ArchivePlace } from '../../../platform/archive/order.ts'
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

/** How often it is looked for archived documents whose facts changed, in milliseconds. */
const lookAgainMs = 60 * 60 * 1000

/** Documents that one process is given: it takes a moment to start, and a crash does no more than these again. */
const batchSize = 25

/** How far the changes of archived documents were looked through, of which archive, from when on documents may be missing there, and when all was looked at. */
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
      // Also where nothing waits: an owner is to know before something does.
      if (written === 0) await carryOut(deps, writeOrder(deps, place, []), options.signal, ignore)
      pass.lookedAt = performance.now()
    }
    if ((isDue || written > 0) && !options.signal.aborted) {
      await note(deps, place, { problem: null, wroteAt: clock.now() })
    }
    return written
  } catch (error) {
    // Another process of the same Daybook is at it; all else holds documents back, also what nobody foresaw.
    if (!(error instanceof AppError) || error.code !== 'conflict') {
      const before = readSetting(database.read, archiveStateSetting).problem
      const since = before?.since ?? clock.now()
      await note(deps, place, { problem: { says: problemOf(error), since } })
    }
    throw error
  }
}

/** Whether to look for what changed, and at the folder itself. */
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

/** From when on the next look begins: what came in before is in the archive. An import of old documents is found by the hourly look. */
function fromNowOn({ database, clock }: ArchiverDeps, { id }: ArchivePlace, from: number): number {
  const oldest = findOldestUnarchived(database.read).get({ archiveId: id, from })
  return oldest?.createdAt ?? Math.max(from, clock.now() - lookAgainMs)
}

/** Those whose facts changed since. A look through all changes at the first time, through the new ones then. */
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
    // Another archive may have been named meanwhile.
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
