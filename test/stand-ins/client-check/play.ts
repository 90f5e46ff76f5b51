import { check, type CheckOptions, type Report } from '../../../src/stand-ins/client-check/check.ts'
import { scan } from '../../../src/stand-ins/client-check/scan.ts'
import { loopback } from '../../../src/platform/config.ts'

/** The time passes with each look at the clock, and while somebody waits: no test depends on how busy the machine is. */
const tickMs = 20

/** A day that the sample company of the fake Tally is open for, whenever the test runs. */
const begins = Date.parse('2026-08-23T04:30:00.000Z')

/** Longer than any scenario takes here, in milliseconds: none is graded by this machine's speed. */
const stepLimitMs = 600_000

/** Plays all scenarios of a profile, of scan export unless another is given, or those that are given, to a client in a time of its own. */
export async function play(
  options: Partial<CheckOptions> & Pick<CheckOptions, 'client'>,
): Promise<Report> {
  let time = begins
  const { profile = scan } = options
  return await check({
    profile,
    scenarios: profile.scenarios,
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

export function gradesOf({ results }: Report): Record<string, string> {
  return Object.fromEntries(results.map(({ name, grade }) => [name, grade]))
}

export function problemsOf({ results }: Report, name: string): string {
  return results.find((result) => result.name === name)?.problems.join(' ') ?? ''
}
