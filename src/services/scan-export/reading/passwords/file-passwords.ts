import { findUser } from '../../../../accounts/queries.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { newId } from '../../../../platform/ids.ts'
import type { Secrets } from '../../../../platform/secrets.ts'
import type { Clock } from '../../../../platform/time.ts'
import { recordHistory } from '../../history.ts'
import { deleteKept, insertKept, listKeptOf, setUsed } from './kept-rows.ts'

/*
 * What opens locked files: as somebody entered it, which is known while the server runs and is written nowhere; or kept,
 * because an owner said so, for what the same user sends, however it comes: banks lock all their statements alike.
 */

/** A file that may be locked: whose document it is, and its bytes. */
export type LockedFile = { readonly userId: string; readonly hash: string }

/** Those that open what is kept throw AppError `unavailable` while the key of kept passwords cannot be read. */
export type FilePasswords = {
  /** `keptBy` is the owner who wants it kept once it has opened the file; that stays when it is given again. */
  give(file: LockedFile, password: string, keptBy?: string): void
  /** What did not open it; one that was given since stays. */
  takeBack(file: LockedFile, password: string): void
  /** As somebody entered it. */
  given(file: LockedFile): string | undefined
  /** All that may open it. */
  known(file: LockedFile): Promise<string[]>
  /** Those that are kept for what a user sends; what another Daybook sealed is none. */
  kept(userId: string): Promise<string[]>
  /** Whether what is kept can be opened, as far as its key is concerned. */
  isReady(): Promise<boolean>
  /** Whether what is stored can be opened here. */
  isUsable(sealed: string): Promise<boolean>
  /** A password has opened the file, of a bank of that name ('' for none). What cannot be kept yet is when `kept` is asked for next. */
  opened(file: LockedFile, password: string, bank: string): Promise<void>
}

/** Files whose passwords are known while the server runs: more than anybody looks at in a day. */
const givenMax = 200

/** Passwords kept for what one user sends: each is tried on a locked file. */
const keptMax = 20

type Deps = { database: Database; clock: Clock; secrets: Secrets }
type Given = { readonly password: string; readonly keptBy: string | undefined }

/** That a password has opened a file; `by` is the owner who wants it kept. */
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
      // Nobody enters it beside this.
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
      // A wish is for once: who forgets it afterwards does not find it kept again.
      if (by !== undefined) given.set(keyOf(file), { password, keptBy: undefined })
      unentered.add({ userId: file.userId, password, bank, by })
      await enterOpenings(file.userId)
    },
  }
}

/** Keeps what an owner wants kept; of what is kept already it notes that it opened a file. */
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
    // Who was deactivated while it was read sends nothing any more.
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
