import { open, type FileHandle } from 'node:fs/promises'
import { hasCode } from '../errors.ts'

/** What a disk says of a file that is not there (any more), or that it cannot give back: Linux tells damage by the last two. */
const unreadable = ['ENOENT', 'ENOTDIR', 'EIO', 'EACCES', 'EPERM', 'EISDIR', 'EBADMSG', 'EUCLEAN']

/** Whether a file cannot be read, which no repeat mends. On Windows also one that another program holds (see isHeldUp). */
export function isUnreadable(error: unknown): boolean {
  return hasCode(error, unreadable)
}

/** Bytes that are read at once. A few of them are all that is ever held in memory, however large the file. */
const pieceBytes = 1024 * 1024

/** The pieces of an open file, in order. */
export async function* readPieces(handle: FileHandle): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (;;) {
    // A new buffer each time: who got the last one may still hold it.
    const { bytesRead, buffer } = await handle.read(new Uint8Array(pieceBytes), 0, pieceBytes, null)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

/** The pieces of a file, which is opened when the first is asked for. */
export async function* readFile(file: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const handle = await open(file, 'r')
  try {
    yield* readPieces(handle)
  } finally {
    await handle.close()
  }
}

/** What a file holds: its size in bytes and its SHA-256 in hex. */
export async function hashFile(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = new Bun.CryptoHasher('sha256')
  let bytes = 0
  for await (const piece of readFile(file)) {
    hash.update(piece)
    bytes += piece.byteLength
  }
  return { bytes, sha256: hash.digest('hex') }
}
