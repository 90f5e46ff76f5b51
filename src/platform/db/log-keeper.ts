/** From this many pages of 4 KiB on, the log begins anew although others write: 16 MiB. */
const longPages = 4_000

export type LogTask = { file: string; longPages: number }

export type LogKept = 'done'

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
    const started = new Worker(workerUrl(), { ref: false })
    started.addEventListener('message', end)
    started.addEventListener('error', end)
    started.addEventListener('close', end)
    return started
  }
  return {
    shorten() {
      if (underWay !== undefined) return
      underWay = Promise.withResolvers<void>()
      worker ??= start()
      worker.postMessage({ file, longPages } satisfies LogTask, [])
    },
    async close() {
      await underWay?.promise
      worker?.terminate()
    },
  }
}

/** In the executable all modules of the main thread are one file at its root, and workers are at their paths from `src`. */
function workerUrl(): URL {
  const path = Bun.isStandaloneExecutable
    ? './platform/db/log-keeper.worker.ts'
    : './log-keeper.worker.ts'
  return new URL(path, import.meta.url)
}
