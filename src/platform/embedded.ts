import { join } from 'node:path'
import { version as packageVersion } from '../../package.json'

/** Folders inside the executable (scripts/build.ts puts them there), and their places in the source tree. */
const sourcePlaces = {
  drizzle: '../../drizzle',
  docs: '../docs',
  'sample-shop': '../cli/demo/sample-shop',
  notices: '../../dist/notices',
  'swagger-ui': '../../node_modules/swagger-ui-dist',
  'known-words': '../../node_modules/@zxcvbn-ts/language-common/dist',
  pdfium: '../../node_modules/@hyzyla/pdfium/dist',
  zxing: '../../node_modules/zxing-wasm/dist/reader',
  onnxruntime: '../../node_modules/onnxruntime-web/dist',
  'reading-models': '../reader/pages/models',
  tesseract: '../../node_modules/tesseract-wasm/dist',
  'tesseract-hin': '../../node_modules/@tesseract.js-data/hin/4.0.0_best_int',
  'tesseract-guj': '../../node_modules/@tesseract.js-data/guj/4.0.0_best_int',
  // The executable has the bundled version, the source tree the original files.
  console: '../console',
} as const

/** The folder's absolute path in the source tree or inside the executable; `node:fs` reads both. */
export function embeddedDir(name: keyof typeof sourcePlaces): string {
  return Bun.isStandaloneExecutable
    ? join(executableRoot(import.meta.dir), name)
    : join(import.meta.dir, sourcePlaces[name])
}

/**
 * `/$bunfs/root`, on Windows `B:\~BUN\root`. A worker's bundle lies in a folder below it, so `import.meta.dir` alone is right only on the
 * main thread.
 */
function executableRoot(dir: string): string {
  const name = 'root'
  return dir.slice(0, dir.indexOf(name) + name.length)
}

/** Daybook's version, as in `GET /health` and `daybook version`. */
export const version: string = packageVersion
