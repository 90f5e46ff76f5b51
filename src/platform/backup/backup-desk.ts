import type { Clock } from '../clock.ts'
import type { DataDir } from '../data-dir.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { MadeBackup } from './create-backup.ts'
import { shownMissing } from './manifest.ts'
import { askWorker, type Progress, type WorkerInput } from './ask-worker.ts'
import { requireBackup } from './backups-folder.ts'

/** Files that are missing from a backup and named: enough to see what it is about. */
const shownMax = 20

/** What is done now, or was done last. `problem` says why it failed. Times in milliseconds since the epoch. */
type BackupWork = {
  task: WorkerInput['task']
  /** The backup's file; null until one that is made has its name. */
  name: string | null
  startedAt: number
  endedAt: number | null
  progress: Progress | null
  problem: string | null
  /** What is not in the backup, for people. */
  missing: readonly string[]
}

/** How a backup was when somebody had it checked; `problem` is null when it was as it was written. */
type CheckedBackup = { at: number; problem: string | null }

/** Makes and checks backups for somebody at the console, one at a time, and says how far it is. */
export type BackupDesk = {
  work(): BackupWork | undefined
  /** What the last check of a backup said since the start of this server. */
  checked(name: string): CheckedBackup | undefined
  /** Begins; `onMade` is called when it is there. Throws AppError `conflict` while another is under way. */
  make(organisation: string | undefined, onMade: (backup: MadeBackup) => Promise<void>): void
  /** Begins. Throws AppError `not_found`, `conflict` while another is under way. */
  verify(name: string): void
  /** Ends what is under way; what is half-made goes with the next backup. */
  stop(): Promise<void>
}

export function backupDesk({
  dir,
  clock,
  log,
}: {
  dir: DataDir
  clock: Clock
  log: Log
}): BackupDesk {
  const stopping = new AbortController()
  const checked = new Map<string, CheckedBackup>()
  let work: BackupWork | undefined
  let running: Promise<void> | undefined

  const begin = (input: WorkerInput, onDone: (backup: MadeBackup) => Promise<void>) => {
    if (running !== undefined) throw isBusy()
    const name = input.task === 'verify' ? input.name : null
    const begun: BackupWork = {
      task: input.task,
      name,
      startedAt: clock.now(),
      endedAt: null,
      progress: null,
      problem: null,
      missing: [],
    }
    work = begun
    running = run(begun, input, onDone).finally(() => {
      begun.endedAt = clock.now()
      running = undefined
    })
  }
  const run = async (
    begun: BackupWork,
    input: WorkerInput,
    onDone: (backup: MadeBackup) => Promise<void>,
  ) => {
    try {
      const onProgress = (progress: Progress) => {
        begun.progress = progress
      }
      const backup = await askWorker(input, stopping.signal, { onProgress })
      begun.name = backup.name
      begun.missing = backup.missing.slice(0, shownMax).map(shownMissing)
      await onDone(backup)
    } catch (error) {
      begun.problem = problemOf(error)
      if (!(error instanceof AppError)) log.error(`Backup (${input.task}) failed.`, { error })
    }
    if (input.task === 'verify') {
      checked.set(input.name, { at: clock.now(), problem: begun.problem })
    }
  }
  return {
    work: () => work,
    checked: (name) => checked.get(name),
    make(organisation, onMade) {
      const now = clock.now()
      begin({ task: 'make', root: dir.root, organisation, madeBy: 'command', now }, onMade)
    },
    verify(name) {
      requireBackup(dir, name)
      begin({ task: 'verify', root: dir.root, name }, () => Promise.resolve())
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

function problemOf(error: unknown): string {
  return error instanceof AppError
    ? error.message
    : 'Something went wrong inside Daybook; its log says what.'
}

function isBusy(): AppError {
  return new AppError(
    'conflict',
    'A backup is being made or checked at this moment. Try again when it is done.',
  )
}
