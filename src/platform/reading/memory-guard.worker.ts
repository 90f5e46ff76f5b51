import { writeSync } from 'node:fs'
import { tookTooMuch } from './memory-guard.ts'

declare const self: Worker

/** How often it looks, in milliseconds: what is taken meanwhile is more than the limit at most. */
const lookEveryMs = 20

const stderr = 2

self.addEventListener('message', ({ data }: MessageEvent<{ bytesMax: number }>) => {
  setInterval(() => {
    if (process.memoryUsage.rss() <= data.bytesMax) return
    writeSync(stderr, `${tookTooMuch}\n`)
    process.kill(process.pid, 'SIGKILL')
  }, lookEveryMs)
})
