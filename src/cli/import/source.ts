import { createWriteStream, mkdtempSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { removeFile } from '../../platform/disk/durable.ts'
import { AppError } from '../../platform/errors.ts'
import type { JsonValue } from '../../platform/json/json.ts'
import { notAllowed } from '../../platform/record/read.ts'

/** The file that an import reads. */
export type ImportSource = {
  path: string
  format: 'json-lines' | 'csv' | 'xlsx'
  /** The sheet of a workbook. Undefined for the first. */
  sheet: string | undefined
  bytes: number
  /** The folder that paths in lines are relative to. Paths must not lead out of it. */
  folder: string
  /** The hash of the whole file in hex, computed on the first call. */
  sha256(): Promise<string>
}

/** Opens FILE while `work` runs; `-` is standard input. Throws AppError `invalid_request`, `not_found`. */
export async function withSource<T>(
  file: string,
  work: (source: ImportSource) => Promise<T>,
  sheet?: string,
): Promise<T> {
  if (file !== '-') {
    const path = resolve(file)
    return await work({ ...sourceOf(path, formatOf(file), dirname(path)), sheet })
  }
  // Standard input is copied to a file: its hash must be known before its first line is entered, and it cannot be read twice.
  const folder = mkdtempSync(join(tmpdir(), 'daybook-import-'))
  try {
    const path = join(folder, 'stdin.jsonl')
    await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }))
    return await work(sourceOf(path, 'json-lines', process.cwd()))
  } finally {
    await removeFile(folder)
  }
}

function sourceOf(path: string, format: ImportSource['format'], folder: string): ImportSource {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) throw new AppError('not_found', `There is no file ${path}.`)
  if (!stat.isFile()) throw new AppError('invalid_request', `${path} is not a file.`)
  let hash: Promise<string> | undefined
  const sha256 = () => (hash ??= hashOf(path))
  return { path, format, sheet: undefined, bytes: stat.size, folder, sha256 }
}

function formatOf(file: string): ImportSource['format'] {
  switch (extname(file).toLowerCase()) {
    case '.jsonl':
    case '.ndjson':
      return 'json-lines'
    case '.csv':
      return 'csv'
    case '.xlsx':
      return 'xlsx'
    default:
      throw new AppError(
        'invalid_request',
        `The name of ${file} says neither JSON Lines (.jsonl) nor a table (.csv, .xlsx). Rename the file to what it is.`,
      )
  }
}

/** A file that a line names. `type` comes from the file's name, and nobody relies on it. */
type NamedFile = { bytes: Uint8Array<ArrayBuffer>; type: string }

/** Where a line names a file: `field` holds the path, `bytesMax` is the largest allowed size. */
type FileInput<Path = string> = { folder: string; field: string; path: Path; bytesMax: number }

/**
 * Reads a file that a line names. It must be in or below the import file's folder: a list from a stranger must not bring in other files
 * of this computer. Throws AppError `invalid_request`, `not_found`, `payload_too_large`.
 */
export async function readNamedFile(input: FileInput<JsonValue>): Promise<NamedFile> {
  const { folder, field, path } = input
  if (typeof path !== 'string' || path === '') throw notAllowed(field, 'the path of a file', path)
  try {
    return await readWithin({ ...input, path })
  } catch (error) {
    if (error instanceof AppError || !(error instanceof Error && 'code' in error)) throw error
    throw noFile(field, join(folder, path))
  }
}

async function readWithin(input: FileInput): Promise<NamedFile> {
  const { field, bytesMax } = input
  const file = pathOf(input)
  const stat = statSync(file)
  if (!stat.isFile()) throw noFile(field, file)
  if (stat.size > bytesMax) {
    throw new AppError(
      'payload_too_large',
      `${field}: ${file} has ${stat.size} bytes; at most ${bytesMax} are allowed.`,
    )
  }
  const content = Bun.file(file)
  return { bytes: await content.bytes(), type: content.type }
}

/** The real path, after resolving all links. */
function pathOf({ folder, field, path }: FileInput): string {
  const allowed = 'a path that begins in the folder of the import file and does not lead out of it'
  if (isAbsolute(path) || leadsOut(folder, join(folder, path))) {
    throw notAllowed(field, allowed, path)
  }
  const file = realpathSync(join(folder, path))
  if (leadsOut(realpathSync(folder), file)) throw notAllowed(field, allowed, path)
  return file
}

function leadsOut(folder: string, file: string): boolean {
  const way = relative(folder, file)
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)
}

function noFile(field: string, file: string): AppError {
  return new AppError('not_found', `${field}: there is no file ${file} that can be read.`)
}

async function hashOf(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of Bun.file(path).stream()) hasher.update(chunk)
  return hasher.digest('hex')
}
