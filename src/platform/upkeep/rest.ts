import type { Database } from '../db/database.ts'

/** How often to check whether the process is idle, in milliseconds. */
const lookEveryMs = 1_000

/** A process counts as idle when it used less processor time than this between two checks, in microseconds. */
const restMicros = 30_000

/** After less work than this, in microseconds of processor time, there is nothing worth freeing. */
const workMicros = 200_000

type RestOptions = {
  database: Pick<Database, 'forgetPages'>
  /** The processor time of this process, in microseconds. Default: the system's figure. */
  usedMicros?: () => number
}

/**
 * Frees memory when the process is idle after any work: a shop's computer has other programs too. It measures processor time, so no fast
 * path has to report that it ran.
 */
export function startResting({ database, usedMicros = processMicros }: RestOptions): {
  stop(): void
} {
  let givenBackAt = 0
  let lastLook = usedMicros()
  const look = () => {
    const now = usedMicros()
    const sinceLook = now - lastLook
    lastLook = now
    if (sinceLook >= restMicros || now - givenBackAt < workMicros) return
    database.forgetPages()
    Bun.gc(true)
    // Freeing memory does not count as work.
    lastLook = givenBackAt = usedMicros()
  }
  const timer = setInterval(look, lookEveryMs)
  return { stop: () => clearInterval(timer) }
}

function processMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
