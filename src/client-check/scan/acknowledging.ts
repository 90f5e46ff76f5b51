import type { Held } from '../desk.ts'
import type { Fault, Scenario } from '../scenario.ts'
import { idsOf, letWait, plainBills } from './bills.ts'

type FaultyMark = Pick<Scenario, 'name' | 'title' | 'why'> & { fault: Fault }

/** The first acknowledgement goes wrong. Then one more document comes: the client has to go on. */
function faultyMark({ fault, ...about }: FaultyMark): Scenario {
  return {
    ...about,
    begin(desk, { now }) {
      const first = letWait(desk, now(), plainBills(3))
      let later: Held[] = []
      return {
        fault({ kind }) {
          if (kind !== 'mark' || later.length > 0) return undefined
          later = letWait(desk, now(), plainBills(1))
          return fault
        },
        wanted: () => idsOf([...first, ...later]),
        isShown: () => later.length > 0,
        notShown: 'Your client acknowledged nothing.',
      }
    },
  }
}

export const acknowledgingScenarios: readonly Scenario[] = [
  faultyMark({
    name: 'failed_after',
    title: 'An acknowledgement counts, and is answered with 500',
    why: 'The answer does not say whether it counted, and a repeat is safe. Repeat it, or fetch again: what counted is not listed any more.',
    fault: { kind: 'fail_after' },
  }),
  faultyMark({
    name: 'lost_answer',
    title: 'An acknowledgement counts, and its answer is lost',
    why: 'The connection ends after Daybook wrote it down. Repeat it, or fetch again, and book nothing twice.',
    fault: { kind: 'cut_after' },
  }),
  faultyMark({
    name: 'lost_request',
    title: 'An acknowledgement does not arrive',
    why: 'The document is booked and still waits: it comes again. Look into your own books by its id, acknowledge it, and book nothing.',
    fault: { kind: 'cut_before' },
  }),
  faultyMark({
    name: 'killed',
    title: 'The client is killed between booking and acknowledging',
    why: 'As in a power cut. After the start the same document comes again: it is in your books already, and is only acknowledged.',
    fault: { kind: 'kill' },
  }),
]
