import { AppError, type ErrorCode } from '../errors.ts'
import type { Backup, Maker } from './backups-folder.ts'
import type { Step } from './watch.ts'

/** What goes to the worker: a backup to make, or one to check by its name in the folder. */
export type WorkerWish =
  | { task: 'make'; root: string; organisation: string | undefined; madeBy: Maker; now: number }
  | { task: 'verify'; root: string; name: string }

/** How far it is, in bytes. */
export type Progress = { step: Step; done: number; total: number }

/** What comes back: how far it is as often as it likes, then the backup or why there is none. */
export type WorkerMessage =
  | { progress: Progress }
  | { backup: Backup }
  | { refusal: { code: ErrorCode; message: string } }
  | { bug: string }

/**
 * Makes or checks a backup in a thread of its own, so that requests go on. Throws what the work throws, and when the
 * signal says that the server stops.
 */
export async function askWorker(
  wish: WorkerWish,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<Backup> {
  const worker = new Worker(workerUrl())
  try {
    return await new Promise<Backup>((resolve, reject) => {
      const fail = (reason: string) => reject(new Error(`The backup's worker ${reason}`))
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
        if ('progress' in data) onProgress(data.progress)
        else if ('backup' in data) resolve(data.backup)
        else reject(errorOf(data))
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

function errorOf(
  message: { refusal: { code: ErrorCode; message: string } } | { bug: string },
): Error {
  if ('bug' in message) return new Error(message.bug)
  return new AppError(message.refusal.code, message.refusal.message)
}

/** In the executable all modules of the main thread lie in one file at its root, and workers at their paths from `src`. */
function workerUrl(): URL {
  const path = Bun.isStandaloneExecutable
    ? './platform/backup/backup.worker.ts'
    : './backup.worker.ts'
  return new URL(path, import.meta.url)
}
