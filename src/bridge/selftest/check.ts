import type { Bench } from './bench.ts'

/**
 * `safe`: the bridge is right with a Tally that does this, whichever outcome it is. `unsafe`: it rests on something else, and must
 * not be used with this Tally. `unclear`: what had to be there for it could not be made.
 */
export type Grade = 'safe' | 'unsafe' | 'unclear' | 'not_run'

/** What came of a check: the outcome in a word or two for programs, what it means in sentences for people. */
export type Found = { grade: Grade; outcome: string; meaning: string }

export type Check = {
  name: string
  title: string
  /** What of the bridge rests on it. */
  why: string
  run(bench: Bench): Promise<Found>
}

export function safe(outcome: string, meaning: string): Found {
  return { grade: 'safe', outcome, meaning }
}

export function unsafe(outcome: string, meaning: string): Found {
  return { grade: 'unsafe', outcome, meaning }
}

export function unclear(outcome: string, meaning: string): Found {
  return { grade: 'unclear', outcome, meaning }
}

/** What Tally said, else what its counters say, as a sentence. */
export function reasonOf({ message, outcome }: { message: string; outcome: string }): string {
  const said = message === '' ? outcome : message
  return /[.!?]$/.test(said) ? said : `${said}.`
}
