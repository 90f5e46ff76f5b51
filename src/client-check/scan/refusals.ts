import type { Fault, Scenario } from '../scenario.ts'
import { idsOf, letWait, plainBills } from './bills.ts'

/** Calls that a patient client makes at most while it is refused: a few tries, and workers beside each other. */
const triesMax = 10

/** Calls on their way already when the first was refused, in milliseconds: nobody could know. */
const graceMs = 250

type Refusal = Pick<Scenario, 'name' | 'title' | 'why'> & {
  fault: Extract<Fault, { kind: 'refuse' }>
}

/** The lists are refused for a while; how the client takes it is seen by when it asks. */
function refusalScenario({ fault, ...about }: Refusal): Scenario {
  return {
    ...about,
    begin(desk, { now, refusedSeconds }) {
      const held = letWait(desk, now(), plainBills(2))
      const isTimed = fault.status === 429
      let until = 0
      let tries = 0
      let early = 0
      return {
        fault({ kind, at }) {
          if (kind !== 'list') return undefined
          if (until === 0) until = at + refusedSeconds * 1000
          if (at >= until) return undefined
          tries += 1
          if (at > until - refusedSeconds * 1000 + graceMs) early += 1
          return isTimed ? { ...fault, retryAfter: refusedSeconds } : fault
        },
        wanted: () => idsOf(held),
        isShown: () => tries > 0,
        problems: () => [
          ...(tries > triesMax
            ? [`It asked ${tries} times within ${refusedSeconds} seconds while it was refused.`]
            : []),
          ...(isTimed && early > 0
            ? [
                `It asked ${early} times before the ${refusedSeconds} seconds of Retry-After were over.`,
              ]
            : []),
        ],
        resumesAt: () => until,
      }
    },
  }
}

export const refusalScenarios: readonly Scenario[] = [
  refusalScenario({
    name: 'unauthorized',
    title: 'The key is refused with 401 for a while',
    why: 'Somebody revoked the key, or its last day is over. Stop, tell a person, and ask again later: asking faster opens nothing.',
    fault: { kind: 'refuse', status: 401, message: 'This key was revoked.' },
  }),
  refusalScenario({
    name: 'forbidden',
    title: 'The call is refused with 403 for a while',
    why: 'The key may not do this. Stop, tell a person, and ask again later.',
    fault: { kind: 'refuse', status: 403, message: 'This key may not fetch documents.' },
  }),
  refusalScenario({
    name: 'too_many',
    title: 'The call is refused with 429 and Retry-After',
    why: 'An owner set a rate for the key. Wait as many seconds as Retry-After says.',
    fault: { kind: 'refuse', status: 429, message: 'This key calls too often.' },
  }),
  refusalScenario({
    name: 'back_off',
    title: 'The list fails with 500 for a while',
    why: 'Whatever is the matter, a client that asks again at once makes it worse. Wait longer each time, and go on when it answers.',
    fault: { kind: 'refuse', status: 500, message: 'Something went wrong inside Daybook.' },
  }),
]
