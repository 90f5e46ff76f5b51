import { basename } from 'node:path'
import { noteBroken, type Scrubbed } from '../files/scrub.ts'
import type { Clock } from '../time.ts'
import type { DataDir } from '../disk/data-dir.ts'
import { jobs, requireIdle, type Job } from '../jobs.ts'
import type { Log } from '../log.ts'
import type { MadeBackup } from './create-backup.ts'
import { shownMissing, type MissingFile } from './manifest.ts'
import { askWorker, type Progress, type BackupInput } from './ask-worker.ts'
import { requireBackup } from './backups-folder.ts'

/** The most missing files that are named: enough to understand the problem. */
const shownMax = 20

type Work = {
  task: BackupInput['task']
  /** The backup's file. Null until a new backup has its name. */
  name: string | null
  progress: Progress | null
  /** Files that the backup lacks, for people. */
  missing: readonly string[]
}

/** Makes and checks backups for somebody at the console, one at a time. */
export type BackupJobs = {
  last(): Job<Work> | undefined
  /** The last check of a backup since the start of this server. */
  checked(name: string): Job<Work> | undefined
  /** Starts a backup. `onMade` is called when it exists. Throws AppError `conflict` while another job runs. */
  make(organisation: string | undefined, onMade: (backup: MadeBackup) => Promise<void>): void
  /** Starts a check. Throws AppError `not_found`, and `conflict` while another job runs. */
  verify(name: string): void
  /** Ends the running job. The next backup deletes a half-made one. */
  stop(): Promise<void>
}

export function backupJobs({
  dir,
  clock,
  log,
}: {
  dir: DataDir
  clock: Clock
  log: Log
}): BackupJobs {
  const checked = new Map<string, Job<Work>>()
  const work = jobs<Work>({ clock, log })
  const begin: typeof work.begin = (state, task) => {
    requireIdle(
      work,
      'A backup is being made or checked at this moment. Try again when it is done.',
    )
    work.begin(state, task)
  }
  return {
    last: work.last,
    stop: work.stop,
    checked: (name) => checked.get(name),
    make(organisation, onMade) {
      const now = clock.now()
      const input = { task: 'make', root: dir.root, organisation, madeBy: 'command', now } as const
      begin(notYet('make', null), async (job, signal) => {
        await onMade(await ask(job, input, signal))
      })
    },
    verify(name) {
      requireBackup(dir, name)
      begin(notYet('verify', name), async (job, signal) => {
        try {
          await ask(job, { task: 'verify', root: dir.root, name }, signal)
        } finally {
          checked.set(name, job)
        }
      })
    },
  }
}

function notYet(task: Work['task'], name: string | null): Work {
  return { task, name, progress: null, missing: [] }
}

async function ask(job: Work, input: BackupInput, signal: AbortSignal): Promise<MadeBackup> {
  const onProgress = (progress: Progress) => {
    job.progress = progress
  }
  const backup = await askWorker(input, signal, { onProgress })
  job.name = backup.name
  job.missing = backup.missing.slice(0, shownMax).map(shownMissing)
  return backup
}

/**
 * Makes the night's backup in a separate thread, so that requests are still answered, and logs it. Returns the files that it lacks. Before
 * the shop is set up it does nothing. Throws the backup's errors. The caller holds the instance lock. When the server stops meanwhile, the
 * next backup deletes the half-made one.
 */
export async function makeNightlyBackup(
  { dir, organisation, log }: { dir: DataDir; organisation: string | undefined; log: Log },
  now: number,
  signal: AbortSignal,
): Promise<readonly MissingFile[]> {
  if (organisation === undefined) return []
  const input = { task: 'make', root: dir.root, organisation, madeBy: 'nightly', now } as const
  const { name, bytes, missing } = await askWorker(input, signal)
  log.info(`The nightly backup ${name} is made and checked (${bytes} bytes).`)
  for (const file of missing) log.warn(`It is incomplete: ${shownMissing(file)}.`)
  return missing
}

/** Records which stored files a backup found broken. */
export async function noteMissing(
  scrubbed: Scrubbed,
  missing: readonly MissingFile[],
): Promise<void> {
  const broken = missing.map(({ path }) => ({
    kind: path.startsWith('documents/') ? ('documents' as const) : ('images' as const),
    hash: basename(path),
  }))
  await noteBroken(scrubbed, broken)
}
