import { Type } from '@sinclair/typebox'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { query, type Conn, type Params } from '../db/connection.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { declareSetting, readSetting } from '../settings.ts'
import { files } from '../tables.ts'
import { deleteMarked, findFile, markUnlinked } from './file-rows.ts'
import type { Bringer, FileKind, FileStore } from './store.ts'

/** The share of the disk for the files of one key, and for those of one member, in per cent. */
export const diskShareSetting = declareSetting({
  name: 'disk.share',
  schema: Type.Integer({ minimum: 1, maximum: 100 }),
  default: 25,
})

/** Bytes in a megabyte, as disk makers count. */
const megabyte = 1_000_000

type Deps = { database: Pick<Database, 'read' | 'write'>; store: FileStore; log: Log }

/** A file of a request. It gets its name once it is on the disk. */
type Taken = { kind: FileKind; bytes: number; hash?: string }

/** By the id of a key or member: files of running requests, and the total of the other files in the database. */
type Ledger = { underWay: Map<string, Set<Taken>>; stored: Map<string, number> }

const ledgers = new WeakMap<FileStore, Ledger>()

/**
 * Runs `work` with a store that counts files in the share of whoever brings them: the key's share and, when the key acts for a member, the
 * share of that member across all keys. A share is a part of the free room plus what its files already take, so it does not shrink as it is
 * used. Files that `work` put but no command linked are deleted. The store throws AppError `out_of_space` for a file that does not fit.
 */
export async function withinShare<T>(
  deps: Deps,
  bringer: Bringer,
  work: (store: FileStore) => Promise<T>,
): Promise<T> {
  const holders = holdersOf(bringer)
  if (holders.length === 0) return await work(deps.store)
  const { store, end } = sharingStore(deps, bringer, holders)
  try {
    return await work(store)
  } finally {
    await end()
  }
}

function sharingStore(deps: Deps, bringer: Bringer, holders: readonly Holder[]) {
  const ledger = ledgers.get(deps.store) ?? { underWay: new Map(), stored: new Map() }
  ledgers.set(deps.store, ledger)
  // From here on, files that another request has linked meanwhile count as the database's.
  const countAnew = () => {
    for (const { id } of holders) ledger.stored.delete(id)
  }
  countAnew()
  const puts: Promise<unknown>[] = []
  const brought: Taken[] = []
  const bring: FileStore['put'] = async (kind, bytes, hash) => {
    const taken: Taken = { kind, bytes: bytes.length }
    brought.push(taken)
    // Before any await, so that of two simultaneous requests the second sees the first.
    for (const { id } of holders) underWayOf(ledger, id).add(taken)
    await requireRoom(deps, ledger, holders)
    const file = await deps.store.put(kind, bytes, hash)
    taken.hash = file.hash
    // A file that is already stored takes no further room.
    if (isInDatabase(deps.database.read, taken)) forget(taken)
    return file
  }
  const forget = (taken: Taken) => {
    for (const { id } of holders) underWayOf(ledger, id).delete(taken)
  }
  const put: FileStore['put'] = (kind, bytes, hash) => {
    const file = bring(kind, bytes, hash)
    puts.push(file.catch(() => undefined))
    return file
  }
  return {
    store: { ...deps.store, bringer, put },
    async end() {
      await Promise.all(puts)
      await deleteUnlinked(deps, brought)
      brought.forEach(forget)
      countAnew()
    },
  }
}

function underWayOf({ underWay }: Ledger, id: string): Set<Taken> {
  const brought = underWay.get(id) ?? new Set()
  underWay.set(id, brought)
  return brought
}

async function requireRoom(
  { database, store }: Deps,
  ledger: Ledger,
  holders: readonly Holder[],
): Promise<void> {
  const free = await store.freeBytes()
  const percent = readSetting(database.read, diskShareSetting)
  for (const { who, id, sum } of holders) {
    const underWay = underWayOf(ledger, id)
    // Once for all files of a request: adding up 100,000 rows takes 4 ms.
    if (!ledger.stored.has(id)) forgetLinked(database.read, underWay)
    const before = ledger.stored.get(id) ?? sum(database.read).get({ id })?.bytes ?? 0
    ledger.stored.set(id, before)
    const share = Math.floor(((free + before) * percent) / 100)
    const wanted = [...underWay].reduce((bytes, taken) => bytes + taken.bytes, before)
    if (wanted > share) throw overShare(who, percent, share, wanted)
  }
}

/** Files that others have linked since are among the database's rows. Counted here too, they would count twice. */
function forgetLinked(conn: Conn, underWay: Set<Taken>): void {
  for (const taken of underWay) if (isInDatabase(conn, taken)) underWay.delete(taken)
}

function isInDatabase(conn: Conn, { kind, hash }: Taken): boolean {
  return hash !== undefined && findFile(conn).get({ kind, hash }) !== undefined
}

function overShare(who: string, percent: number, share: number, wanted: number): AppError {
  return new AppError(
    'out_of_space',
    `The files of this ${who} may take ${percent} % of the room on the disk, ${shown(share)}, and would come to ${shown(wanted)}: nothing was stored. Old documents make room when they are deleted, and an owner can change the share in the settings.`,
    { stopped: `The files of this ${who} have used up their share of the disk` },
  )
}

function shown(bytes: number): string {
  return `${(bytes / megabyte).toFixed(1)} MB`
}

/**
 * Deletes files that were put but not linked. A file that others linked meanwhile stays. A failure does not change the answer: the nightly
 * cleaning deletes what is left (see scrub.ts).
 */
async function deleteUnlinked({ database, store, log }: Deps, brought: readonly Taken[]) {
  try {
    const unlinked = brought.flatMap((taken) => {
      const { hash } = taken
      return hash === undefined || isInDatabase(database.read, taken) ? [] : [{ ...taken, hash }]
    })
    if (unlinked.length === 0) return
    await database.write((conn) => {
      for (const file of unlinked) markUnlinked(conn).run(file)
    })
    await database.write((conn) => deleteMarked(conn, store, { limit: unlinked.length }))
  } catch (error) {
    log.error('Files that came in and were not entered could not be deleted.', { error })
  }
}

/** Whose files are added up. */
type Holder = { who: 'key' | 'member'; id: string; sum: typeof sumOfKey }

function holdersOf({ keyId, memberId }: Bringer): Holder[] {
  const key: Holder[] = keyId === null ? [] : [{ who: 'key', id: keyId, sum: sumOfKey }]
  return memberId === null ? key : [...key, { who: 'member', id: memberId, sum: sumOfMember }]
}

const sumOfKey = sumOf(files.keyId)
const sumOfMember = sumOf(files.memberId)

function sumOf(holder: typeof files.keyId | typeof files.memberId) {
  return query((conn, { id }: Params<{ id: string }>) =>
    conn
      .select({ bytes: sql<number>`coalesce(sum(${files.bytes}), 0)` })
      .from(files)
      .where(eq(holder, id)),
  )
}
