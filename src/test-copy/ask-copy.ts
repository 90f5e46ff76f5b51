import { AppError, type ErrorCode } from '../platform/errors.ts'
import { workerUrl } from '../platform/own-program.ts'

/** The order for the worker: files of databases. */
export type CopyOrder = { book: string; copy: string }

/** The worker's only answer. */
export type CopyOutcome = { done: true } | { refusal: string; code: ErrorCode } | { bug: string }

/**
 * Copies the book into a new file, without what test keys must not see, in a thread of its own so that requests continue. Throws AppError
 * `out_of_space`, and an error when the server stops.
 */
export async function askCopy(order: CopyOrder, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const worker = new Worker(workerUrl('test-copy/copy.worker.ts'))
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
    // On Windows nobody can delete a file that the worker still has open.
    await ended.promise
  }
}
