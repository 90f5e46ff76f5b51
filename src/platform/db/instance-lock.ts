import { Database } from 'bun:sqlite'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { hasCode } from '../errors.ts'
import { isBusy, requireWritable } from './connection.ts'

/** `shared` allows other `shared` locks and one `server`. `server` allows `shared` locks. `exclusive` allows no other lock. */
export type LockKind = 'shared' | 'server' | 'exclusive'

/**
 * None of these transactions ever writes. SQLite allows any number of readers beside one possible writer. An exclusive transaction is
 * alone.
 */
const transactions: Record<LockKind, string> = {
  shared: 'BEGIN',
  server: 'BEGIN IMMEDIATE',
  exclusive: 'BEGIN EXCLUSIVE',
}

export type InstanceLock = Disposable & {
  /** Changes the kind of lock, for a process that is only starting. False when others are in the way: then no lock is held any more. */
  retake(kind: LockKind): boolean
  release(): void
}

/** How long a command waits for a short lock, such as that of a process that fills a new folder, in milliseconds. */
const commandWaitMs = 500

/** Keeps connections alive: the garbage collector closes an unreferenced connection, and its lock would silently be gone. */
const held = new Set<Database>()

/**
 * Takes a lock: a SQLite file with a transaction that never ends. The system frees the lock when the process ends, however it ends, also on
 * Windows. `doing` is one word that refused processes see. Undefined when others are in the way.
 */
export function takeLock(file: string, kind: LockKind, doing: string): InstanceLock | undefined {
  const db = new Database(file, { create: true, readwrite: true })
  using opened = new DisposableStack()
  opened.defer(() => db.close(true))
  // Only a shared lock waits. A server takes locks of the other kinds, and has requests to answer meanwhile.
  if (kind === 'shared') db.run(`PRAGMA busy_timeout = ${commandWaitMs}`)
  // On an unwritable file SQLite would give two servers the same lock.
  if (kind !== 'shared') {
    leaveNoJournal(db)
    requireWritable(db)
  }
  if (!begin(db, kind)) return undefined
  opened.move()
  held.add(db)
  const note = leaveNote(file, doing)
  const release = () => {
    held.delete(db)
    db.close(true)
    removeNote(note)
  }
  return {
    release,
    [Symbol.dispose]: release,
    retake(other) {
      db.run('ROLLBACK')
      db.run(`PRAGMA busy_timeout = ${commandWaitMs}`)
      const isHeld = begin(db, other)
      if (!isHeld) release()
      return isHeld
    },
  }
}

/** Names the holders of a lock, for people, as in "in use by …". */
export function holdersOf(file: string): string {
  const holders = notesAt(file).filter(({ pid }) => isAlive(pid))
  if (holders.length === 0) return 'another program'
  return holders.map(({ doing, pid }) => `"daybook ${doing}" (process ${pid})`).join(' and ')
}

/** True when one of the holders of a lock does `doing`. */
export function isHeldFor(file: string, doing: string): boolean {
  return notesAt(file).some((note) => note.doing === doing && isAlive(note.pid))
}

/** A killed process can leave a journal beside an empty file. The next process would then lock the file to clear the journal away. */
function leaveNoJournal(db: Database): void {
  try {
    db.run('PRAGMA journal_mode = MEMORY')
  } catch (error) {
    // Somebody holds the lock against all others, and so against the next statement too.
    if (!isBusy(error)) throw error
  }
}

function begin(db: Database, kind: LockKind): boolean {
  try {
    db.run(transactions[kind])
    // The first read takes the lock of a plain transaction.
    db.run('SELECT count(*) FROM sqlite_schema')
    return true
  } catch (error) {
    if (db.inTransaction) db.run('ROLLBACK')
    if (isBusy(error)) return false
    throw error
  }
}

/** An empty file beside the lock whose name says who holds the lock: nobody can write into a held lock. */
type Note = { path: string; doing: string; pid: number }

const notePattern = /^\.([a-z-]+)\.(\d+)-[0-9a-f-]+$/

function notesAt(file: string): Note[] {
  const name = basename(file)
  return readdirSync(dirname(file)).flatMap((entry) => {
    const [, doing, pid] =
      (entry.startsWith(name) && notePattern.exec(entry.slice(name.length))) || []
    if (doing === undefined || pid === undefined) return []
    return [{ path: join(dirname(file), entry), doing, pid: Number(pid) }]
  })
}

function leaveNote(file: string, doing: string): string {
  const note = `${file}.${doing}.${process.pid}-${crypto.randomUUID()}`
  try {
    for (const { path, pid } of notesAt(file)) if (!isAlive(pid)) rmSync(path, { force: true })
    writeFileSync(note, '')
  } catch {
    // The lock works without the note, also on a full disk. Refused processes only learn less.
  }
  return note
}

function removeNote(note: string): void {
  try {
    rmSync(note, { force: true })
  } catch {
    // The lock is free. If a virus scanner holds the note, a later release removes it.
  }
}

/** Signal 0 does not disturb a process, and fails when the process does not exist. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // The process exists, and belongs to somebody else.
    return hasCode(error, ['EPERM'])
  }
}
