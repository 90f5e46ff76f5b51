import { ownLimits, startedBy } from './limited-process.ts'
import { workerUrl } from './own-program.ts'

/** The most memory of a process for a hostile file, in bytes: its input, and what its engines unpack. */
const processBytesMax = 600 * 1024 * 1024

/**
 * The starter kills a process that takes too long, and says so. The guard does it after this many times that limit, for a process whose
 * starter is gone. On Windows the id of a killed starter may go to another process, which then looks like the starter.
 */
const patience = 2

/**
 * Messages to the guard, at its start and later: `processorMs` is the allowed processor time, `aliveMs` the allowed time by the clock, each
 * until the next message.
 */
export type Guarded = {
  bytesMax: number
  startedBy: number
  processorMs: number
  processorInAllMs: number
  aliveMs: number
}

/**
 * For a process that handles a hostile file. Ends the process, whatever it is doing, when it takes more memory than `bytesMax` or too much
 * processor time (no limit of the operating system does so everywhere), and when the process that started it is gone, because nobody waits
 * for it any more. Call the returned function after progress.
 */
export function guardProcess(bytesMax: number = processBytesMax): () => void {
  // The guard does not keep the process alive.
  const worker = new Worker(workerUrl('platform/process-guard.worker.ts'), { ref: false })
  const { clockMs, ...limits } = ownLimits()
  const guarded = { ...limits, bytesMax, startedBy: startedBy(), aliveMs: clockMs * patience }
  const renew = () => worker.postMessage(guarded satisfies Guarded, [])
  renew()
  return renew
}
