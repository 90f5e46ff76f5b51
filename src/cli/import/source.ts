import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, extname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../platform/errors.ts'

/** The file that an import reads. */
export type ImportSource = {
  path: string
  format: 'json-lines' | 'csv'
  bytes: number
  /** What relative paths in its lines start from. */
  folder: string
  /** Of the whole file, in hex; read once, when first asked for. */
  sha256(): Promise<string>
}

/** Opens FILE for the time of `work`; `-` is standard input. Throws AppError `invalid_request`, `not_found`. */
export async function withSource<T>(
  file: string,
  work: (source: ImportSource) => Promise<T>,
): Promise<T> {
  if (file !== '-')
    return await work(sourceOf(resolve(file), formatOf(file), dirname(resolve(file))))
  // Its hash has to be known before its first line is entered, and it cannot be read twice.
  const folder = mkdtempSync(join(tmpdir(), 'daybook-import-'))
  try {
    const path = join(folder, 'stdin.jsonl')
    await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }))
    return await work(sourceOf(path, 'json-lines', process.cwd()))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function sourceOf(path: string, format: ImportSource['format'], folder: string): ImportSource {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) throw new AppError('not_found', `There is no file ${path}.`)
  if (!stat.isFile()) throw new AppError('invalid_request', `${path} is not a file.`)
  let hash: Promise<string> | undefined
  return { path, format, bytes: stat.size, folder, sha256: () => (hash ??= hashOf(path)) }
}

function formatOf(file: string): ImportSource['format'] {
  switch (extname(file).toLowerCase()) {
    case '.jsonl':
    case '.ndjson':
      return 'json-lines'
    case '.csv':
      return 'csv'
    default:
      throw new AppError(
        'invalid_request',
        `The name of ${file} says neither JSON Lines (.jsonl) nor a table (.csv). Rename the file to what it is.`,
      )
  }
}

async function hashOf(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of Bun.file(path).stream()) hasher.update(chunk)
  return hasher.digest('hex')
}
