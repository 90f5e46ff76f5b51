import { AppError, type ErrorCode } from '../platform/errors.ts'

/** What goes to the worker: files of databases. */
export type CopyOrder = { book: string; copy: string }

/** What comes back, once. */
export type CopyOutcome = { done: true } | { refusal: string; code: ErrorCode } | { bug: string }

/**
 * Copies the book into a new file, without what test keys have no business with, in a thread of its own: requests go on. Throws
 * AppError `out_of_space`, and when the signal says that the server stops.
 */
export async function askCopy(order: CopyOrder, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const worker = new Worker(workerUrl())
  const { promise, resolve, reject } = Promise.withResolvers<CopyOutcome>()
  const ended = Promise.withResolvers<void>()
  worker.addEventListener('message', ({ data }: MessageEvent<CopyOutcome>) => resolve(data))
  worker.addEventListener('error', ({ message }) =>
    reject(new Error(`The copy failed: ${message}`)),
  )
  worker.addEventListener('close', () => {
    reject(new Error('The copy ended before it was made.'))
    ended.resolve()
  })
  signal.addEventListener('abort', () => reject(new Error('The server stops.')))
  worker.postMessage(order, [])
  try {
    const outcome = await promise
    if ('bug' in outcome) throw new Error(outcome.bug)
    if ('refusal' in outcome) throw new AppError(outcome.code, outcome.refusal)
  } finally {
    worker.terminate()
    // Windows lets nobody delete a file that it still has open.
    await ended.promise
  }
}

/** In the executable all modules of the main thread lie in one file at its root, and workers at their paths from `src`. */
function workerUrl(): URL {
  const path = Bun.isStandaloneExecutable ? './test-copy/copy.worker.ts' : './copy.worker.ts'
  return new URL(path, import.meta.url)
}
