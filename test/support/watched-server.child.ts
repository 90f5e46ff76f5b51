// A server in a process of its own that knows how long its longest turn of the event loop was. Behind `/longest-turn` it
// says so, in milliseconds of this thread's processor time, which other programs on the machine do not lengthen, and begins
// anew. `/slowness` says how many times slower this machine is than the one whose limits are written down.
import { createApp } from '../../src/app.ts'
import { dataDir } from '../../src/platform/disk/data-dir.ts'
import { openServedDatabase } from '../../src/platform/db/database.ts'
import { listen } from '../../src/platform/http/listening/listeners.ts'
import { silentLog } from '../../src/platform/log.ts'

/** What the calibrating work takes on a machine of 2024. */
const usualMs = 10
const turnMs = 1

let longest = 0
let before = processorMs()

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function endTurn(): void {
  const now = processorMs()
  longest = Math.max(longest, now - before)
  before = now
}

/** The middle of some tries, at the time: what else runs on the machine's cores slows both down. */
function slowness(): number {
  const tries = Array.from({ length: 8 }, () => {
    const start = processorMs()
    const value: unknown = JSON.parse(`[${'{"a":"b"},'.repeat(150_000)}1]`)
    JSON.stringify(value)
    return processorMs() - start
  })
  const middle = tries.toSorted((a, b) => a - b)[tries.length / 2] ?? usualMs
  return Math.max(1, middle / usualMs)
}

const dir = dataDir(process.argv[2] ?? '')
const clock = { now: () => Date.now() }
const database = openServedDatabase(dir, clock.now())
const { dispatcher } = createApp({
  database,
  dir,
  clock,
  log: silentLog,
  calls: { add: () => undefined },
  corsOrigins: [],
  publicUrl: undefined,
})
const listening = await listen(
  {
    ...dispatcher,
    answer(request, listener, peer) {
      if (request.url.endsWith('/slowness')) return Response.json(slowness())
      if (!request.url.endsWith('/longest-turn')) return dispatcher.answer(request, listener, peer)
      endTurn()
      const answer = Response.json(longest)
      longest = 0
      return answer
    },
  },
  { host: '127.0.0.1', port: 0, tls: undefined, listener: { service: undefined } },
)
setInterval(endTurn, turnMs)
console.log(listening.url)
