import type { Step, WatchStep } from '../platform/backup/watch.ts'
import { AppError } from '../platform/errors.ts'
import { onStopSignal } from './stop-signals.ts'
import { progressBar, type ProgressBar } from './progress.ts'

const labels: Record<Step, string> = { write: 'Writing', check: 'Checking' }

/** Shows how far long work is, and lets Ctrl+C end it in good order: it then fails with `stopped` as its sentence. */
export async function watched<T>(
  stopped: string,
  work: (watchStep: WatchStep) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const abort = () => stop.abort(new AppError('unavailable', `Stopped. ${stopped}`))
  let bar: ProgressBar | undefined
  const listening = onStopSignal(abort)
  try {
    return await work((step, totalBytes) => {
      bar?.stop()
      const shown = progressBar(labels[step], totalBytes)
      bar = shown
      return { signal: stop.signal, onProgress: (done) => shown.update(done) }
    })
  } finally {
    bar?.stop()
    listening[Symbol.dispose]()
  }
}
