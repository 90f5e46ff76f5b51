import type { Bench } from './bench.ts'

/**
 * `safe`: the bridge works with a Tally that does this, whatever the outcome. `unsafe`: the bridge relies on something else and must not
 * be used with this Tally. `unclear`: the check's preparation failed.
 */
export type Grade = 'safe' | 'unsafe' | 'unclear' | 'not_run'

/** What a check found: the outcome in a word or two for programs, the meaning in sentences for people. */
export type Found = { grade: Grade; outcome: string; meaning: string }

export type Check = {
  name: string
  title: string
  /** What the bridge needs this for. */
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

/** Tally's message as a sentence, or else its counters. */
export function reasonOf({ message, outcome }: { message: string; outcome: string }): string {
  const said = message === '' ? outcome : message
  return /[.!?]$/.test(said) ? said : `${said}.`
}
