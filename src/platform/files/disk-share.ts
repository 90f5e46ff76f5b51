import { Type } from '@sinclair/typebox'
import { eq, sql } from 'drizzle-orm'
import type { Book } from '../db/book.ts'
import { query, type Conn } from '../db/connection.ts'
import { AppError } from '../errors.ts'
import { readSetting } from '../settings.ts'
import { files } from '../tables.ts'
import { deleteMarked, findFile, markUnlinked } from './file-rows.ts'
import type { Bringer, FileKind, FileStore, StoredFile } from './store.ts'

/** How much of the disk the files of one key, and those of one member, may take, in per cent. */
export const diskShareSetting = {
  name: 'disk.share',
  schema: Type.Integer({ minimum: 1, maximum: 100 }),
  default: 25,
}

/** Bytes in a megabyte, as disks are sold. */
const megabyte = 1_000_000

type Parts = { book: Pick<Book, 'read' | 'write'>; store: FileStore }

type Put = StoredFile & { kind: FileKind }

/** By the id of a key or a member: bytes of requests that have not ended, and what the book's rows came to before them. */
type Ledger = { underWay: Map<string, number>; stored: Map<string, number> }

const ledgers = new WeakMap<FileStore, Ledger>()

/**
 * Runs work with a store whose files count in the share of whoever brings them: that of the key and, when it acts for a
 * member, that of the member, whatever keys they have. A share is a part of the room that is free together with what its
 * files take already, so that it does not shrink as it is used. Files that the work put and no act linked are deleted.
 * The store throws AppError `insufficient_storage` for what does not fit.
 */
export async function withinShare<T>(
  parts: Parts,
  bringer: Bringer,
  work: (store: FileStore) => Promise<T>,
): Promise<T> {
  const holders = holdersOf(bringer)
  if (holders.length === 0) return await work(parts.store)
  const { store, end } = sharingStore(parts, bringer, holders)
  try {
    return await work(store)
  } finally {
    await end()
  }
}

function sharingStore(parts: Parts, bringer: Bringer, holders: readonly Holder[]) {
  const ledger = ledgers.get(parts.store) ?? { underWay: new Map(), stored: new Map() }
  ledgers.set(parts.store, ledger)
  const puts: Promise<Put | undefined>[] = []
  let taken = 0
  const take = (bytes: number) => {
    taken += bytes
    for (const { id } of holders) ledger.underWay.set(id, (ledger.underWay.get(id) ?? 0) + bytes)
  }
  const bring = async (kind: FileKind, bytes: Uint8Array) => {
    // Before anything is waited for, so that of two requests at once the second sees the first.
    take(bytes.length)
    await requireRoom(parts, ledger, holders)
    const file = await parts.store.put(kind, bytes)
    // What is there already takes no room.
    if (findFile(parts.book.read).get({ kind, hash: file.hash }) !== undefined) take(-bytes.length)
    return file
  }
  const put: FileStore['put'] = (kind, bytes) => {
    const file = bring(kind, bytes)
    const settled = file.then((stored): Put => ({ kind, ...stored }))
    puts.push(settled.catch(() => undefined))
    return file
  }
  return {
    store: { ...parts.store, bringer, put },
    async end() {
      try {
        await deleteUnlinked(parts, await Promise.all(puts))
      } finally {
        take(-taken)
        for (const { id } of holders) ledger.stored.delete(id)
      }
    },
  }
}

async function requireRoom(
  { book, store }: Parts,
  { underWay, stored }: Ledger,
  holders: readonly Holder[],
): Promise<void> {
  const free = await store.freeBytes()
  const percent = readSetting(book.read, diskShareSetting)
  for (const { who, id, sum } of holders) {
    // Once for all files of a request: 100,000 rows are added up in 4 ms.
    const before = stored.get(id) ?? sum(book.read).get({ id })?.bytes ?? 0
    stored.set(id, before)
    const share = Math.floor(((free + before) * percent) / 100)
    const wanted = before + (underWay.get(id) ?? 0)
    if (wanted > share) throw overShare(who, percent, share, wanted)
  }
}

function overShare(who: string, percent: number, share: number, wanted: number): AppError {
  return new AppError(
    'insufficient_storage',
    `The files of this ${who} may take ${percent} % of the room on the disk, ${shown(share)}, and would come to ${shown(wanted)}: nothing was stored. Old documents make room when they are deleted, and an owner can change the share in the settings.`,
    { stopped: `The files of this ${who} have used up their share of the disk` },
  )
}

function shown(bytes: number): string {
  return `${(bytes / megabyte).toFixed(1)} MB`
}

/** What was put and did not come into the book: others may link it meanwhile, and then it stays. */
async function deleteUnlinked({ book, store }: Parts, put: (Put | undefined)[]): Promise<void> {
  const unlinked = put.filter(
    (file) => file !== undefined && findFile(book.read).get(file) === undefined,
  )
  if (unlinked.length === 0) return
  try {
    await book.write((conn) => {
      for (const file of unlinked) if (file !== undefined) markUnlinked(conn).run(file)
    })
    await book.write((conn) => deleteMarked(conn, store, unlinked.length))
  } catch (error) {
    // It changes nothing about the answer: the cleaning of the night takes what is left (see leftovers.ts).
    if (!(error instanceof AppError)) throw error
  }
}

/** Whose files are added up. */
type Holder = { who: 'key' | 'member'; id: string; sum: typeof sumOfKey }

function holdersOf({ keyId, memberId }: Bringer): Holder[] {
  const key: Holder[] = keyId === null ? [] : [{ who: 'key', id: keyId, sum: sumOfKey }]
  return memberId === null ? key : [...key, { who: 'member', id: memberId, sum: sumOfMember }]
}

const sumOfKey = query((conn) => sumWhere(conn, files.keyId))
const sumOfMember = query((conn) => sumWhere(conn, files.memberId))

function sumWhere(conn: Conn, holder: typeof files.keyId | typeof files.memberId) {
  return conn
    .select({ bytes: sql<number>`coalesce(sum(${files.bytes}), 0)` })
    .from(files)
    .where(eq(holder, sql.placeholder('id')))
    .prepare()
}
