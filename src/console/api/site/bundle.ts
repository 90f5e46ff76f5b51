import { basename, join } from 'node:path'
import { embeddedDir } from '../../../platform/embedded.ts'
import { readUnpacked } from '../../../platform/unpack.ts'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** Where the console's files are, on the shared listener. */
export const consoleAssets = '/console/assets/'

/** Stands in the page for the nonce of the one answer that carries it. */
export const noncePlaceholder = '{nonce}'

/** What the page names itself; whatever else is bundled is loaded by these. */
const entries = [
  'main.tsx',
  'color-scheme.ts',
  'barcode-worker.ts',
  'styles.css',
  'icon.svg',
] as const
type Entry = (typeof entries)[number]

type ConsoleBundle = {
  /** The page itself, with `noncePlaceholder` in it. */
  html: string
  /** Scripts, styles and pictures by name; each name carries the hash of its content. */
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
}

/**
 * Bundles the console from the source tree, as the executable carries it: about a second. Throws when it cannot be
 * bundled, with Bun's reasons.
 */
export async function bundleConsole(): Promise<ConsoleBundle> {
  const folder = embeddedDir('console')
  const built = await Bun.build({
    entrypoints: entries
      .filter((entry) => entry !== 'icon.svg')
      .map((entry) => join(folder, entry)),
    target: 'browser',
    minify: true,
    splitting: true,
    metafile: true,
    publicPath: consoleAssets,
    naming: '[name]-[hash].[ext]',
    // Else React's development build is bundled.
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const output of built.outputs) {
    files.set(basename(output.path), new Uint8Array(await output.arrayBuffer()))
  }
  const icon = await Bun.file(join(folder, 'icon.svg')).bytes()
  files.set(`icon-${Bun.hash.xxHash64(icon).toString(36)}.svg`, icon)
  const template = await Bun.file(join(folder, 'index.html')).text()
  return { html: pageOf(template, files, built.metafile), files }
}

/** Puts the names with their hashes into the page, and what the first script imports, so that one wait is enough. */
function pageOf(
  template: string,
  files: ConsoleBundle['files'],
  metafile: Bun.BuildMetafile | undefined,
): string {
  const nameOf = (entry: Entry) => fileOf(entry, [...files.keys()])
  const main = nameOf('main.tsx')
  const outputs = Object.entries(metafile?.outputs ?? {})
  const [, output] = outputs.find(([path]) => basename(path) === main) ?? []
  const preloads = (output?.imports ?? [])
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => `<link rel="modulepreload" href="${consoleAssets}${basename(path)}">`)
  return entries
    .reduce(
      (html, entry) => html.replace(`{${entry}}`, `${consoleAssets}${nameOf(entry)}`),
      template,
    )
    .replace('{preloads}', preloads.join('\n'))
}

function fileOf(entry: Entry, names: readonly string[]): string {
  const [base = '', ending = ''] = entry.split('.')
  const pattern = new RegExp(`^${base}-\\w+\\.${ending.replace(/^tsx?$/, 'js')}$`)
  const name = names.find((candidate) => pattern.test(candidate))
  if (name === undefined) throw new Error(`The console's ${entry} was not bundled.`)
  return name
}

/** The name of the page inside the executable's folder. */
export const pageFile = 'index.html'

/** How a file may be compressed, the best first. */
export const encodings = ['zstd', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** The ending of a file inside the executable: there it is kept as zstd, and made anew for a browser that does not know that. */
export const keptEnding = '.zst'

export type ConsoleFiles = {
  page(): Promise<string>
  /** The file's content as it is, or undefined where there is no such file or it is not kept in that encoding. */
  read(name: string, encoding?: Encoding): Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** From the executable; from the source tree they are bundled once, when a browser first asks for one. */
export function consoleFiles(): ConsoleFiles {
  return Bun.isStandaloneExecutable ? embeddedFiles() : bundledFiles()
}

function embeddedFiles(): ConsoleFiles {
  // The engine for barcodes lies where documents are read with it too.
  const folders = [embeddedDir('console'), embeddedDir('zxing')]
  return {
    page: async () => readFileSync(join(embeddedDir('console'), pageFile), 'utf8'),
    async read(name, encoding) {
      const path = folders
        .map((folder) => join(folder, `${name}${keptEnding}`))
        .find((file) => existsSync(file))
      if (path === undefined) return undefined
      if (encoding === 'zstd') return new Uint8Array(readFileSync(path))
      return encoding === 'gzip' ? await gzipped(readUnpacked(path)) : readUnpacked(path)
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
      return encoding === 'gzip' ? await gzipped(content) : undefined
    },
  }
}

async function gzipped(content: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await promisify(gzip)(content))
}
