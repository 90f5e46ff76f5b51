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
