import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type FileKind = 'documents' | 'images'

/** The name of a file while it is being written. */
const temporarySuffix = '.part'

/** Files by their SHA-256: `documents/ab/abcdef…`. The same bytes are stored once. */
export type FileStore = {
  /** Brings bytes to the disk, safe from a power cut when it returns. Bytes that are there already are left alone. */
  put(kind: FileKind, bytes: Uint8Array): Promise<StoredFile>
  path(kind: FileKind, hash: string): string
  has(kind: FileKind, hash: string): boolean
  /** Takes the bytes away; nothing happens when they are gone. Only in an act, while the file's row says `deleting`. */
  remove(kind: FileKind, hash: string): void
  /** Every stored hash of a kind whose file is older than `olderThan` (ms since the epoch), and left-over parts. */
  leftovers(kind: FileKind, olderThan: number, isKnown: (hash: string) => boolean): string[]
}

export type StoredFile = { hash: string; bytes: number }

export function fileStore(folders: Record<FileKind, string>): FileStore {
  const path = (kind: FileKind, hash: string) => join(folders[kind], hash.slice(0, 2), hash)
  return {
    path,
    has: (kind, hash) => existsSync(path(kind, hash)),
    async put(kind, bytes) {
      const hash = Bun.SHA256.hash(bytes, 'hex')
      const file = path(kind, hash)
      if (!existsSync(file)) await writeDurably(file, bytes)
      return { hash, bytes: bytes.byteLength }
    },
    remove(kind, hash) {
      rmSync(path(kind, hash), { force: true })
    },
    leftovers: (kind, olderThan, isKnown) => findLeftovers(folders[kind], olderThan, isKnown),
  }
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const part = `${file}.${crypto.randomUUID()}${temporarySuffix}`
  try {
    const handle = await open(part, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  await syncFolder(folder)
  await syncFolder(dirname(folder))
}

/** The new name must survive a power cut too. Windows has no such call: NTFS journals names itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function findLeftovers(
  folder: string,
  olderThan: number,
  isKnown: (hash: string) => boolean,
): string[] {
  const left: string[] = []
  for (const sub of existsSync(folder) ? readdirSync(folder) : []) {
    for (const name of readdirSync(join(folder, sub))) {
      const file = join(folder, sub, name)
      const known = !name.endsWith(temporarySuffix) && isKnown(name)
      if (!known && statSync(file).mtimeMs < olderThan) left.push(file)
    }
  }
  return left
}
