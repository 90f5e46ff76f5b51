import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { factsOf, readCopy, titleOf } from '../backup/database-facts.ts'
import { type Manifest, type MissingFile, databaseName } from '../backup/archive.ts'
import { type Restored, restoreData, type RestoreInput } from '../backup/restore-backup.ts'
import { hashFile } from '../disk/durable.ts'
import { version } from '../embedded.ts'
import { AppError } from '../errors.ts'
import { openPlace, type Place, type PlaceAddress } from '../offsite/place.ts'
import { bookFolder, type Claim, firstWithBook, listClaims } from './claims.ts'
import { bringBook } from './bring-book.ts'
import { fetchFile } from './file-copies.ts'

export type Source = {
  place: PlaceAddress
  secret: string
  /** The path of Litestream. */
  program: string
  /** The moment to restore (ms since the epoch). Undefined: the last one. */
  at: number | undefined
}

/**
 * Replaces the content of a data directory by the book and files of one moment, as restoring a backup does. Files that the place lacks are
 * in `missing`. Throws the same AppErrors, and `not_found` where there is no such moment.
 */
export async function restoreMoment(
  source: Source,
  input: Omit<RestoreInput, 'unpack'>,
): Promise<Restored> {
  return await restoreData({ ...input, unpack: (folder) => bringBack(source, folder, input.now) })
}

async function bringBack(source: Source, folder: string, now: number): Promise<Manifest> {
  const { place: address, secret, at } = source
  const place = openPlace(address, secret)
  const { epoch } = await claimAt(place, at)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, databaseName)
  const book = { place: address, secret, folder: bookFolder(epoch) }
  await bringBook(source.program, book, { file, moment: momentArgs(at), title: place.title })
  const { schema, rows, files } = readCopy(file, factsOf)
  const kept: Manifest['files'] = []
  const missing: MissingFile[] = []
  for (const needed of files) {
    if (await fetchFile(place, folder, needed)) kept.push(needed)
    else {
      const title = readCopy(file, (database) => titleOf(database, needed))
      missing.push({ path: needed.path, state: 'missing', title })
    }
  }
  const { size } = await stat(file)
  const manifest: Manifest = {
    format: 'daybook-backup-1',
    daybook: version,
    schema,
    made_at: new Date(at ?? now).toISOString(),
    organisation: organisationIn(file),
    rows,
    files: [{ path: databaseName, bytes: size, sha256: (await hashFile(file)).sha256 }, ...kept],
    missing,
  }
  return manifest
}

/** The claim that wrote at that moment. */
async function claimAt(place: Place, at = Number.POSITIVE_INFINITY): Promise<Claim> {
  const claims = await listClaims(place)
  const found = await firstWithBook(
    place,
    claims.filter((claim) => claim.at <= at),
  )
  if (found !== undefined) return found
  throw new AppError('not_found', `There is no copy of that time in ${place.title}.`)
}

function momentArgs(at: number | undefined): string[] {
  return at === undefined ? [] : ['-timestamp', new Date(at).toISOString()]
}

function organisationIn(file: string): string | null {
  return readCopy(file, (database) => {
    const row = database.query<{ name: string }, []>('SELECT name FROM organisations').get()
    return row?.name ?? null
  })
}
