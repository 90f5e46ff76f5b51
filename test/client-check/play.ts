import { check, type CheckOptions, type Report } from '../../src/client-check/check.ts'
import { scanScenarios } from '../../src/client-check/scan/scenarios.ts'
import { loopback } from '../../src/platform/config.ts'

/** The time passes with each look at the clock, and while somebody waits: no test depends on how busy the machine is. */
const tickMs = 20

/** A day that the sample company of the fake Tally is open for, whenever the test runs. */
const begins = Date.parse('2026-08-23T04:30:00.000Z')

/** Longer than any scenario takes here, in milliseconds: none is graded by this machine's speed. */
const stepLimitMs = 600_000

/** Plays all scenarios of scan export, or those that are given, to a client in a time of its own. */
export async function play(
  options: Partial<CheckOptions> & Pick<CheckOptions, 'client'>,
): Promise<Report> {
  let time = begins
  return await check({
    scenarios: scanScenarios,
    booked: () => undefined,
    host: loopback,
    port: 0,
    stepLimitMs,
    refusedSeconds: 1,
    now: () => (time += tickMs),
    pause(ms) {
      time += ms
      return Promise.resolve()
    },
    signal: new AbortController().signal,
    onStep: () => undefined,
    onResult: () => undefined,
    ...options,
  })
}
