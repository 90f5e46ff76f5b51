import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { embeddedDir } from '../embedded.ts'
import { bundleConsole, type ConsoleBundle } from './console-bundle.ts'

/** The name of the page inside the executable's folder. */
export const pageFile = 'index.html'

/** How a file may be compressed, the best first, and the ending that it then has inside the executable. */
export const encodings = { zstd: '.zst', gzip: '.gz' } as const
export type Encoding = keyof typeof encodings

export type ConsoleFiles = {
  page(): Promise<string>
  /** The file's content as it is, or undefined where there is no such file or it is not kept in that encoding. */
  read(name: string, encoding?: Encoding): Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** From the executable; from the source tree they are bundled once, when a browser first asks for one. */
export function consoleFiles(): ConsoleFiles {
  return Bun.isStandaloneExecutable ? embeddedFiles(embeddedDir('console')) : bundledFiles()
}

function embeddedFiles(folder: string): ConsoleFiles {
  return {
    page: async () => readFileSync(join(folder, pageFile), 'utf8'),
    async read(name, encoding) {
      const path = join(folder, encoding === undefined ? name : `${name}${encodings[encoding]}`)
      return existsSync(path) ? new Uint8Array(readFileSync(path)) : undefined
    },
  }
}

function bundledFiles(): ConsoleFiles {
  let bundling: Promise<ConsoleBundle> | undefined
  const bundle = () => (bundling ??= bundleConsole())
  return {
    page: async () => (await bundle()).html,
    async read(name, encoding) {
      const content = (await bundle()).files.get(name)
      if (content === undefined || encoding === undefined) return content
      return encoding === 'gzip' ? new Uint8Array(await promisify(gzip)(content)) : undefined
    },
  }
}
