import { join } from 'node:path'
import { version as packageVersion } from '../../package.json'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

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

/** The first bytes of a packed file, in hexadecimal (source: RFC 1952 and RFC 8878). */
const gzip = '1f8b'
const zstandard = '28b52ffd'

/** Brotli has no mark of its own: the build writes this one before it. */
export const brotliMark = 'ceb2cf81'

/** A file inside the executable, unpacked if needed: the large ones are packed there, and plain in the source tree. */
export function readUnpacked(path: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(readFileSync(path))
  const start = bytes.subarray(0, 4).toHex()
  if (start.startsWith(gzip)) return Bun.gunzipSync(bytes)
  if (start === zstandard) return new Uint8Array(Bun.zstdDecompressSync(bytes))
  if (start === brotliMark) return new Uint8Array(brotliDecompressSync(bytes.subarray(4)))
  return bytes
}

/** `readUnpacked` as text, in UTF-8. */
export function readUnpackedText(path: string): string {
  return new TextDecoder().decode(readUnpacked(path))
}
