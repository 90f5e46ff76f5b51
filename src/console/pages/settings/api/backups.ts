import { existsSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { findOrganisation } from '../../../../accounts/queries.ts'
import { noteMissing } from '../../../../platform/backup/backup-jobs.ts'
import {
  type Backup,
  deleteBackup,
  listBackups,
  requireBackup,
} from '../../../../platform/backup/backups-folder.ts'
import { fileFromDisk } from '../../../../platform/http/pages/page.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { recordHistory } from '../../../api/history.ts'
import { isoTime } from '../../../api/reply.ts'
import { AppError } from '../../../../platform/errors.ts'
import { absentOr } from '../../../../platform/http/fields.ts'
import {
  shownOffsite,
  switchOff,
  switchOn,
  type SwitchOn,
} from '../../../../platform/offsite/offsite.ts'
import { openPlace, trimmedPrefix } from '../../../../platform/offsite/place.ts'
import { secretOf, textOf } from '../../../api/fields.ts'
import { forOwners, requireConfirmed, sessionOf } from '../../../api/guard.ts'

/** A page of the backups in the folder, and the present or last work on one. */
export function shownBackups(deps: ConsoleDeps, { page, size }: { page: number; size: number }) {
  const all = listBackups(deps.dir)
  const work = deps.backups.last()
  return {
    items: all.slice((page - 1) * size, page * size).map((backup) => shownBackup(deps, backup)),
    total: all.length,
    page,
    size,
    folder: deps.dir.backups,
    work:
      work === undefined
        ? null
        : { ...work, startedAt: isoTime(work.startedAt), endedAt: isoTime(work.endedAt) },
  }
}

/** Begins a backup. Throws AppError `conflict` while another is under way. */
export function beginBackup(
  { database, clock, backups, scanExport }: ConsoleDeps,
  by: string,
): void {
  const { store } = scanExport
  backups.make(findOrganisation(database.read).get()?.name, async ({ name, bytes, missing }) => {
    await noteMissing({ database, store }, missing)
    await database.write((conn) =>
      recordHistory(conn, clock.now(), {
        action: 'backup made',
        userId: by,
        details: { name, bytes },
      }),
    )
  })
}

/** Throws AppError `not_found`, and `conflict` while a backup is made or checked. */
export async function removeBackup(
  { database, clock, dir }: ConsoleDeps,
  name: string,
  by: string,
): Promise<void> {
  await deleteBackup(dir, name)
  await database.write((conn) =>
    recordHistory(conn, clock.now(), {
      action: 'backup deleted',
      userId: by,
      details: { name },
    }),
  )
}

/** Streams the file, because it may be larger than the memory. Throws AppError `not_found`. */
export async function downloadBackup({ dir }: ConsoleDeps, name: string): Promise<Response> {
  const { file } = requireBackup(dir, name)
  return await fileFromDisk(file, {
    'content-type': 'application/x-tar',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
}

function shownBackup({ backups }: ConsoleDeps, backup: Backup) {
  const { name, madeAt, bytes, madeBy, isComplete } = backup
  const checked = backups.checked(name)
  return {
    name,
    madeAt: new Date(madeAt).toISOString(),
    bytes,
    madeBy,
    isComplete,
    /** A user's check since the start. Every backup was also checked when it was made. */
    checkedAt: isoTime(checked?.endedAt),
    problem: checked?.problem ?? null,
  }
}

/**
 * The second place for backups. Naming a place copies the whole shop there, and switching it off leaves the shop
 * without copies. So the password is required.
 */
export function offsiteRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get('/api/settings/offsite', () => shown(deps), forOwners)
    .post(
      '/api/settings/offsite/folder',
      async ({ request, body: { path: given, key } }) => {
        requireConfirmed(deps, request)
        const path = given.trim()
        if (!isAbsolute(path) || !existsSync(path)) {
          throw new AppError(
            'invalid_request',
            'There is no such folder on the computer that Daybook runs on: make it first, or plug the disk in.',
            { field: 'path' },
          )
        }
        return await nameOne(deps, request, {
          // Windows takes a path without a drive as one on the current drive, but not in every call. So the path is resolved here.
          place: { kind: 'folder', path: resolve(path) },
          secret: '',
          keyText: key,
        })
      },
      { body: folderBody, ...forOwners },
    )
    .post(
      '/api/settings/offsite/s3',
      async ({ request, body: { bucket, prefix, endpoint, region, accessKeyId, secret, key } }) => {
        requireConfirmed(deps, request)
        const place = {
          kind: 's3' as const,
          bucket,
          prefix: trimmedPrefix(prefix ?? ''),
          ...(endpoint != null && { endpoint }),
          ...(region != null && { region }),
          accessKeyId,
        }
        return await nameOne(deps, request, { place, secret, keyText: key })
      },
      { body: s3Body, ...forOwners },
    )
    .post(
      '/api/settings/offsite/copy',
      () => {
        deps.offsite.begin()
        return shown(deps)
      },
      forOwners,
    )
    .post(
      '/api/settings/offsite/off',
      async ({ request }) => {
        requireConfirmed(deps, request)
        await switchOff(deps)
        await note(deps, request, null)
        return shown(deps)
      },
      forOwners,
    )
}

/** Only this answer contains the key. */
async function nameOne(
  deps: ConsoleDeps,
  request: Request,
  { keyText, ...given }: Omit<SwitchOn, 'keyText'> & { keyText: string | null | undefined },
) {
  const key = await switchOn(deps, { ...given, keyText: keyText ?? undefined })
  await note(deps, request, openPlace(given.place, '').title)
  return { key: keyText == null ? key.text : null }
}

async function note({ database, clock }: ConsoleDeps, request: Request, place: string | null) {
  const by = sessionOf(request).userId
  await database.write((conn) =>
    recordHistory(conn, clock.now(), {
      action: 'second place changed',
      userId: by,
      details: { place },
    }),
  )
}

function shown({ database, offsite }: ConsoleDeps) {
  const found = shownOffsite(database.read)
  const work = offsite.last()
  if (found === undefined) return { place: null }
  const { copiedAt, provedAt, problem } = found.state
  return {
    place: {
      title: openPlace(found.place, '').title,
      copiedAt: isoTime(copiedAt === 0 ? null : copiedAt),
      provedAt: isoTime(provedAt === 0 ? null : provedAt),
      problem,
      isCopying: work !== undefined && work.endedAt === null,
    },
  }
}

const keyField = absentOr(secretOf('the key that was printed'), 'the key that was printed')

const folderBody = Type.Object({ path: textOf('the path of a folder'), key: keyField })

const s3Body = Type.Object({
  bucket: textOf('the name of a bucket'),
  prefix: absentOr(textOf('a text'), 'a text'),
  endpoint: absentOr(textOf('an address'), 'an address'),
  region: absentOr(textOf('a text'), 'a text'),
  accessKeyId: textOf('the id of an access key'),
  secret: secretOf('the secret of the access key'),
  key: keyField,
})
