import { constants, setPriority } from 'node:os'

/** Memory that a process which reads a document may take, in bytes: what it is given and what its engines unpack. */
const readingBytesMax = 600 * 1024 * 1024

/**
 * What a process that reads is started with besides: JavaScriptCore lets garbage grow with the memory that it thinks there is,
 * and counts the engines' own. Measured on a faxed bill: 690 MB without, 366 MB with it.
 */
export const readingEnvironment = { BUN_JSC_forceRAMSize: String(256 * 1024 * 1024) } as const

/** What a process that took too much says last on stderr. */
export const tookTooMuch = 'The reader took too much memory.'

/**
 * For the process that reads a document: ends it when it takes more memory than `bytesMax`, whatever it is at (no limit of the
 * operating system does so everywhere), and lets the server go first where both want the processor.
 */
export function guardProcess(bytesMax: number = readingBytesMax): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  // Nobody waits for it to end.
  const worker = new Worker(workerUrl(), { ref: false })
  worker.postMessage({ bytesMax }, [])
}

/** In the executable all modules of the main thread lie in one file at its root, and workers at their paths from `src`. */
function workerUrl(): URL {
  const path = Bun.isStandaloneExecutable
    ? './platform/reading/memory-guard.worker.ts'
    : './memory-guard.worker.ts'
  return new URL(path, import.meta.url)
}
