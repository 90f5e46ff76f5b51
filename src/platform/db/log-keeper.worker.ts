import { Database } from 'bun:sqlite'

declare const self: Worker

/** How long it waits for a writer or a reader to end, in milliseconds. Writers of this process never wait for it: they come back. */
const busyTimeoutMs = 20

/** From this many pages of 4 KiB on, the log begins anew although others write: 16 MiB. */
const longPages = 4_000

self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  try {
    shorten(data)
  } catch {
    // The log stays beside the database and nothing is lost. The next commit asks again.
  }
  self.postMessage(undefined, [])
})

/**
 * Copies the log into the database, beside everybody else. In a log that is long by now, others wrote meanwhile: the few pages left are
 * brought in while nobody writes, and then the log begins anew.
 */
function shorten(file: string): void {
  using client = new Database(file, { readwrite: true, strict: true })
  client.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  client.run('PRAGMA synchronous = FULL')
  if (process.platform === 'darwin') client.run('PRAGMA checkpoint_fullfsync = ON')
  const copied = client.query<{ log: number }, []>('PRAGMA wal_checkpoint(PASSIVE)').get()
  if ((copied?.log ?? 0) >= longPages) client.run('PRAGMA wal_checkpoint(RESTART)')
}
