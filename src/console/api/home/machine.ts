import { findOrganisation } from '../../../accounts/queries.ts'
import { isDatedAhead, listBackups } from '../../../platform/backup/backups-folder.ts'
import { titleOf } from '../../../platform/backup/database-facts.ts'
import { readLastRun } from '../../../platform/daily.ts'
import { freeBytesMin } from '../../../platform/files/reserved-space.ts'
import { listBroken } from '../../../platform/files/scrub.ts'
import { findFreeBytes } from '../../../platform/free-room.ts'
import { isoTime } from '../iso-time.ts'
import type { ConsoleDeps } from '../parts.ts'
import { shownDoubt } from '../settings/nightly.ts'

/** A backup is made every night: a shop without one for two days, in milliseconds, should know. */
const backupLateAfterMs = 2 * 24 * 60 * 60 * 1000

/** Broken files that are named: enough to begin with. */
const namedFilesMax = 5

/** How the computer that holds the books is: its clock, its disk, the last backup, the night's work. */
export async function machineState(deps: ConsoleDeps) {
  const { database, dir } = deps
  const freeBytes = await findFreeBytes(dir.root)
  return {
    clockDoubt: shownDoubt(deps),
    disk: { freeBytes, isLow: freeBytes < freeBytesMin },
    backup: lastBackup(deps),
    brokenFiles: brokenFiles(deps),
    backupProblem: readLastRun(database.read, { name: 'backup' }).problem ?? null,
    cleanupProblem: readLastRun(database.read, { name: 'retention' }).problem ?? null,
  }
}

/** Documents and images that are not on the disk as they were stored, the first ones by what people know them by. */
function brokenFiles({ database, scanExport: { store } }: ConsoleDeps) {
  const broken = listBroken(database.read, store)
  const titles = broken
    .slice(0, namedFilesMax)
    .map(({ kind, hash }) => titleOf(database.read.$client, { path: `${kind}/${hash}` }) ?? hash)
  return { count: broken.length, titles: [...new Set(titles)] }
}

/**
 * Each backup was read back when it was made; `checkedAt` is when somebody had it checked again. How old one is that is
 * dated in the future nobody knows: the last of the others counts.
 */
function lastBackup({ database, clock, dir, backups }: ConsoleDeps) {
  const now = clock.now()
  const all = listBackups(dir)
  const [last] = all
  const [lastDated] = all.filter((backup) => !isDatedAhead(backup, now))
  const checked = last === undefined ? undefined : backups.checked(last.name)
  const since = lastDated?.madeAt ?? findOrganisation(database.read).get()?.createdAt ?? now
  return {
    madeAt: isoTime(last?.madeAt),
    checkedAt: isoTime(checked?.at),
    problem: checked?.problem ?? null,
    isComplete: last?.isComplete ?? true,
    isLate: now - since > backupLateAfterMs,
    datedAhead: all.filter((backup) => isDatedAhead(backup, now)).length,
  }
}
