import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { damaged } from './archive.ts'

export const manifestName = 'manifest.json'
export const databaseName = 'daybook.db'

/** A larger file is no manifest of ours: 1.5 million files fit. */
export const manifestBytesMax = 256 * 1024 * 1024

const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })

// The pattern also keeps every path inside the folder that a backup is unpacked to.
const filePath = Type.String({
  pattern: '^(daybook\\.db|(documents|images)/[0-9a-f]{2}/[0-9a-f]{64})$',
})

const file = Type.Object({
  path: filePath,
  /** Bytes. */
  bytes: Type.Integer({ minimum: 0 }),
  sha256,
})

const missingFile = Type.Object({
  path: filePath,
  /** Missing on the disk, or with other bytes than its name says. */
  state: Type.Union([Type.Literal('missing'), Type.Literal('damaged')]),
  /** The name that people know: of the document, or of the product in the image. */
  title: Type.Union([Type.String(), Type.Null()]),
})

const manifest = Type.Object({
  format: Type.Literal('daybook-backup-1'),
  daybook: Type.String(),
  /** The time of the database's newest migration (ms since the epoch, as Drizzle numbers them). */
  schema: Type.Integer(),
  made_at: Type.String(),
  /** Null when the data directory was not set up yet. */
  organisation: Type.Union([Type.String(), Type.Null()]),
  /** Rows by table. */
  rows: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
  /** The database first, then every stored document and image. */
  files: Type.Array(file),
  /** Files that the database also needs but that were damaged or missing when the backup was made. */
  missing: Type.Array(missingFile, { default: [] }),
})

/** What a backup says that it contains: the first entry of its archive, as JSON. */
export type Manifest = Static<typeof manifest>

export type ManifestFile = Static<typeof file>

export type MissingFile = Static<typeof missingFile>

/** Throws AppError `invalid_request` for anything but a manifest. */
export function readManifest(text: string): Manifest {
  // Older backups have no list of missing files.
  const value = Value.Default(manifest, parseJson(text))
  if (!Value.Check(manifest, value)) throw damaged('its manifest cannot be read')
  const misnamed = value.files.find(({ path, sha256: hash }) => !isNamedByHash(path, hash))
  if (misnamed !== undefined) throw damaged(`"${misnamed.path}" in it is not what its name says`)
  const files = new Set(value.files.map(({ path }) => path))
  const both = value.missing.find(({ path }) => path === databaseName || files.has(path))
  if (both !== undefined) throw damaged(`it says of "${both.path}" that it is missing from it`)
  return value
}

function isNamedByHash(path: string, hash: string): boolean {
  return path === databaseName || path.endsWith(`/${hash.slice(0, 2)}/${hash}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged('its manifest is not JSON')
  }
}

/**
 * A file that a backup lacks, for people: `documents/ab/abcd… ("bill.pdf", damaged)`. The title is JSON, so it cannot control a terminal.
 */
export function shownMissing({ path, state, title }: MissingFile): string {
  return `${path} (${title === null ? '' : `${JSON.stringify(title)}, `}${state})`
}
