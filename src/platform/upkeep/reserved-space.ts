import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { asRefusal } from '../db/connection.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { freeBytesMin } from '../disk/data-dir.ts'
import { removeFile, removeIfFree } from '../disk/durable.ts'
import { nextTurn } from '../turns.ts'

/** The reserve that lets retention work on a full disk: 32 MiB, in bytes (source: design, "SQLite"). */
const reservedSpaceBytes = 32 * 1024 * 1024

/** The block that is written repeatedly. A file system that compresses sees no repetition within it. */
const chunkBytes = 1024 * 1024

/** A file without meaning that can be deleted. On a nearly full disk it would be in the way. */
export type ReservedSpace = {
  /** Creates the reserve, unless it exists or the disk has little room left. */
  keep(): Promise<void>
  /** Runs work that must succeed on a full disk too: without room, it frees the reserve and runs the work again. */
  withRoom<T>(work: () => Promise<T>): Promise<T>
}

type ReservedSpaceSizes = { bytes: number; freeBytesMin: number }

export function reservedSpaceIn(
  file: string,
  log: Log,
  sizes: ReservedSpaceSizes = { bytes: reservedSpaceBytes, freeBytesMin },
): ReservedSpace {
  return {
    async keep() {
      if (Bun.file(file).size === sizes.bytes) return
      const { bavail, bsize } = await statfs(dirname(file))
      if (bavail * bsize >= sizes.freeBytesMin) await write(file, sizes.bytes)
    },
    async withRoom(work) {
      try {
        return await work()
      } catch (error) {
        if (!isOutOfRoom(error) || !existsSync(file)) throw error
      }
      await removeFile(file)
      log.warn('The disk is full: the room that was kept back for cleaning up was freed.')
      return await work()
    },
  }
}

async function write(file: string, bytes: number): Promise<void> {
  const chunk = randomBytes(chunkBytes)
  try {
    await using handle = await open(file, 'w', 0o600)
    for (let left = bytes; left > 0; left -= chunkBytes) {
      await handle.writeFile(chunk.subarray(0, left))
      // Bun writes it synchronously: writing everything at once took 110 ms in which nobody was answered.
      await nextTurn()
    }
    await handle.sync()
  } catch (error) {
    await removeIfFree(file)
    throw asRefusal(error)
  }
}

function isOutOfRoom(error: unknown): boolean {
  return error instanceof AppError && error.code === 'out_of_space'
}
