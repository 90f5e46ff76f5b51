import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { hashOfSecret } from '../../../accounts/codes.ts'
import { requireOwnerLeft, type Books, listRevivals } from '../../../accounts/revival.ts'
import { requireSetupLink } from '../../../accounts/users/links.ts'
import { requireBackup } from '../../../platform/backup/backups-folder.ts'
import { type Manifest, type WatchStep, shownMissing } from '../../../platform/backup/archive.ts'
import type { Fetch, RestoreDesk, Restore } from '../../../platform/backup/restore-desk.ts'
import { AppError } from '../../../platform/errors.ts'
import { isMultipart, readBytes } from '../../../platform/http/body.ts'
import { absentOr } from '../../../platform/http/fields.ts'
import { fetchBackup, findSnapshot } from '../../../platform/offsite/copies.ts'
import { missingCopy, openOffsite, shownOffsite } from '../../../platform/offsite/offsite.ts'
import {
  endedBy,
  openPlace,
  trimmedPrefix,
  type Place,
  type PlaceAddress,
} from '../../../platform/offsite/place.ts'
import { recoveryKey, type RecoveryKey } from '../../../platform/offsite/recovery-key.ts'
import { listSnapshots, requireOwn, timeOf } from '../../../platform/offsite/snapshots.ts'
import { secretsIn } from '../../../platform/secrets.ts'
import { readIsoTime } from '../../../platform/time.ts'
import type { ConsoleDeps } from '../../api/deps.ts'
import { idParameter, secretOf, textOf } from '../../api/fields.ts'
import {
  forEverybody,
  forOwners,
  requireConfirmed,
  sessionOf,
  findSessionOf,
} from '../../api/guard.ts'
import { isoTime } from '../../api/reply.ts'
import { findOrganisation } from '../../../accounts/queries.ts'

/**
 * Replaces the data by a backup. Owners begin a restore with their password. On a new computer the set-up code begins
 * it, and continues it too. The restore's id gives its progress, because sessions end when the data are replaced.
 */
export function restoreRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get('/api/settings/offsite/copies', () => listCopies(deps), forOwners)
    .post(
      '/api/settings/restores',
      async ({ request }) => {
        requireConfirmed(deps, request)
        const { email } = sessionOf(request)
        return shownRestore(deps, await deskOf(deps).begin({ owner: email }))
      },
      forOwners,
    )
    .post(
      '/api/set-up/restores',
      async ({ body: { code } }) => {
        requireSetupLink(deps.database.read, code, deps.clock.now())
        const codeHash = hashOfSecret(code)
        return shownRestore(deps, await deskOf(deps).begin({ codeHash }))
      },
      { body: codeBody, ...forEverybody },
    )
    .get(
      '/api/restores/:id',
      ({ request, params: { id } }) => {
        const restore = deskOf(deps).require(id)
        return hasRight(deps, request, id)
          ? restoreToDecide(deps, restore)
          : shownRestore(deps, restore)
      },
      { ...idParameter, ...forEverybody },
    )
    .post(
      '/api/restores/:id/in-place',
      ({ request, params: { id }, body: { revive } }) => {
        requireRight(deps, request, id)
        requireOwnerLeft(booksOf(deps), new Set(revive))
        deskOf(deps).putInPlace(id, revive ?? [])
        return { begun: true }
      },
      { ...idParameter, body: inPlaceBody, ...forEverybody },
    )
    .post(
      '/api/restores/:id/give-up',
      async ({ request, params: { id } }) => {
        requireRight(deps, request, id)
        await deskOf(deps).giveUp(id)
        return { id }
      },
      { ...idParameter, ...forEverybody },
    )
    .use(fileRoutes(deps))
    .use(sourceRoutes(deps))
}

/** Receives a file from the user's computer piece by piece, because it may be larger than the memory. */
function fileRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .post(
      '/api/restores/:id/pieces',
      async ({ request, params: { id } }) => {
        const desk = deskOf(deps)
        requireRight(deps, request, id, 'began')
        const { at, bytes } = await readPiece(request)
        await desk.receive(id, at, bytes)
        return { received: at + bytes.length }
      },
      {
        ...idParameter,
        detail: { ...forEverybody.detail, requestBody: { content: {} } },
      },
    )
    .post(
      '/api/restores/:id/read-file',
      ({ request, params: { id } }) => {
        requireRight(deps, request, id)
        return read(deps, id, (file) => Promise.resolve(file))
      },
      { ...idParameter, ...forEverybody },
    )
}

/** Backups that Daybook finds by itself. */
function sourceRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .post(
      '/api/restores/:id/read-backup',
      ({ request, params: { id }, body: { name } }) => {
        requireRight(deps, request, id)
        const { file } = requireBackup(deps.dir, name)
        return read(deps, id, () => Promise.resolve(file))
      },
      { ...idParameter, body: backupBody, ...forEverybody },
    )
    .post(
      '/api/restores/:id/read-copy',
      ({ request, params: { id }, body: { at } }) => {
        requireRight(deps, request, id)
        return read(deps, id, async (file, watchStep, signal) => {
          const { place, key } = await openOffsite(offsiteDeps(deps))
          await fetchOf({ place: endedBy(place, signal), key, time: timeIn(at) }, file, watchStep)
          return file
        })
      },
      { ...idParameter, body: copyBody, ...forEverybody },
    )
    .post(
      '/api/restores/:id/read-folder',
      async ({ request, params: { id }, body: { path, key, at } }) => {
        requireRight(deps, request, id)
        const place = { kind: 'folder' as const, path: path.trim() }
        return read(deps, id, await fetchFrom({ place, secret: '', key, at }))
      },
      { ...idParameter, body: folderBody, ...forEverybody },
    )
    .post(
      '/api/restores/:id/read-s3',
      async ({ request, params: { id }, body }) => {
        requireRight(deps, request, id)
        const { secret, key, at, prefix, endpoint, region, ...rest } = body
        const place = {
          kind: 's3' as const,
          ...rest,
          prefix: trimmedPrefix(prefix ?? ''),
          ...(endpoint != null && { endpoint }),
          ...(region != null && { region }),
        }
        return read(deps, id, await fetchFrom({ place, secret, key, at }))
      },
      { ...idParameter, body: s3Body, ...forEverybody },
    )
}

function read(deps: ConsoleDeps, id: string, fetch: Fetch) {
  const desk = deskOf(deps)
  desk.read(id, fetch)
  return shownRestore(deps, desk.require(id))
}

function offsiteDeps({ database, dir }: ConsoleDeps) {
  return { database, secrets: secretsIn(dir.secretKey) }
}

/** How long a page waits for the second place, in milliseconds: a silent network gives no error. */
const listLimitMs = 10_000

/** `missing`: when the newest copy was made that has disappeared. */
type Copies = { items: { madeAt: string }[]; missing: string | null }

/** The times of the copies in the second place, newest first. Empty without a second place. Throws AppError like `openOffsite`. */
async function listCopies(deps: ConsoleDeps): Promise<Copies> {
  if (shownOffsite(deps.database.read) === undefined) return { items: [], missing: null }
  const { place, key } = await openOffsite(offsiteDeps(deps), listLimitMs)
  await requireOwn(place, key)
  const names = await listSnapshots(place)
  const items = names.map((name) => ({ madeAt: new Date(timeOf(name)).toISOString() }))
  return { items, missing: isoTime(missingCopy(deps.database.read, names)) }
}

type From = {
  place: PlaceAddress
  secret: string
  key: string
  at: string | null | undefined
}

/** Opens a place that was just named. Throws AppError `invalid_request` for an invalid key or day. */
async function fetchFrom({ place: address, secret, key: text, at }: From): Promise<Fetch> {
  const time = timeIn(at)
  const key: RecoveryKey = await recoveryKey(text)
  return async (file, watchStep, signal) => {
    const place = endedBy(openPlace(address, secret), signal)
    await fetchOf({ place, key, time }, file, watchStep)
    return file
  }
}

type Wanted = { place: Place; key: RecoveryKey; time: number | undefined }

async function fetchOf(
  { place, key, time }: Wanted,
  file: string,
  watchStep: WatchStep,
): Promise<void> {
  await fetchBackup(place, key, await findSnapshot(place, key, time), file, watchStep)
}

/** A date means its end. Throws AppError `invalid_request`. */
function timeIn(at: string | null | undefined): number | undefined {
  if (at == null || at.trim() === '') return undefined
  const time = readIsoTime(at.trim(), '23:59:59.999')
  if (time !== undefined) return time
  throw new AppError('invalid_request', 'It is a day such as 2027-03-31, or a time.', {
    field: 'at',
  })
}

/** Reads `at`, the position of the piece's first byte, and `piece`. Throws AppError `invalid_request` for any other form. */
async function readPiece(
  request: Request,
): Promise<{ at: number; bytes: Uint8Array<ArrayBuffer> }> {
  if (!isMultipart(request)) throw noPiece()
  const body = await readBytes(request)
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const form = await new Response(body, { headers }).formData().catch(() => {
    throw noPiece()
  })
  const [at, piece] = [Number(form.get('at') ?? Number.NaN), form.get('piece')]
  if (!Number.isSafeInteger(at) || piece === null || typeof piece === 'string') throw noPiece()
  return { at, bytes: new Uint8Array(await piece.arrayBuffer()) }
}

function noPiece(): AppError {
  return new AppError(
    'invalid_request',
    'Send multipart/form-data with "at", a number of bytes, and the file "piece".',
  )
}

/** Ids of users and keys ended since the backup that become valid again. */
const inPlaceBody = Type.Object({
  revive: absentOr(Type.Array(textOf('an id'), { maxItems: 1000 }), 'a list of ids'),
})

const codeBody = Type.Object({ code: secretOf('a set-up link or code') })

const backupBody = Type.Object({ name: textOf('the name of a backup') })

const atField = absentOr(textOf('a day or a time'), 'a day or a time')

const copyBody = Type.Object({ at: textOf('a time such as 2027-03-31T18:00:00.000Z') })

const keyField = secretOf('the key that was printed')

const folderBody = Type.Object({ path: textOf('the path of a folder'), key: keyField, at: atField })

const s3Body = Type.Object({
  bucket: textOf('the name of a bucket'),
  prefix: absentOr(textOf('a text'), 'a text'),
  endpoint: absentOr(textOf('an address'), 'an address'),
  region: absentOr(textOf('a text'), 'a text'),
  accessKeyId: textOf('the id of an access key'),
  secret: secretOf('the secret of the access key'),
  key: keyField,
  at: atField,
})

/** Throws AppError `conflict` if the server cannot restart by itself. */
function deskOf({ restores }: ConsoleDeps): RestoreDesk {
  if (restores !== undefined) return restores
  throw new AppError(
    'conflict',
    'This Daybook cannot put a backup in place by itself, as the demo cannot: stop it, and run "daybook restore FILE".',
  )
}

/**
 * The id of a restore gives no right to continue it, because histories contain it. In a shop, an owner must have
 * entered the password recently (`lately`), or recently when the restore began (`began`, because sending a large file
 * takes long). Before set-up, the code that began the restore is required. Throws AppError `not_found` for an unknown
 * restore, `unauthorized`, `forbidden`.
 */
function requireRight(
  deps: ConsoleDeps,
  request: Request,
  id: string,
  confirmed: 'lately' | 'began' = 'lately',
): void {
  const { asker } = deskOf(deps).require(id)
  if (findOrganisation(deps.database.read).get() === undefined) {
    const codeHash = hashOfSecret(request.headers.get(setUpCodeHeader) ?? '')
    if ('codeHash' in asker && asker.codeHash === codeHash) return
    throw new AppError('forbidden', 'This is for whoever began it, with the set-up code.')
  }
  const session = findSessionOf(request)
  if (session === undefined) throw new AppError('unauthorized', 'Sign in first.')
  if (session.role !== 'owner') throw new AppError('forbidden', 'Only an owner may do this.')
  if (confirmed === 'lately') requireConfirmed(deps, request)
}

/** Whether the request may see names of users and keys: the id alone is not enough. */
function hasRight(deps: ConsoleDeps, request: Request, id: string): boolean {
  try {
    requireRight(deps, request, id, 'began')
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** The most missing files of a backup that are named. */
const missingShown = 20

/** The tables that are counted, with the words for people. */
const counted = { scans: 'document', products: 'product', orders: 'order', users: 'user' }

type RestoreDeps = Pick<ConsoleDeps, 'database' | 'dir' | 'restores'>

/** A restore for the page, without names of users and keys. `isOther`: the backup belongs to another organisation than the present data. */
function shownRestore(
  { database }: RestoreDeps,
  { id, step, progress, problem, manifest, keptIn }: Restore,
) {
  const own = findOrganisation(database.read).get()?.name ?? null
  return {
    id,
    step,
    progress,
    problem,
    keptIn,
    backup: manifest === null ? null : shownBackup(manifest),
    own,
    isOther: manifest !== null && own !== null && manifest.organisation !== own,
    revivals: [],
  }
}

/** A restore for users who may continue it, with everything that the backup would make valid again. */
function restoreToDecide(deps: RestoreDeps, restore: Restore) {
  const revivals = restore.step === 'ready' ? shownRevivals(deps) : []
  return { ...shownRestore(deps, restore), revivals }
}

/** The present database, and the unpacked one. */
function booksOf({ dir, restores }: Omit<RestoreDeps, 'database'>): Books {
  return { before: dir.database, restored: restores?.unpackedBook() ?? '' }
}

/** Everything ended since the backup that would become valid again. */
function shownRevivals(deps: RestoreDeps) {
  return (listRevivals(booksOf(deps)) ?? []).map(({ endedAt, ...revival }) => ({
    ...revival,
    endedAt: isoTime(endedAt),
  }))
}

function shownBackup({ organisation, made_at: madeAt, daybook, rows, files, missing }: Manifest) {
  return {
    organisation,
    madeAt,
    daybook,
    counts: Object.entries(counted).map(([table, what]) => ({ what, count: rows[table] ?? 0 })),
    /** Without the database. */
    files: files.length - 1,
    missingCount: missing.length,
    missing: missing.slice(0, missingShown).map(shownMissing),
  }
}

/** Before a shop is set up, every step of a restore needs the code that began it. */
const setUpCodeHeader = 'x-set-up-code'

export type SetUpCodeHeader = typeof setUpCodeHeader
