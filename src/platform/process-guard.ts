import { ownLimits, startedBy } from './limited-process.ts'

/** Memory that a process for a hostile file may take, in bytes: what it is given and what its engines unpack. */
const processBytesMax = 600 * 1024 * 1024

/**
 * Who started this process ends it when it takes too long, and says so. Its guard does it after so many times of that, for
 * whom nobody ends: Windows gives the id of a process that was killed to another one, which then seems to be who started it.
 */
const patience = 2

/**
 * What the guard is told, at its start and again: `processorMs` is how much time of the processor the process may take, `aliveMs`
 * for how long it lives by the clock, both unless the guard is told again.
 */
export type Guarded = {
  bytesMax: number
  startedBy: number
  processorMs: number
  processorInAllMs: number
  aliveMs: number
}

/**
 * For a process that has a hostile file in its hands: ends it, whatever it is at, when it takes more memory than `bytesMax` or
 * more time of the processor than it may (no limit of the operating system does so everywhere), and when the process that
 * started it is gone, so that nobody waits for it any more. What it answers is to be called when the process got on.
 */
export function guardProcess(bytesMax: number = processBytesMax): () => void {
  // Nobody waits for it to end.
  const worker = new Worker(workerUrl(), { ref: false })
  const { clockMs, ...limits } = ownLimits()
  const guarded = { ...limits, bytesMax, startedBy: startedBy(), aliveMs: clockMs * patience }
  const renew = () => worker.postMessage(guarded satisfies Guarded, [])
  renew()
  return renew
}

/** In the executable all modules of the main thread lie in one file at its root, and workers at their paths from `src`. */
function workerUrl(): URL {
  const path = Bun.isStandaloneExecutable
    ? './platform/process-guard.worker.ts'
    : './process-guard.worker.ts'
  return new URL(path, import.meta.url)
}
