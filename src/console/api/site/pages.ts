import { AppError } from '../../../platform/errors.ts'
import { immutableReply, type FindPage } from '../../../platform/http/pages/page.ts'
import { refusalReply } from '../../../platform/http/reply.ts'
import { basename, join } from 'node:path'
import { embeddedDir, readUnpacked } from '../../../platform/embedded.ts'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** The addresses of the console's pages on the shared listener. All get the same page, which shows the content for its address. */
const pagePaths =
  /^\/((sign-in|set-up|choose-password|keys|rules|product-names|categories|offers|customers|books|gstr-2b|activity|users|credits|settings|account)|(documents|vendors|catalogue|orders|credit-notes|integrations|restore)(\/[\w-]+)?|orders\/[\w-]+\/(invoice|packing-slip))?$/

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
}

/** The console's pages, and the scripts and styles that they load. */
export function consolePages(): FindPage {
  const files = consoleFiles()
  return (request, path, service) => {
    if (service === undefined && pagePaths.test(path)) return () => consolePage(files)
    const name = assetNameOf(request)
    if (name === undefined || (service !== undefined && service.name !== 'console'))
      return undefined
    return (asked) => assetReply(asked, files, name)
  }
}

function assetNameOf(request: Request): string | undefined {
  const { pathname } = new URL(request.url)
  if (!pathname.startsWith(consoleAssets)) return undefined
  const name = pathname.slice(consoleAssets.length)
  return /^[\w-]+\.(js|css|svg|wasm)$/.test(name) ? name : undefined
}

/** No ETag, because a cached page would contain the nonce of an earlier answer. */
async function consolePage(files: ConsoleFiles): Promise<Response> {
  const nonce = crypto.getRandomValues(new Uint8Array(16)).toBase64()
  const html = (await files.page()).replace(noncePlaceholder, nonce)
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(nonce),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    },
  })
}

/** Allows only this server's own files and no inline script. The nonce is for the colours that Mantine writes. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The only script that may run WebAssembly. The page may not, but a worker follows the policy of its own answer. */
const barcodeWorker = 'barcode-worker-'
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

async function assetReply(request: Request, files: ConsoleFiles, name: string): Promise<Response> {
  const headers = new Headers({
    'content-type': contentTypes[name.slice(name.lastIndexOf('.') + 1)] ?? '',
    vary: 'Accept-Encoding',
  })
  if (name.startsWith(barcodeWorker)) headers.set('content-security-policy', workerPolicy)
  for (const encoding of acceptedEncodings(request)) {
    const compressed = await files.read(name, encoding)
    if (compressed === undefined) continue
    headers.set('content-encoding', encoding)
    return immutableReply(request, compressed, headers)
  }
  const content = await files.read(name)
  return content === undefined ? notFound() : immutableReply(request, content, headers)
}

/** A page that stayed open while Daybook was updated requests files that no longer exist. */
function notFound(): Response {
  const error = new AppError('not_found', 'Daybook has no such file: load the page again.')
  return refusalReply(error, { error: error.message })
}

function acceptedEncodings(request: Request): Encoding[] {
  const accepted = request.headers.get('accept-encoding') ?? ''
  return encodings.filter((encoding) => accepted.includes(encoding))
}

/** The path of the console's files on the shared listener. */
const consoleAssets = '/console/assets/'

/** A placeholder in the page. Each answer replaces it by a new nonce. */
const noncePlaceholder = '{nonce}'

/** The files that the page names. They load all other bundled files. */
const entries = [
  'main.tsx',
  'color-scheme.ts',
  'barcode-worker.ts',
  'styles.css',
  'icon.svg',
] as const
type Entry = (typeof entries)[number]

type ConsoleBundle = {
  /** The page, with `noncePlaceholder` in it. */
  html: string
  /** Scripts, styles and pictures by name. Each name contains the hash of the content. */
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
}

/** Bundles the console from the source tree, like the executable's build: about a second. Throws with Bun's reasons if it fails. */
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
    // Without this, React's development build is bundled.
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

/** Writes the names with their hashes into the page, and preloads the imports of the first script to save a round trip. */
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

/** The page's name in the executable's folder. */
export const pageFile = 'index.html'

/** The encodings of files, the best first. */
const encodings = ['zstd', 'gzip'] as const
type Encoding = (typeof encodings)[number]

/** The ending of files inside the executable. They are stored as zstd, and compressed again for browsers without zstd. */
export const keptEnding = '.zst'

type ConsoleFiles = {
  page(): Promise<string>
  /** The content of a file. Undefined if there is no such file or not in that encoding. */
  read(name: string, encoding?: Encoding): Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** Reads the files from the executable. From the source tree they are bundled once, at a browser's first request. */
function consoleFiles(): ConsoleFiles {
  return Bun.isStandaloneExecutable ? embeddedFiles() : bundledFiles()
}

function embeddedFiles(): ConsoleFiles {
  // The barcode engine is in the folder that the reader of documents also uses.
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
