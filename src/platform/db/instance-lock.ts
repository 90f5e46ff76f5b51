import { Database } from 'bun:sqlite'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { hasCode } from '../errors.ts'
import { requireWritable } from './connection.ts'
import { isBusy } from './sqlite-errors.ts'

/** `shared` bears others of its kind and one `server`, `server` bears `shared` ones, `exclusive` bears nobody. */
export type LockKind = 'shared' | 'server' | 'exclusive'

/** None of them ever writes. Any number may read, beside one that could write; one that must write is alone. */
const transactions: Record<LockKind, string> = {
  shared: 'BEGIN',
  server: 'BEGIN IMMEDIATE',
  exclusive: 'BEGIN EXCLUSIVE',
}

export type InstanceLock = {
  /** Changes the kind, for a process that only starts. False when others are in the way, and then nothing is held any more. */
  retake(kind: LockKind): boolean
  release(): void
}

/** How long a command waits for a lock that is held for a moment, as by one that fills a new folder; milliseconds. */
const commandWaitMs = 500

/** A connection that nobody refers to is closed by the garbage collector, and its lock would be gone without a word. */
const held = new Set<Database>()

/**
 * Takes a lock: a SQLite file with a transaction that never ends. The system frees it when the process ends, however it
 * ends, also on Windows. `doing` is one word for those who are refused. Undefined when others are in the way.
 */
export function takeLock(file: string, kind: LockKind, doing: string): InstanceLock | undefined {
  const db = new Database(file, { create: true, readwrite: true })
  using opened = new DisposableStack()
  opened.defer(() => db.close(true))
  // A server asks for the others, and has requests to answer meanwhile.
  if (kind === 'shared') db.run(`PRAGMA busy_timeout = ${commandWaitMs}`)
  // Of what it cannot write, SQLite would give two servers the same lock.
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
    retake(other) {
      db.run('ROLLBACK')
      db.run(`PRAGMA busy_timeout = ${commandWaitMs}`)
      const isHeld = begin(db, other)
      if (!isHeld) release()
      return isHeld
    },
  }
}

/** Who holds a lock, for people, as in "in use by …". */
export function holdersOf(file: string): string {
  const holders = notesAt(file).filter(({ pid }) => isAlive(pid))
  if (holders.length === 0) return 'another program'
  return holders.map(({ doing, pid }) => `"daybook ${doing}" (process ${pid})`).join(' and ')
}

/** True when one of those that hold a lock does this. */
export function isHeldFor(file: string, doing: string): boolean {
  return notesAt(file).some((note) => note.doing === doing && isAlive(note.pid))
}

/** A journal that a killed process leaves beside an empty file makes the next one lock the file, to clear it away. */
function leaveNoJournal(db: Database): void {
  try {
    db.run('PRAGMA journal_mode = MEMORY')
  } catch (error) {
    // Somebody holds it against all others, and does so against what comes next.
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

/** An empty file beside the lock, whose name says who holds it: nobody can write into a lock that is held. */
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
    // The lock holds without it, also on a full disk: those who are refused only learn less.
  }
  return note
}

function removeNote(note: string): void {
  try {
    rmSync(note, { force: true })
  } catch {
    // The lock is free. What a scanner for viruses holds up goes with a later one.
  }
}

/** Signal 0 reaches nobody, and fails for a process that is not there. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It is there, and belongs to somebody else.
    return hasCode(error, ['EPERM'])
  }
}
