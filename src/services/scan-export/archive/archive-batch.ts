import { join } from 'node:path'
import type { ArchiveOrder, ArchivePlace } from '../../../platform/archive/archive-process.ts'
import { nextTurn } from '../../../platform/turns.ts'
import { findNarrowScan } from '../scans/queries.ts'
import { ownFolders, type ArchiverDeps, carryOut } from './archive-work.ts'
import { describeDocument, type Described, indexColumns } from './describe.ts'
import { setLookedAt, storeArchived } from './queries.ts'

/** Characters of pages for one process. A longer page gets a process to itself. */
const batchCharactersMax = 4 * 1024 * 1024

export type BatchOptions = { signal: AbortSignal; onWritten(count: number): void }

/** Writes documents in batches, one process for each batch. Returns the ids of the written documents. Throws AppError. */
export async function archiveBatch(
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
    for (const one of looked) setLookedAt(conn).run(one)
  })
}

export function writeOrder(
  deps: ArchiverDeps,
  place: ArchivePlace,
  documents: Extract<ArchiveOrder, { task: 'write' }>['documents'],
): ArchiveOrder {
  const lock = join(deps.dir.backups, 'archive.lock')
  const columns = [...indexColumns]
  return { task: 'write', lock, place, own: ownFolders(deps), columns, documents }
}
