import { join } from 'node:path'
import type {
  ArchiveLine,
  ArchiveOrder,
  ArchivePlace,
  ArchiveProcess,
} from '../../../platform/archive/archive-process.ts'
import {
  archiveSetting,
  archiveStateSetting,
  changeArchiveState,
} from '../../../platform/archive/setting.ts'
import { AppError, problemOf } from '../../../platform/errors.ts'
import { readSetting } from '../../../platform/settings.ts'
import { nextTurn } from '../../../platform/turns.ts'
import { findNarrowScan } from '../scans/queries.ts'
import type { DataDir } from '../../../platform/disk/data-dir.ts'
import { shownOffsite } from '../../../platform/offsite/offsite.ts'
import { shownPublishing } from '../../../platform/offsite/published-images.ts'
import type { ScanExportDeps } from '../deps.ts'
import { foldersSetting } from '../folders/watched.ts'
import {
  findOldestUnarchived,
  listChangedSince,
  listUnarchived,
  setLookedAt,
  storeArchived,
} from './queries.ts'
import { type Described, describeDocument, indexColumns } from './describe.ts'

/** How often Daybook looks for archived documents whose facts changed, in milliseconds. */
const lookAgainMs = 60 * 60 * 1000

/** Documents per process. Starting a process takes a moment. After a crash only these documents are written again. */
const batchSize = 25

/**
 * Where the next look begins. `of`: the id of the archive. `seq`: the last change that was looked at. `from`: documents that
 * came in before this time are in the archive. `lookedAt`: when a full look last ended.
 */
export type LookState = { seq: number; of: string; from: number; lookedAt: number }

type RunOptions = BatchOptions & { isAll: boolean }

/** Returns how many documents were written. */
export async function archiveAll(
  deps: ArchiverDeps,
  state: LookState,
  options: RunOptions,
): Promise<number> {
  const place = requireArchive(deps)
  const { database, clock } = deps
  try {
    const isDue = isLookDue(deps, state, place, options)
    let written = await archiveNew(deps, place, isDue ? 0 : state.from, options)
    state.from = fromNowOn(deps, place, isDue ? 0 : state.from)
    if (isDue && !options.signal.aborted) {
      written += await archiveChanged(deps, place, state, options)
      // Try the folder even when nothing waits. An owner should hear of a problem before a document needs the folder.
      if (written === 0) await carryOut(deps, writeOrder(deps, place, []), options.signal, ignore)
      state.lookedAt = performance.now()
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
  state: LookState,
  { id }: ArchivePlace,
  { isAll }: RunOptions,
): boolean {
  if (state.of !== id) Object.assign(state, { of: id, seq: 0, from: 0, lookedAt: -Infinity })
  const hasFailed = readSetting(database.read, archiveStateSetting).problem !== null
  return isAll || hasFailed || performance.now() - state.lookedAt >= lookAgainMs
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
  const skippedIds: string[] = []
  let written = 0
  while (!signal.aborted) {
    const rows = listUnarchived(deps.database.read, {
      archiveId: place.id,
      now: deps.clock.now(),
      isAll,
      from,
      limit: batchSize,
      skippedIds: JSON.stringify(skippedIds),
    })
    if (rows.length === 0) return written
    const ids = rows.map(({ id }) => id)
    const done = await archiveBatch(deps, place, ids, options)
    written += done.length
    skippedIds.push(...ids.filter((id) => !done.includes(id)))
    from = rows.at(-1)?.createdAt ?? from
  }
  return written
}

/** Where the next look begins: everything that came in earlier is in the archive. Imported old documents wait for the hourly look. */
function fromNowOn({ database, clock }: ArchiverDeps, { id }: ArchivePlace, from: number): number {
  const oldest = findOldestUnarchived(database.read).get({ archiveId: id, from })
  return oldest?.createdAt ?? Math.max(from, clock.now() - lookAgainMs)
}

/** Rewrites archived documents whose facts have changed. The first run goes through all changes, later runs only through new changes. */
async function archiveChanged(
  deps: ArchiverDeps,
  place: ArchivePlace,
  state: LookState,
  options: RunOptions,
): Promise<number> {
  let written = 0
  while (!options.signal.aborted) {
    const { read } = deps.database
    const rows = listChangedSince(read).all({
      archiveId: place.id,
      seq: state.seq,
      limit: batchSize,
    })
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) written += (await archiveBatch(deps, place, ids, options)).length
    state.seq = rows.at(-1)?.seq ?? state.seq
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

/** Characters of pages for one process. A longer page gets a process to itself. */
const batchCharactersMax = 4 * 1024 * 1024

type BatchOptions = { signal: AbortSignal; onWritten(count: number): void }

/** Writes documents in batches, one process for each batch. Returns the ids of the written documents. Throws AppError. */
async function archiveBatch(
  deps: ArchiverDeps,
  place: ArchivePlace,
  ids: readonly string[],
  options: BatchOptions,
): Promise<string[]> {
  const written: string[] = []
  for (let rest = ids; rest.length > 0 && !options.signal.aborted;) {
    const described = await describeSome(deps, rest, place.id)
    written.push(...(await writeDescribed(deps, place, described, options)))
    rest = described.rest
  }
  return written
}

async function writeDescribed(
  deps: ArchiverDeps,
  place: ArchivePlace,
  { batch, looked }: Batch,
  { signal, onWritten }: BatchOptions,
): Promise<string[]> {
  const paths = new Map<string, string>()
  try {
    if (batch.size > 0) {
      const documents = [...batch.values()].map(({ document }) => document)
      await carryOut(deps, writeOrder(deps, place, documents), signal, (line) => {
        if ('written' in line) paths.set(line.written, line.path)
      })
    }
  } finally {
    const done = [...batch].flatMap(([id, described]) => {
      const path = paths.get(id)
      return path === undefined ? [] : [{ id, path, described }]
    })
    await noteWritten(deps, place, done, looked)
    onWritten(done.length)
  }
  return [...paths.keys()]
}

/** `looked`: documents whose current facts are in the archive, up to change `at`. `rest`: documents for the next batch. */
type Batch = {
  batch: ReadonlyMap<string, Described>
  looked: readonly { id: string; at: number }[]
  rest: readonly string[]
}

async function describeSome(
  deps: ArchiverDeps,
  ids: readonly string[],
  archiveId: string,
): Promise<Batch> {
  const batch = new Map<string, Described>()
  const looked: { id: string; at: number }[] = []
  let characters = 0
  for (const [index, id] of ids.entries()) {
    if (characters > batchCharactersMax) return { batch, looked, rest: ids.slice(index) }
    const described = await describeDocument(deps, id, archiveId)
    await nextTurn()
    if (described === undefined) continue
    if (!('document' in described)) {
      looked.push({ id, at: described.seq })
      continue
    }
    batch.set(id, described)
    characters += described.document.page.length
  }
  return { batch, looked, rest: [] }
}

type Written = { id: string; path: string; described: Described }

/** Skips documents that were deleted meanwhile. Their files stay in the archive. */
async function noteWritten(
  { database, clock }: ArchiverDeps,
  place: ArchivePlace,
  done: readonly Written[],
  looked: readonly { id: string; at: number }[],
): Promise<void> {
  if (done.length + looked.length === 0) return
  await database.write((conn) => {
    for (const { id, path, described } of done) {
      if (findNarrowScan(conn).get({ id }) === undefined) continue
      const { facts, seq, document } = described
      const { version } = document
      const row = { scanId: id, archiveId: place.id, path, version, facts, seq }
      storeArchived(conn).run({ ...row, archivedAt: clock.now() })
    }
    for (const { id, at } of looked) setLookedAt(conn).run({ scanId: id, seq: at })
  })
}

function writeOrder(
  deps: ArchiverDeps,
  place: ArchivePlace,
  documents: Extract<ArchiveOrder, { task: 'write' }>['documents'],
): ArchiveOrder {
  const lock = join(deps.dir.backups, 'archive.lock')
  const columns = [...indexColumns]
  return { task: 'write', lock, place, own: ownFolders(deps), columns, documents }
}

export type ArchiverDeps = ScanExportDeps & { dir: DataDir; process: ArchiveProcess }

/** Throws AppError `unavailable` when nothing can be archived, and `conflict` while another process is archiving. */
export async function carryOut(
  { process }: ArchiverDeps,
  order: ArchiveOrder,
  signal: AbortSignal,
  hear: (line: ArchiveLine) => void,
): Promise<void> {
  let refusal: AppError | undefined
  await process.carryOut(
    order,
    (line) => {
      if ('busy' in line) refusal = busy()
      else if ('problem' in line && line.id === null) {
        refusal = new AppError('unavailable', line.problem)
      } else hear(line)
    },
    signal,
  )
  if (refusal !== undefined) throw refusal
}

/** Folders that an archive may not be, contain or lie in: the data directory, and the folders of other settings. */
export function ownFolders({ dir, database: { read } }: ArchiverDeps) {
  const watched = readSetting(read, foldersSetting).map(({ path }) => path)
  const places = [shownOffsite(read), shownPublishing(read)].flatMap((shown) =>
    shown?.place.kind === 'folder' ? [shown.place.path] : [],
  )
  return { dataRoot: dir.root, others: [...watched, ...places] }
}

export function busy(): AppError {
  return new AppError('conflict', 'Documents are being archived at this moment.')
}
