import type { About, Fault } from '../scenario.ts'
import { type Document, type Held, idsOf } from './desk.ts'
import type { Supply, WaitingScenario } from './waiting.ts'

type FaultyMark = About & { fault: Fault }

/** An acknowledgement goes wrong. */
export function acknowledgingScenarios<D extends Document>(
  supply: Supply<D>,
): readonly WaitingScenario<D>[] {
  const { one } = supply
  const faulty: readonly FaultyMark[] = [
    {
      name: 'failed_after',
      title: 'An acknowledgement counts, and is answered with 500',
      why: 'The answer does not say whether it counted, and a repeat is safe. Repeat it, or fetch again: what counted is not listed any more.',
      fault: { kind: 'fail_after' },
    },
    {
      name: 'lost_answer',
      title: 'An acknowledgement counts, and its answer is lost',
      why: 'The connection ends after Daybook wrote it down. Repeat it, or fetch again, and book nothing twice.',
      fault: { kind: 'cut_after' },
    },
    {
      name: 'lost_request',
      title: 'An acknowledgement does not arrive',
      why: `The ${one} is booked and still waits: it comes again. Look into your own books by its id, acknowledge it, and book nothing.`,
      fault: { kind: 'cut_before' },
    },
    {
      name: 'killed',
      title: 'The client is killed between booking and acknowledging',
      why: `As in a power cut. After the start the same ${one} comes again: it is in your books already, and is only acknowledged.`,
      fault: { kind: 'kill' },
    },
  ]
  return faulty.map((each) => faultyMark(supply, each))
}

/** The first acknowledgement goes wrong. Then one more document comes: the client has to go on. */
function faultyMark<D extends Document>(
  { letWait }: Supply<D>,
  { fault, ...about }: FaultyMark,
): WaitingScenario<D> {
  return {
    ...about,
    begin(desk, { now }) {
      const first = letWait(desk, now(), 3)
      let later: Held<D>[] = []
      return {
        fault({ kind }) {
          if (kind !== 'mark' || later.length > 0) return undefined
          later = letWait(desk, now(), 1)
          return fault
        },
        wanted: () => idsOf([...first, ...later]),
        isShown: () => later.length > 0,
        notShown: 'Your client acknowledged nothing.',
      }
    },
  }
}
