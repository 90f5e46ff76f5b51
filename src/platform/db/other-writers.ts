import { closeSync, constants, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'

/*
 * Other processes that write to the book count their transactions in a small file. The server has the file mapped in its memory, so it
 * notices them without a query: `PRAGMA data_version` takes 7 to 12 microseconds of a busy server, a fifth of an answer from memory.
 *
 * The file has two numbers: the last transaction that began, and the last that ended. A writer counts while it holds the write lock, so no
 * two writers count at once. A writer that was killed leaves the numbers apart, and the server asks the database until somebody else ends
 * a transaction.
 */

const words = 2
const fileBytes = words * Uint32Array.BYTES_PER_ELEMENT

/** What the write queue calls around each transaction. */
export type WriterTurns = {
  /** The write lock is held, and nothing is committed yet. Throws when the disk refuses the number. */
  begin(): void
  /** The transaction is over. */
  end(): void
  close(): void
}

/** For a process that writes beside a server, or before a server starts. */
export function countedTurns(file: string): WriterTurns {
  const handle = openCounters(file)
  let own = 0
  return {
    begin() {
      own = (readCounters(handle).begun + 1) >>> 0
      writeCounter(handle, 'begun', own)
    },
    end: () => tryToWrite(handle, 'ended', own),
    close: () => closeSync(handle),
  }
}

export type OtherWriters = WriterTurns & {
  /** The last transaction of another process. Undefined while one may be under way. */
  lastOver(): number | undefined
}

/** For the server. Undefined where files cannot be mapped: then only the database knows who wrote. */
export function otherWriters(file: string): OtherWriters | undefined {
  const handle = openCounters(file)
  const mapped = mapOf(file)
  if (mapped === undefined) {
    closeSync(handle)
    return undefined
  }
  const counters = new Uint32Array(mapped.buffer, mapped.byteOffset, words)
  const isApart = () => counters[0] !== counters[1]
  return {
    // The server holds the lock: a writer whose transaction is not over was killed.
    begin() {
      if (isApart()) tryToWrite(handle, 'ended', counters[0] ?? 0)
    },
    end: () => undefined,
    lastOver: () => (isApart() ? undefined : counters[0]),
    close: () => closeSync(handle),
  }
}

function mapOf(file: string): Uint8Array | undefined {
  // Bun maps no files on Windows.
  if (process.platform === 'win32') return undefined
  try {
    return Bun.mmap(file)
  } catch {
    // Some file systems cannot share memory, such as folders of the host in some containers.
    return undefined
  }
}

/** The file is never replaced: a server may have it mapped. Growing it keeps the numbers of others. */
function openCounters(file: string): number {
  const handle = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600)
  ftruncateSync(handle, fileBytes)
  return handle
}

function readCounters(handle: number): { begun: number } {
  const bytes = new Uint32Array(words)
  readSync(handle, bytes, 0, fileBytes, 0)
  return { begun: bytes[0] ?? 0 }
}

/** What was committed stays committed, also where the disk refuses this number. */
function tryToWrite(handle: number, which: 'begun' | 'ended', value: number): void {
  try {
    writeCounter(handle, which, value)
  } catch {
    // The numbers stay apart, and the server asks the database until another transaction ends.
  }
}

function writeCounter(handle: number, which: 'begun' | 'ended', value: number): void {
  const at = which === 'begun' ? 0 : Uint32Array.BYTES_PER_ELEMENT
  writeSync(handle, new Uint32Array([value]), 0, Uint32Array.BYTES_PER_ELEMENT, at)
}
