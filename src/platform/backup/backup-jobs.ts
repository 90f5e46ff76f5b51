import { basename, join } from 'node:path'
import { type Scrubbed, noteBroken } from '../files/scrub.ts'
import type { Clock } from '../time.ts'
import { type DataDir, dataDir } from '../disk/data-dir.ts'
import { type Job, jobs, requireIdle } from '../jobs.ts'
import type { Log } from '../log.ts'
import type { MadeBackup } from './create-backup.ts'
import { type Manifest, type MissingFile, type Step, shownMissing } from './archive.ts'
import { type Maker, requireBackup, withBackupsLock } from './backups-folder.ts'
import { statSync } from 'node:fs'
import { AppError, type ErrorCode } from '../errors.ts'
import { workerUrl } from '../own-program.ts'

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

/** A job for the worker: make a backup, check one by its name in the folder, or unpack a file beside the data. */
export type WorkerInput = BackupInput | { task: 'unpack'; root: string; file: string }

type BackupInput =
  | { task: 'make'; root: string; organisation: string | undefined; madeBy: Maker; now: number }
  | { task: 'verify'; root: string; name: string }

/** Progress in bytes. */
export type Progress = { step: Step; done: number; total: number }

/** Messages of the worker: progress, any number of times, then the result or the error. */
export type WorkerMessage =
  | { progress: Progress }
  | { backup: MadeBackup }
  | { unpacked: Manifest }
  | { refusal: { code: ErrorCode; message: string } }
  | { bug: string }

/**
 * A thread that is silent for this long hangs, in milliseconds: a removed disk never answers. While it copies or checks a database the
 * thread is silent. Each of these takes the slowest disk one millisecond for this many bytes.
 */
const silenceMs = 10 * 60_000
const slowBytesPerMs = 1024

/** How long a thread may take to end, in milliseconds: it finishes its current call to the disk. */
const defaultEndingMs = 5_000

type ThreadOptions = {
  onProgress?: (progress: Progress) => void
  /** The silence that counts as a hang, in milliseconds. Default: computed from the job. */
  silenceMs?: number
  /** How long the thread may take to end, in milliseconds. Default: 5,000. */
  endingMs?: number
}

/**
 * Makes or checks a backup in a separate thread, so that requests are still answered. Throws the job's errors, an error when the signal
 * says that the server stops, and AppError `unavailable` when the thread hangs. The folder's lock is held here, so it is released whatever
 * happens to the thread.
 */
export async function askWorker(
  input: BackupInput,
  signal: AbortSignal,
  options: ThreadOptions = {},
): Promise<MadeBackup> {
  const answer = await askThread(input, signal, options)
  if ('backup' in answer) return answer.backup
  throw new Error('The worker unpacked what it should have made or checked.')
}

/** Unpacks a backup in the same way into the folder of restores beside the data, and checks it. */
export async function unpackInWorker(
  { dir, file }: { dir: DataDir; file: string },
  signal: AbortSignal,
  options: ThreadOptions = {},
): Promise<Manifest> {
  const answer = await askThread({ task: 'unpack', root: dir.root, file }, signal, options)
  if ('unpacked' in answer) return answer.unpacked
  throw new Error('The worker made or checked what it should have unpacked.')
}

type Answer = { backup: MadeBackup } | { unpacked: Manifest }

async function askThread(
  input: WorkerInput,
  signal: AbortSignal,
  options: ThreadOptions,
): Promise<Answer> {
  const dir = dataDir(input.root)
  return await withBackupsLock(dir, () =>
    askLocked(input, signal, { silenceMs: silenceFor(dir, input), ...options }),
  )
}

async function askLocked(
  input: WorkerInput,
  signal: AbortSignal,
  { onProgress, silenceMs: allowedMs = silenceMs, endingMs = defaultEndingMs }: ThreadOptions,
): Promise<Answer> {
  const worker = new Worker(workerUrl('platform/backup/backup.worker.ts'))
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const silence = setTimeout(() => reject(hangs(input, allowedMs)), allowedMs)
  const fail = (reason: string) => reject(new Error(`The backup's worker ${reason}`))
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
    silence.refresh()
    if ('progress' in data) onProgress?.(data.progress)
    else if ('backup' in data || 'unpacked' in data) resolve(data)
    else reject(errorOf(data))
  })
  worker.addEventListener('error', (event) => fail(`failed: ${event.message}`))
  const ended = Promise.withResolvers<void>()
  worker.addEventListener('close', () => {
    fail('ended without an answer.')
    ended.resolve()
  })
  signal.addEventListener('abort', () => fail('was stopped with the server.'))
  worker.postMessage(input, [])
  try {
    return await promise
  } finally {
    clearTimeout(silence)
    worker.terminate()
    // The thread runs on for a moment, and must be gone before anybody else uses its files. A hanging thread is left behind.
    const impatience = setTimeout(ended.resolve, endingMs)
    await ended.promise
    clearTimeout(impatience)
  }
}

function silenceFor(dir: DataDir, input: WorkerInput): number {
  const bytes = statSync(fileOf(dir, input), { throwIfNoEntry: false })?.size ?? 0
  return silenceMs + bytes / slowBytesPerMs
}

function fileOf(dir: DataDir, input: WorkerInput): string {
  switch (input.task) {
    case 'make':
      return dir.database
    case 'verify':
      return join(dir.backups, input.name)
    case 'unpack':
      return input.file
  }
}

function hangs({ task, root }: WorkerInput, ms: number): AppError {
  const what = task === 'make' ? 'none was made' : 'it was not checked to its end'
  return new AppError(
    'unavailable',
    `The backup got no further for ${Math.ceil(ms / 60_000)} min and was given up: ${what}. Look whether the disk that holds ${root} answers.`,
  )
}

function errorOf(
  message: { refusal: { code: ErrorCode; message: string } } | { bug: string },
): Error {
  if ('bug' in message) return new Error(message.bug)
  return new AppError(message.refusal.code, message.refusal.message)
}
