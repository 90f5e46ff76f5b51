import { findUser } from '../../../../accounts/queries.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { newId } from '../../../../platform/ids.ts'
import type { Secrets } from '../../../../platform/secrets.ts'
import type { Clock } from '../../../../platform/time.ts'
import { recordHistory } from '../../history.ts'
import { query, type Conn, type Params } from '../../../../platform/db/connection.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { ScanExportDeps } from '../../deps.ts'
import { asc, desc, eq } from 'drizzle-orm'
import { insertInto, updateIn } from '../../../../platform/db/statements.ts'
import { keptPasswords } from '../../tables.ts'

/*
 * Passwords of locked files. An entered password stays in memory while the server runs, and is written nowhere. A password
 * is kept only when an owner asks for it. Daybook then tries it on all locked files of the same user, because banks lock
 * all their statements with the same password.
 */

/** A file that may be locked: the user of its document, and the hash of its bytes. */
export type LockedFile = { readonly userId: string; readonly hash: string }

/** Methods that open kept passwords throw AppError `unavailable` while their key cannot be read. */
export type FilePasswords = {
  /**
   * `keptBy`: the owner who wants the password kept once it has opened the file. Giving the same password again does not cancel the wish.
   */
  give(file: LockedFile, password: string, keptBy?: string): void
  /** Forgets a password that did not open the file. A password that was given since stays. */
  takeBack(file: LockedFile, password: string): void
  /** The password that somebody entered. */
  given(file: LockedFile): string | undefined
  /** Every password that may open the file. */
  known(file: LockedFile): Promise<string[]>
  /** The kept passwords for a user's files. Leaves out those that another Daybook sealed. */
  kept(userId: string): Promise<string[]>
  /** Whether the key of the kept passwords can be read. */
  isReady(): Promise<boolean>
  /** Whether this Daybook can open a sealed password. */
  isUsable(sealed: string): Promise<boolean>
  /** A password opened the file. `bank`: the bank on the paper, or ''. If it cannot be kept now, the next call of `kept` tries again. */
  opened(file: LockedFile, password: string, bank: string): Promise<void>
}

/** Files whose entered passwords stay in memory. Nobody looks at more in a day. */
const givenMax = 200

/** Kept passwords of one user. Daybook tries each of them on a locked file. */
const keptMax = 20

type Deps = { database: Database; clock: Clock; secrets: Secrets }
type Given = { readonly password: string; readonly keptBy: string | undefined }

/** A password opened a file. `by`: the owner who wants the password kept. */
type Opening = {
  readonly userId: string
  readonly password: string
  readonly bank: string
  readonly by: string | undefined
}

export function filePasswords(deps: Deps): FilePasswords {
  const given = new Map<string, Given>()
  const unentered = new Set<Opening>()
  const enterOpenings = async (userId: string) => {
    for (const opening of [...unentered].filter((one) => one.userId === userId)) {
      // Deleted first, so that no other call enters the same opening.
      unentered.delete(opening)
      try {
        await enterOpening(deps, opening)
      } catch (error) {
        unentered.add(opening)
        throw error
      }
    }
  }
  const kept = async (userId: string) => {
    await enterOpenings(userId)
    return (await openKept(deps, userId)).map(({ password }) => password)
  }
  return {
    give(file, password, keptBy) {
      const before = given.get(keyOf(file))
      const wish = keptBy ?? (before?.password === password ? before.keptBy : undefined)
      given.delete(keyOf(file))
      given.set(keyOf(file), { password, keptBy: wish })
      const [oldest] = given.keys()
      if (given.size > givenMax && oldest !== undefined) given.delete(oldest)
    },
    takeBack(file, password) {
      if (given.get(keyOf(file))?.password === password) given.delete(keyOf(file))
    },
    given: (file) => given.get(keyOf(file))?.password,
    known: async (file) => [
      ...[given.get(keyOf(file))?.password].filter((one) => one !== undefined),
      ...(await kept(file.userId)),
    ],
    kept,
    isReady: () => deps.secrets.isReady(),
    isUsable: async (sealed) => (await deps.secrets.open(sealed)) !== undefined,
    async opened(file, password, bank) {
      const wish = given.get(keyOf(file))
      const by = wish?.password === password ? wish.keptBy : undefined
      // A wish counts once: a password that the owner forgets later must not be kept again.
      if (by !== undefined) given.set(keyOf(file), { password, keptBy: undefined })
      unentered.add({ userId: file.userId, password, bank, by })
      await enterOpenings(file.userId)
    },
  }
}

/** Keeps a password if an owner wants it. For a kept password, notes that it opened a file. */
async function enterOpening(deps: Deps, { userId, password, bank, by }: Opening): Promise<void> {
  const known = (await openKept(deps, userId)).find((one) => one.password === password)
  if (known !== undefined) await noteUse(deps, known, bank)
  else if (by !== undefined) await keep(deps, userId, { password, bank, by })
}

function keyOf({ userId, hash }: LockedFile): string {
  return `${userId} ${hash}`
}

type Opened = { readonly id: string; readonly bank: string; readonly password: string }

async function openKept({ database, secrets }: Deps, userId: string): Promise<Opened[]> {
  const rows = listKeptOf(database.read).all({ userId })
  const opened = await Promise.all(
    rows.map(async ({ id, bank, sealed }) => ({ id, bank, password: await secrets.open(sealed) })),
  )
  return opened.flatMap(({ password, ...row }) =>
    password === undefined ? [] : [{ ...row, password }],
  )
}

async function noteUse({ database, clock }: Deps, known: Opened, bank: string): Promise<void> {
  const usedAt = clock.now()
  const named = known.bank === '' ? bank : known.bank
  await database.write((conn) => {
    setUsed(conn).run({ id: known.id, usedAt, bank: named })
  })
}

type Kept = { readonly password: string; readonly bank: string; readonly by: string }

async function keep(deps: Deps, userId: string, { password, bank, by }: Kept): Promise<void> {
  const sealed = await deps.secrets.seal(password)
  const now = deps.clock.now()
  await deps.database.write((conn) => {
    const sender = findUser(conn).get({ id: userId })
    // A user who was deactivated meanwhile sends nothing any more.
    if (sender !== undefined && sender.deactivatedAt !== null) return
    for (const { id } of listKeptOf(conn)
      .all({ userId })
      .slice(keptMax - 1)) {
      deleteKept(conn).get({ id })
    }
    const row = { id: newId(now), userId, sealed, bank, keptBy: by, keptAt: now, usedAt: now }
    insertKept(conn).run(row)
    const details = { for: sender?.email ?? '', bank }
    recordHistory(conn, now, { action: 'password kept', userId: by, details })
  })
}

/** Deletes a kept password. `by`: who deletes it. Throws AppError `not_found`. */
export async function forgetKept(
  { database, clock }: Pick<ScanExportDeps, 'database' | 'clock'>,
  id: string,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    if (!forgetOne(conn, id, clock.now(), by)) {
      throw new AppError('not_found', 'This password is not kept any more.')
    }
  })
}

/** Deletes the kept passwords of a user who sends nothing any more. */
export function forgetKeptOf(conn: Conn, userId: string, now: number, by?: string): void {
  for (const { id } of listKeptOf(conn).all({ userId })) forgetOne(conn, id, now, by)
}

function forgetOne(conn: Conn, id: string, now: number, by?: string): boolean {
  const row = deleteKept(conn).get({ id })
  if (row === undefined) return false
  const details = { for: findUser(conn).get({ id: row.userId })?.email ?? '', bank: row.bank }
  recordHistory(conn, now, { action: 'password forgotten', userId: by, details })
  return true
}

/** The kept passwords of a user's files. The one that opened a file last comes first. */
const listKeptOf = query((conn, { userId }: Params<{ userId: string }>) =>
  conn
    .select()
    .from(keptPasswords)
    .where(eq(keptPasswords.userId, userId))
    .orderBy(desc(keptPasswords.usedAt), desc(keptPasswords.id)),
)

/** All kept passwords, the oldest first. */
export const listKept = query((conn) =>
  conn.select().from(keptPasswords).orderBy(asc(keptPasswords.keptAt), asc(keptPasswords.id)),
)

const insertKept = insertInto(keptPasswords)

const setUsed = updateIn(keptPasswords, 'id', ['usedAt', 'bank'])

const deleteKept = query((conn, { id }: Params<{ id: string }>) =>
  conn.delete(keptPasswords).where(eq(keptPasswords.id, id)).returning(),
)
