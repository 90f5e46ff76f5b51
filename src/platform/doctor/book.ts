import { X509Certificate } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { readArchive } from '../archive/setting.ts'
import { isDatedAhead, listBackups } from '../backup/backups-folder.ts'
import { readCertificate } from '../certificates/certificate-files.ts'
import type { Conn } from '../db/connection.ts'
import { schemaState } from '../db/migrate.ts'
import { AppError } from '../errors.ts'
import { listBroken } from '../files/scrub.ts'
import { fileStore } from '../files/store.ts'
import { shownOffsite } from '../offsite/offsite.ts'
import { shownPublishing } from '../offsite/published-images.ts'
import { readReplica, readStatus, wentOnBefore } from '../replica/replica-file.ts'
import { listPaused, type OutwardName } from '../settings.ts'
import { doubtSentence, judgeClock } from '../upkeep/clock-guard.ts'
import { readLastRun } from '../upkeep/daily.ts'
import {
  bad,
  type Book,
  type Check,
  type Examined,
  type Finding,
  good,
  warning,
} from './finding.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The log of a healthy database is brought into it at 32 MB. A log of this many bytes shows that something prevents that. */
const longLogBytes = 256 * 1024 * 1024

/** After this many nights without a backup something is wrong. */
const backupDays = 3

/** A certificate that ends sooner than this, in days, should have been renewed by now. */
const certificateDays = 14

const nightly = ['backup', 'offsite', 'retention', 'leftovers', 'scrub', 'upkeep']

/** Checks of the database and its parts. */
export const bookChecks: readonly Check[] = [
  { name: 'database', look: isWhole },
  { name: 'version of the data', look: (examined) => withBook(examined, isOfThisVersion) },
  { name: 'log of the database', look: logFile },
  { name: 'clock', look: (examined) => withBook(examined, clock) },
  { name: 'nightly work', look: (examined) => withBook(examined, lastNights) },
  { name: 'backups', look: lastBackup },
  { name: 'stored files', look: (examined) => withBook(examined, storedFiles) },
  { name: 'restored settings', look: (examined) => withBook(examined, pausedSettings) },
  { name: 'second place', look: (examined) => withBook(examined, secondPlace) },
  { name: 'archive', look: (examined) => withBook(examined, archive) },
  { name: 'published images', look: (examined) => withBook(examined, publishedImages) },
  { name: 'continuous copy', look: continuousCopy },
  { name: 'key of secrets', look: secretKey },
  { name: 'certificate', look: ownCertificate },
]

/** A server reports on its copies every few seconds. After this long without a report, copying has stopped, in milliseconds. */
const copiesLateMs = 5 * 60 * 1000

function continuousCopy({ dir, serverUrl, now }: Examined): Finding | undefined {
  const kept = readReplica(dir)
  if (kept === undefined || serverUrl === undefined) return undefined
  const status = readStatus(dir)
  if (kept.role === 'standby' || kept.role === 'promoting') {
    const { problem = null } = status ?? {}
    return problem === null
      ? good('This is a standby, which follows another Daybook.')
      : bad(problem, 'Look who else may write to the place for copies; see the docs on standbys.')
  }
  if (kept.passedOver !== undefined)
    return warning(
      wentOnBefore(kept.passedOver),
      'Look what is missing in it. "daybook replicate set PLACE" takes this note away.',
    )
  if (status?.replacedBy != null) return bad(`${status.problem}`, 'See the docs on standbys.')
  const confirmedAt = status?.confirmedAt ?? 0
  if (now - confirmedAt < copiesLateMs) return good('It was confirmed a moment ago.')
  return warning(
    `It stands still: ${status?.problem ?? 'Daybook was not restarted since it was named'}.`,
    'It catches up by itself once the place answers again; "daybook replicate status" says how far it is.',
  )
}

/** Undefined without a database, and when it cannot be opened: the first check reports that. */
function withBook(
  examined: Examined & { book: Book },
  look: (conn: Conn, examined: Examined) => Finding | undefined,
): Finding | undefined {
  const { book } = examined
  return book !== undefined && 'conn' in book ? look(book.conn, examined) : undefined
}

const restoreRemedy =
  'Copy the whole data directory to another disk first. Then "daybook restore" brings the last good backup back.'

function isWhole({ dir, book }: Examined & { book: Book }): Finding | undefined {
  if (book === undefined) return undefined
  if ('fault' in book) return bad(`${dir.database} cannot be opened: ${book.fault}.`, restoreRemedy)
  const faults = book.conn.$client.query<{ quick_check: string }, []>('PRAGMA quick_check(3)').all()
  const [first] = faults
  if (faults.length === 1 && first?.quick_check === 'ok') return good('It is whole.')
  return bad(`It is damaged: ${first?.quick_check ?? 'unknown'}.`, restoreRemedy)
}

function isOfThisVersion(conn: Conn): Finding {
  try {
    return schemaState(conn, 'book') === 'older'
      ? good('An older Daybook wrote it: the next start brings it up to date, and keeps a copy.')
      : good('It is that of this Daybook.')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return bad(error.message, 'Look which file is started: "daybook version" says its version.')
  }
}

function logFile({ dir }: Examined): Finding | undefined {
  const file = `${dir.database}-wal`
  if (!existsSync(file)) return undefined
  const { size } = statSync(file)
  const says = `The log of its changes has ${Math.round(size / 1_000_000)} MB.`
  if (size < longLogBytes) return good(says)
  return warning(
    says,
    'Some program reads the database all the time. Stop it, then restart Daybook.',
  )
}

function clock(conn: Conn, { now }: Examined): Finding {
  const doubt = judgeClock(conn, now, 0)
  if (doubt === undefined) return good(`It says ${new Date(now).toLocaleString('en-IN')}.`)
  return bad(
    doubtSentence(doubt, now),
    'Set date and time of this computer, best from the network.',
  )
}

function lastNights(conn: Conn, { now }: Examined): Finding {
  const runs = nightly.map((name) => ({ name, ...readLastRun(conn, { name }) }))
  const failed = runs.find(({ problem }) => typeof problem === 'string')
  if (failed !== undefined) {
    return warning(
      `The last "${failed.name}" did not come to its end: ${failed.problem}`,
      'It is tried again the next night, or soon after a restart.',
    )
  }
  const last = Math.max(...runs.map(({ at }) => at))
  if (last === 0) return good('It has not run yet: it does so at night, or soon after a start.')
  if (now - last <= backupDays * dayMs) return good(`It ran on ${dayOf(last)}.`)
  return warning(
    `It ran last on ${dayOf(last)}.`,
    'It runs while the server does: let Daybook start with the computer ("daybook service install").',
  )
}

function lastBackup({ dir, now }: Examined): Finding | undefined {
  if (!existsSync(dir.database)) return undefined
  const dated = listBackups(dir).filter((backup) => !isDatedAhead(backup, now))
  const [last] = dated
  const remedy = `Run "daybook backup", and look why none is made at night ("nightly work").`
  if (last === undefined) {
    const madeAt = statSync(dir.database).birthtimeMs
    if (now - madeAt < dayMs) return good('The first one is made the coming night.')
    return warning('There is none.', remedy)
  }
  const says = `The last one is of ${dayOf(last.madeAt)}; there are ${dated.length}.`
  if (now - last.madeAt > backupDays * dayMs) return warning(says, remedy)
  if (last.isComplete) return good(says)
  return warning(
    `${says} Files are missing from it, since they were not whole on the disk.`,
    'Home in the console names them; an older backup may have them.',
  )
}

function storedFiles(conn: Conn, { dir }: Examined): Finding {
  const broken = listBroken(conn, fileStore(dir))
  if (broken.length === 0) return good('None is known to be missing or damaged.')
  return warning(
    `${broken.length} of the documents and images are missing or damaged on this disk.`,
    'Home in the console names them: bring the same files in again, or take them from an older backup.',
  )
}

/** What each setting does, in words for people. */
const outwardWords: Record<OutwardName, string> = {
  archive: 'documents are archived',
  'network.access': 'other computers reach Daybook',
  'scan-export.folders': 'files are taken from watched folders',
  offsite: 'backups are copied to a second place',
  'images.published': 'product images are published',
}

function pausedSettings(conn: Conn): Finding {
  const paused = listPaused(conn)
  if (paused.length === 0) return good('Nothing waits for an owner’s word since a restore.')
  return warning(
    `The data came from a backup or another computer. Until an owner confirms it, this does not happen: ${paused.map((name) => outwardWords[name]).join('; ')}.`,
    'An owner confirms or forgets each under Settings, and confirms it on Home.',
  )
}

function secondPlace(conn: Conn, { now }: Examined): Finding {
  const offsite = shownOffsite(conn)
  if (offsite === undefined) {
    return warning(
      'Backups lie on this computer alone: a theft, a fire or a broken disk takes them too.',
      'Name a disk, a network drive or S3 under Settings → Backups, or with "daybook offsite set PLACE".',
    )
  }
  const { problem, copiedAt } = offsite.state
  if (problem !== null)
    return warning(problem, 'Copy again when that is mended: "daybook offsite copy".')
  if (Math.abs(now - copiedAt) <= backupDays * dayMs)
    return good(`The last copy is of ${dayOf(copiedAt)}.`)
  return warning(
    'Nothing was copied for days.',
    'Run "daybook offsite copy", and look what it says.',
  )
}

function archive(conn: Conn): Finding | undefined {
  const found = readArchive(conn)
  if (found === undefined) return undefined
  const { path, state } = found
  const { problem, wroteAt, lost } = state
  if (problem !== null) {
    return warning(
      `${problem.says} Nothing can be archived since ${dayOf(problem.since)}.`,
      'It is tried again each minute; "daybook archive run" does so now. Until then no document goes that is not there, as long as the disk has room.',
    )
  }
  if (lost.count > 0) {
    return warning(
      `${lost.count} documents were deleted without being archived, the last on ${dayOf(lost.at)}: the disk was nearly full.`,
      'Backups from before still hold them. Make room on the disk of the data.',
    )
  }
  const last =
    wroteAt === 0 ? 'Nothing was written yet' : `The last success is of ${dayOf(wroteAt)}`
  return good(`Documents are archived in ${path}. ${last}.`)
}

function publishedImages(conn: Conn): Finding | undefined {
  const shown = shownPublishing(conn)
  if (shown === undefined) return undefined
  if (shown.problem === null) return good('What was published last came to its end.')
  return warning(
    shown.problem,
    'Until then images are served from here. It is tried again each minute; "daybook images set" names the place anew.',
  )
}

async function secretKey({ dir }: Examined): Promise<Finding | undefined> {
  if (!existsSync(dir.secretKey)) return undefined
  try {
    await readFile(dir.secretKey)
    return good('It can be read.')
  } catch {
    return bad(
      `${dir.secretKey} cannot be read: passwords of locked files stay closed.`,
      'Give the user that runs Daybook the right to read it, and look whether a virus scanner holds it.',
    )
  }
}

function ownCertificate(examined: Examined): Finding | undefined {
  const { tls } = examined.readConfig()
  if (tls === undefined) return undefined
  const until = new X509Certificate(readCertificate(tls).cert).validToDate.getTime()
  const says = `${tls.cert} is good until ${dayOf(until)}.`
  const remedy = 'Renew it: Daybook takes the new files within a minute, without a restart.'
  if (until < examined.now) return bad(`${tls.cert} ended on ${dayOf(until)}.`, remedy)
  return until - examined.now < certificateDays * dayMs ? warning(says, remedy) : good(says)
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
