/** How a caller follows long work, and stops it: it then ends with the signal's reason and leaves nothing behind. */
export type Watch = {
  signal?: AbortSignal
  /** Bytes done so far. */
  onProgress?: (done: number) => void
}

/** The steps of a backup's life that take time. */
export type Step = 'write' | 'check'

/** Makes the watch of one step once it is known how many bytes it goes through. */
export type WatchStep = (step: Step, totalBytes: number) => Watch

export const unwatched: WatchStep = () => ({})
