import { writeSync } from 'node:fs'
import { tookTooLong, tookTooMuch } from './limited-process.ts'
import type { Guarded } from './process-guard.ts'

declare const self: Worker

/** How often it checks, in milliseconds: a process may exceed its limit for this long at most. */
const lookEveryMs = 20

const stderr = 2

let looking: Timer | undefined

self.addEventListener('message', ({ data }: MessageEvent<Guarded>) => {
  const processorEnd = Math.min(processorMs() + data.processorMs, data.processorInAllMs)
  const end = performance.now() + data.aliveMs
  clearInterval(looking)
  looking = setInterval(() => {
    if (process.memoryUsage.rss() > data.bytesMax) endProcess(tookTooMuch)
    if (processorMs() > processorEnd) endProcess(tookTooLong)
    if (isGone(data.startedBy) || performance.now() >= end) endProcess()
  }, lookEveryMs)
})

/** The processor time of all threads of this process since its start. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function endProcess(complaint?: string): void {
  if (complaint !== undefined) writeSync(stderr, `${complaint}\n`)
  process.kill(process.pid, 'SIGKILL')
}

/**
 * When a starter ends, the system gives this process another parent at once. Windows gives none, and only says that no such process runs.
 */
function isGone(startedBy: number): boolean {
  return process.platform === 'win32' ? !isRunning(startedBy) : process.ppid !== startedBy
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
