import type { DataDir } from '../data-dir.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Backup } from './backups-folder.ts'

/** What goes to the worker, and what comes back. */
export type NightlyWish = { root: string; organisation: string; now: number }
export type NightlyAnswer =
  { backup: Backup } | { refusal: { code: ErrorCode; message: string } } | { bug: string }

/**
 * Makes the night's backup in a thread of its own, so that requests go on, and says so in the log. Before the shop is
 * set up there is nothing to keep. Throws what the backup throws. The caller holds the instance lock. When the server
 * stops meanwhile, the half-made backup goes with the next one.
 */
export async function makeNightlyBackup(
  { dir, organisation, log }: { dir: DataDir; organisation: string | undefined; log: Log },
  now: number,
  signal: AbortSignal,
): Promise<void> {
  if (organisation === undefined) return
  const answer = await askWorker({ root: dir.root, organisation, now }, signal)
  if ('bug' in answer) throw new Error(answer.bug)
  if ('refusal' in answer) throw new AppError(answer.refusal.code, answer.refusal.message)
  const { name, bytes } = answer.backup
  log.info(`The nightly backup ${name} is made and checked (${bytes} bytes).`)
}

async function askWorker(wish: NightlyWish, signal: AbortSignal): Promise<NightlyAnswer> {
  const worker = new Worker(workerUrl())
  try {
    return await new Promise<NightlyAnswer>((resolve, reject) => {
      const fail = (reason: string) => reject(new Error(`The backup's worker ${reason}`))
      worker.addEventListener('message', (event: MessageEvent<NightlyAnswer>) => {
        resolve(event.data)
      })
      worker.addEventListener('error', (event) => fail(`failed: ${event.message}`))
      worker.addEventListener('close', () => fail('ended without an answer.'))
      signal.addEventListener('abort', () => fail('was stopped with the server.'))
      worker.postMessage(wish, [])
    })
  } finally {
    worker.terminate()
  }
}

/** In the executable all modules of the main thread lie in one file at its root, and workers at their paths from `src`. */
function workerUrl(): URL {
  const path = Bun.isStandaloneExecutable
    ? './platform/backup/backup.worker.ts'
    : './backup.worker.ts'
  return new URL(path, import.meta.url)
}
