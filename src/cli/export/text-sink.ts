import { existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { AppError } from '../../platform/errors.ts'
import { removeIfFree, renameFile } from '../../platform/disk/durable.ts'

/** Characters that are gathered before they are written. */
const gatheredMax = 256 * 1024

/** Where an export goes. After `finish` all of it is there; after `abandon` nothing new is. */
export type TextSink = {
  write(text: string): Promise<void>
  finish(): Promise<void>
  abandon(): Promise<void>
}

/** True when nobody reads standard output any more, such as `head` that has seen enough. */
export function isReaderGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}

export function stdoutSink(): TextSink {
  const writer = Bun.stdout.writer()
  return gathering({
    async write(text) {
      void writer.write(text)
      await writer.flush()
    },
    finish: async () => void (await writer.end()),
    abandon: async () => {},
  })
}

/** A file takes its name when it is complete; what has the name already stays until then. Throws AppError. */
export async function fileSink(path: string): Promise<TextSink> {
  // A device or a pipe cannot be replaced.
  const inPlace = existsSync(path) && !statSync(path).isFile()
  const written = inPlace ? path : `${path}.${crypto.randomUUID()}.part`
  const handle = await refusing(path, () => open(written, inPlace ? 'w' : 'wx', 0o600))
  return gathering({
    write: (text) => refusing(path, () => handle.writeFile(text)),
    finish: () =>
      refusing(path, async () => {
        if (!inPlace) await handle.sync()
        await handle.close()
        if (!inPlace) await renameFile(written, path)
      }),
    async abandon() {
      await handle.close()
      if (!inPlace) await removeIfFree(written)
    },
  })
}

async function refusing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError('unavailable', `${path} cannot be written: ${reason}.`)
  }
}

function gathering(sink: TextSink): TextSink {
  let gathered = ''
  const flush = async () => {
    const text = gathered
    gathered = ''
    if (text !== '') await sink.write(text)
  }
  return {
    async write(text) {
      gathered += text
      if (gathered.length >= gatheredMax) await flush()
    },
    async finish() {
      await flush()
      await sink.finish()
    },
    abandon: sink.abandon,
  }
}
