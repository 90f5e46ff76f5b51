import type { Database } from '../db/database.ts'

/** How often it is looked whether the process rests, in milliseconds. */
const lookEveryMs = 1_000

/** A process that used less processor time than this between two looks rests, in microseconds. */
const restMicros = 30_000

/** After less work than this nothing is worth giving back, in microseconds of processor time. */
const workMicros = 200_000

type RestOptions = {
  database: Pick<Database, 'forgetPages'>
  /** The processor time that this process has used, in microseconds. Left out: what the system says. */
  usedMicros?: () => number
}

/**
 * Gives memory back when the process rests after work, whatever the work was: a shop's computer has other programs too. By
 * processor time, so that nothing that is quick has to tell that it ran.
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
    // What giving back takes is no work.
    lastLook = givenBackAt = usedMicros()
  }
  const timer = setInterval(look, lookEveryMs)
  return { stop: () => clearInterval(timer) }
}

function processMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
