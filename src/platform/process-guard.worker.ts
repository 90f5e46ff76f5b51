import { writeSync } from 'node:fs'
import { tookTooMuch, type Guarded } from './process-guard.ts'

declare const self: Worker

/** How often it looks, in milliseconds: what is taken meanwhile is more than the limit at most. */
const lookEveryMs = 20

const stderr = 2

let looking: Timer | undefined

self.addEventListener('message', ({ data }: MessageEvent<Guarded>) => {
  const end = performance.now() + data.aliveMs
  clearInterval(looking)
  looking = setInterval(() => {
    const isGreedy = process.memoryUsage.rss() > data.bytesMax
    if (!isGreedy && !isGone(data.startedBy) && performance.now() < end) return
    if (isGreedy) writeSync(stderr, `${tookTooMuch}\n`)
    process.kill(process.pid, 'SIGKILL')
  }, lookEveryMs)
})

/** Whose starter ends gets another parent at once; Windows leaves it without one, and says only that no such process runs. */
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
