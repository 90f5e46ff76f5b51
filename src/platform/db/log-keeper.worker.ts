import { Database } from 'bun:sqlite'
import type { LogKept, LogTask } from './log-keeper.ts'

declare const self: Worker

/** How long it waits for a writer or a reader to end, in milliseconds. Writers of this process never wait for it: they come back. */
const busyTimeoutMs = 20

self.addEventListener('message', ({ data }: MessageEvent<LogTask>) => {
  try {
    shorten(data)
  } catch {
    // The log stays beside the database and nothing is lost. The next commit asks again.
  }
  self.postMessage('done' satisfies LogKept, [])
})

/**
 * Copies the log into the database, beside everybody else. In a log that is long by now, others wrote meanwhile: the few pages left are
 * brought in while nobody writes, and then the log begins anew.
 */
function shorten({ file, longPages }: LogTask): void {
  using client = new Database(file, { readwrite: true, strict: true })
  client.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  client.run('PRAGMA synchronous = FULL')
  if (process.platform === 'darwin') client.run('PRAGMA checkpoint_fullfsync = ON')
  const copied = client.query<{ log: number }, []>('PRAGMA wal_checkpoint(PASSIVE)').get()
  if ((copied?.log ?? 0) >= longPages) client.run('PRAGMA wal_checkpoint(RESTART)')
}
