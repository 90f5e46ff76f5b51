import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

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

/** The same as text, in UTF-8. */
export function readUnpackedText(path: string): string {
  return new TextDecoder().decode(readUnpacked(path))
}
