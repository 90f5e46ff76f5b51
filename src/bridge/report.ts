import { hostname } from 'node:os'
import { version } from '../platform/embedded.ts'
import type { Condition } from './books.ts'
import type { RoundDeps } from './round.ts'

/** A long round reports in between, so often, in milliseconds: whoever is not heard of for ten minutes counts as silent. */
const reportEveryMs = 60_000

/** Tells Daybook how the books are, and how many could not be entered in the last whole round. */
export async function report(deps: RoundDeps, condition: Condition): Promise<void> {
  const { books, daybook, clock, state } = deps
  state.reportedAt = clock.now()
  await daybook.report({
    ...condition,
    system: books.system,
    paired: books.company,
    version,
    machine: hostname(),
    waiting: state.waiting,
    at: new Date(clock.now()).toISOString(),
  })
}

export async function reportInBetween(deps: RoundDeps, condition: Condition): Promise<void> {
  if (deps.clock.now() < deps.state.reportedAt + reportEveryMs) return
  await report(deps, condition)
}
