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

/** How much of the disk the files of one key, and those of one member, may take, in per cent. */
export const diskShareSetting = declareSetting({
  name: 'disk.share',
  schema: Type.Integer({ minimum: 1, maximum: 100 }),
  default: 25,
})

/** Bytes in a megabyte, as disks are sold. */
const megabyte = 1_000_000

type Deps = { database: Pick<Database, 'read' | 'write'>; store: FileStore; log: Log }

/** A file that a request brings; it has a name once it is on the disk. */
type Taken = { kind: FileKind; bytes: number; hash?: string }

/** By the id of a key or a member: files of requests that have not ended, and what the database's rows come to besides. */
type Ledger = { underWay: Map<string, Set<Taken>>; stored: Map<string, number> }

const ledgers = new WeakMap<FileStore, Ledger>()

/**
 * Runs work with a store whose files count in the share of whoever brings them: that of the key and, when it acts for a
 * member, that of the member, whatever keys they have. A share is a part of the room that is free together with what its
 * files take already, so that it does not shrink as it is used. Files that the work put and no command linked are deleted.
 * The store throws AppError `out_of_space` for what does not fit.
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
  // What another request entered meanwhile counts from here on as the database's.
  const countAnew = () => {
    for (const { id } of holders) ledger.stored.delete(id)
  }
  countAnew()
  const puts: Promise<unknown>[] = []
  const brought: Taken[] = []
  const bring = async (kind: FileKind, bytes: Uint8Array) => {
    const taken: Taken = { kind, bytes: bytes.length }
    brought.push(taken)
    // Before anything is waited for, so that of two requests at once the second sees the first.
    for (const { id } of holders) underWayOf(ledger, id).add(taken)
    await requireRoom(deps, ledger, holders)
    const file = await deps.store.put(kind, bytes)
    taken.hash = file.hash
    // What is there already takes no room.
    if (isInDatabase(deps.database.read, taken)) forget(taken)
    return file
  }
  const forget = (taken: Taken) => {
    for (const { id } of holders) underWayOf(ledger, id).delete(taken)
  }
  const put: FileStore['put'] = (kind, bytes) => {
    const file = bring(kind, bytes)
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
    // Once for all files of a request: 100,000 rows are added up in 4 ms.
    if (!ledger.stored.has(id)) forgetLinked(database.read, underWay)
    const before = ledger.stored.get(id) ?? sum(database.read).get({ id })?.bytes ?? 0
    ledger.stored.set(id, before)
    const share = Math.floor(((free + before) * percent) / 100)
    const wanted = [...underWay].reduce((bytes, taken) => bytes + taken.bytes, before)
    if (wanted > share) throw overShare(who, percent, share, wanted)
  }
}

/** What others have linked since is among the database's rows: counted here too, it would take its room twice. */
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
 * What was put and did not come into the database: others may link it meanwhile, and then it stays. It changes nothing about
 * the answer: the cleaning of the night takes what is left (see leftovers.ts).
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
