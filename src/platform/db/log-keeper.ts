import { workerUrl } from '../own-program.ts'

/** Brings the write-ahead log into the database in a thread of its own, so that no request waits for the disk. */
export type LogKeeper = {
  /** Does nothing while it is at it. */
  shorten(): void
  /** Resolves when the thread has left the files. */
  close(): Promise<void>
}

/** The thread starts with its first task: a quiet shop never needs it. It takes 6 MB. */
export function logKeeper(file: string): LogKeeper {
  let worker: Worker | undefined
  let underWay: PromiseWithResolvers<void> | undefined
  const end = () => {
    underWay?.resolve()
    underWay = undefined
  }
  const start = () => {
    const started = new Worker(workerUrl('platform/db/log-keeper.worker.ts'), { ref: false })
    started.addEventListener('message', end)
    // A thread that ended is started again by the next task.
    started.addEventListener('close', () => {
      if (worker !== started) return
      worker = undefined
      end()
    })
    return started
  }
  return {
    shorten() {
      if (underWay !== undefined) return
      underWay = Promise.withResolvers<void>()
      worker ??= start()
      worker.postMessage(file, [])
    },
    async close() {
      await underWay?.promise
      worker?.terminate()
    },
  }
}
