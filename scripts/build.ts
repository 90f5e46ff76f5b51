import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants, zstdCompressSync } from 'node:zlib'
import { bundleConsole, keptEnding, pageFile } from '../src/console/api/site/pages.ts'
import { brotliMark, readUnpacked } from '../src/platform/embedded.ts'
import { signMachO } from './release/sign-mach-o.ts'
import { windowsRuntime } from './release/windows-runtime.ts'
import { writeThirdPartyNotices } from './third-party-notices.ts'

const root = join(import.meta.dir, '..')
const noticesDir = join(root, 'dist/notices')

/** Files of packages that the executable needs, packed to a third, under the folder's name for `embeddedDir`. */
export const packed = [
  { name: 'swagger-ui', from: 'swagger-ui-dist/swagger-ui.css' },
  { name: 'swagger-ui', from: 'swagger-ui-dist/swagger-ui-bundle.js' },
  { name: 'known-words', from: '@zxcvbn-ts/language-common/dist/passwords.json.mjs' },
  { name: 'known-words', from: '@zxcvbn-ts/language-common/dist/diceware.json.mjs' },
  { name: 'pdfium', from: '@hyzyla/pdfium/dist/pdfium.wasm' },
  { name: 'onnxruntime', from: 'onnxruntime-web/dist/ort-wasm-simd-threaded.wasm' },
  { name: 'tesseract', from: 'tesseract-wasm/dist/tesseract-core.wasm' },
  { name: 'tesseract-hin', from: '@tesseract.js-data/hin/4.0.0_best_int/hin.traineddata.gz' },
  { name: 'tesseract-guj', from: '@tesseract.js-data/guj/4.0.0_best_int/guj.traineddata.gz' },
]
const packedDirs = [...new Set(packed.map(({ name }) => join(root, 'dist', name)))]

/**
 * The engine that the console brings along under a name of its own. The executable carries it once, because documents are read with it too.
 */
export const sharedEngine = { name: 'zxing', from: 'zxing-wasm/dist/reader/zxing_reader.wasm' }
const sharedEngineDir = join(root, 'dist', sharedEngine.name)

/** Migrations, without the files that are needed only to make the next migration. */
const migrationsDir = join(root, 'dist/drizzle')

/** The networks without the notes on their sources and training, which are for people. Their licence is among the notices. */
const modelsDir = join(root, 'dist/reading-models')

const thisSystem = `${process.platform.replace('win32', 'windows')}-${process.arch}`

const docsDir = join(root, 'dist/docs')

const sampleShopDir = join(root, 'dist/sample-shop')

const consoleDir = join(root, 'dist/console')

/**
 * The Windows executable is the largest: its runtime is 6 MB larger than that of Linux. It has 151.0 MB in all, and 150 MB are the goal. A
 * single letter beyond ASCII in the code of a package, even in a comment that stays, makes Bun store all code with two bytes a letter: 6 MB
 * (see `patches`).
 */
const bytesMax = 151_400_000

/** The best level. Packing is done once, reading often. */
const zstdLevel = 22

// Identifiers and white space are not minified: minifying identifiers switches off Elysia's range checks without a word, and minifying
// white space broke a guard. `--production` and `--minify` imply both, so neither may come back here. `--sourcemap` may not either: it
// takes 4 MB, and traces have the names of functions without it.
const compileFlags = [
  '--compile',
  '--define=process.env.NODE_ENV="production"',
  '--bytecode',
  // Minifies only what changes neither names nor white space: saves 0.4 MB.
  '--minify-syntax',
  // Deeper functions are compiled at their first call. This saves 1.6 MB and costs no measurable time. One level less costs a tenth of a
  // second for a document that is read alone.
  '--bytecode-depth=2',
  // Elysia needs it only for schemas with files, and no schema here has one (0.4 MB).
  '--external=file-type',
  // Code that the worker shares with the program is stored once. Code that few starts need is loaded on demand.
  '--splitting',
  '--format=esm',
  '--no-compile-autoload-dotenv',
  '--no-compile-autoload-bunfig',
]

/** Folders that `embeddedDir` finds again inside the executable, each under its last name. */
const assets = [
  migrationsDir,
  docsDir,
  sampleShopDir,
  noticesDir,
  ...packedDirs,
  sharedEngineDir,
  modelsDir,
  consoleDir,
]

if (import.meta.main) await main()

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      target: { type: 'string' },
      outfile: { type: 'string' },
      flag: { type: 'string', multiple: true },
    },
  })
  const outfile = resolve(values.outfile ?? join(root, 'dist', executableName(values.target)))
  await gatherAssets()
  await compile(outfile, values.target, values.flag)
  console.log(`${outfile} (${Math.round(statSync(outfile).size / 1_000_000)} MB)`)
}

/** `daybook` for this machine. For another target, the name says which: `daybook-windows-x64.exe`. */
function executableName(target: string | undefined): string {
  const name = target === undefined ? 'daybook' : target.replace(/^bun/, 'daybook')
  return isForWindows(target) ? `${name}.exe` : name
}

/** Gathers in `dist` the files that the executables of all systems carry. */
export async function gatherAssets(): Promise<void> {
  writeThirdPartyNotices(noticesDir)
  packIn(noticesDir, '*')
  for (const { name, from } of packed) packFile(from, join(root, 'dist', name))
  copyOnly('src/reader/pages/models', modelsDir, '*.{gz,txt}')
  packIn(modelsDir, '*.gz', packSmallest)
  copyOnly('drizzle', migrationsDir, '**/{*.sql,_journal.json}')
  copyOnly('src/docs', docsDir, '**')
  packIn(docsDir, '*.{md,css,js}')
  copyOnly('src/cli/demo/sample-shop', sampleShopDir, '**')
  packIn(sampleShopDir, '*.jsonl')
  await writeConsole()
}

/**
 * Makes an executable of the gathered files. `target` is one of Bun's, such as `bun-windows-x64`. Its runtime is downloaded once. `flags`
 * are further flags of Bun. The same sources give the same bytes in any folder.
 */
export async function compile(
  outfile: string,
  target: string | undefined,
  flags: readonly string[] = [],
): Promise<void> {
  // Otherwise a failed build would leave the last executable behind, and it would be tested or shipped.
  rmSync(outfile, { force: true })
  mkdirSync(dirname(outfile), { recursive: true })
  // A folder for this build alone, on the disk of the outfile. It is deleted with everything that Bun leaves in it.
  const workDir = mkdtempSync(`${outfile}.build-`)
  try {
    // The name must not differ, because Bun writes it into the file.
    const built = join(workDir, isForWindows(target) ? 'daybook.exe' : 'daybook')
    await runBunBuild([
      ...entryPoints(),
      ...compileFlags,
      ...flags,
      `--define=DAYBOOK_TARGET=${JSON.stringify(target?.replace('bun-', '') ?? thisSystem)}`,
      ...assets.map((folder) => `--asset=${folder}`),
      ...(target === undefined ? [] : [`--target=${target}`]),
      ...(isForWindows(target)
        ? [`--compile-executable-path=${windowsRuntime(workDir, target)}`]
        : []),
      `--outfile=${built}`,
    ])
    if (isForMacOs(target)) writeFileSync(built, signMachO(readFileSync(built), 'daybook'))
    requireSmall(built)
    renameSync(built, outfile)
  } finally {
    rmSync(workDir, { recursive: true, force: true })
  }
}

function isForWindows(target: string | undefined): boolean {
  return (target ?? process.platform).replace('bun-', '').startsWith('win')
}

/** Only for an explicit target: on a Mac, Bun signs executables for that Mac itself. */
function isForMacOs(target: string | undefined): boolean {
  return target?.startsWith('bun-darwin') === true
}

/** Packs a file of a package as small as possible. Its readers unpack it. */
function packFile(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  const content = readUnpacked(join(root, 'node_modules', from))
  writeFileSync(join(to, basename(from)), pack(content))
}

/** Packs files of a folder in place. */
function packIn(
  folder: string,
  names: string,
  smaller: (content: Uint8Array) => Uint8Array = pack,
): void {
  for (const name of new Bun.Glob(names).scanSync({ cwd: folder })) {
    const path = join(folder, name)
    writeFileSync(path, smaller(readUnpacked(path)))
  }
}

/** Copies the files of a folder whose names match. */
function copyOnly(folder: string, to: string, names: string): void {
  rmSync(to, { recursive: true, force: true })
  for (const name of new Bun.Glob(names).scanSync({ cwd: join(root, folder) })) {
    mkdirSync(dirname(join(to, name)), { recursive: true })
    copyFileSync(join(root, folder, name), join(to, name))
  }
}

function pack(content: Uint8Array | string): Uint8Array {
  return zstdCompressSync(content, { params: { [constants.ZSTD_c_compressionLevel]: zstdLevel } })
}

/**
 * Packs the networks for reading 0.55 MB smaller than `pack`. Unpacking all of them takes 60 ms longer, within the seconds that a photo
 * takes.
 */
function packSmallest(content: Uint8Array): Uint8Array {
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  return Buffer.concat([Buffer.from(brotliMark, 'hex'), brotliCompressSync(content, { params })])
}

/** The console's pages, bundled. Each script and style is stored only in the compression that most browsers take. */
async function writeConsole(): Promise<void> {
  const { html, files } = await bundleConsole()
  for (const folder of [consoleDir, sharedEngineDir]) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
  }
  writeFileSync(join(consoleDir, pageFile), html)
  for (const [name, content] of files) {
    const folder = name.endsWith('.wasm') ? sharedEngineDir : consoleDir
    writeFileSync(join(folder, `${name}${keptEnding}`), pack(content))
  }
}

/** The program and each worker. A worker that is not an entry point would be missing from the executable. */
function entryPoints(): string[] {
  const workers = [...new Bun.Glob('src/**/*.worker.ts').scanSync({ cwd: root })]
  return ['src/main.ts', ...workers.toSorted()]
}

function requireSmall(file: string): void {
  const { size } = statSync(file)
  if (size > bytesMax) throw new Error(`The executable has ${size} bytes, more than ${bytesMax}.`)
}

/** Throws if the build fails. Bun has then printed the reason. */
async function runBunBuild(args: string[]): Promise<void> {
  const command = [process.execPath, 'build', ...args]
  const build = Bun.spawn(command, { cwd: root, stdout: 'ignore', stderr: 'inherit' })
  if ((await build.exited) !== 0) throw new Error('The executable was not built.')
}
