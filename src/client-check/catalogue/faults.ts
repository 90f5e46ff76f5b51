import { answerSlowly, refuseForAWhile, refusals } from '../patience.ts'
import type { About, Fault } from '../scenario.ts'
import type { CatalogueKind } from './api.ts'
import { type CatalogueScenario, sending } from './staged.ts'

/** The first call that sends something goes wrong. */
function faulty({ fault, ...about }: About & { fault: Fault }): CatalogueScenario {
  return {
    ...about,
    begin() {
      let isDone = false
      return {
        fault({ kind }) {
          if (isDone || !sending.includes(kind)) return undefined
          isDone = true
          return fault
        },
        isShown: () => isDone,
      }
    },
  }
}

const repeat = 'A repeat is safe: what is there already is answered with `changed: false`.'

const lost: readonly CatalogueScenario[] = [
  {
    name: 'answer_cut',
    title: 'The connection ends in the midst of an answer',
    why: `What was sent is written, and half an answer is none. Send it again. ${repeat}`,
    fault: { kind: 'half' } as const,
  },
  {
    name: 'failed_after',
    title: 'What was sent is written, and answered with 500',
    why: `The answer does not say whether it was written. Send it again. ${repeat}`,
    fault: { kind: 'fail_after' } as const,
  },
  {
    name: 'lost_answer',
    title: 'What was sent is written, and the answer is lost',
    why: `The connection ends after Daybook wrote it down. Send it again. ${repeat}`,
    fault: { kind: 'cut_after' } as const,
  },
  {
    name: 'lost_request',
    title: 'What was sent does not arrive',
    why: 'Nothing was written. Send it again, also what has not changed since.',
    fault: { kind: 'cut_before' } as const,
  },
  {
    name: 'killed',
    title: 'The client is killed while it sends',
    why: 'As in a power cut. After the start it sends what it has no answer for.',
    fault: { kind: 'kill' } as const,
  },
].map(faulty)

const slow: CatalogueScenario = {
  name: 'slow',
  title: 'The answer takes its time',
  why: 'Ten thousand articles with images take a while. Wait for the answer, a minute if need be: who sends again meanwhile makes it slower.',
  begin: (_shelf, { refusedSeconds }) => answerSlowly<CatalogueKind>(sending, refusedSeconds),
}

const calls: readonly CatalogueKind[] = ['bulk', 'stock', 'digest']

const refused = refusals<CatalogueKind>(
  { from: calls, of: calls },
  'send products',
  'The call',
).map(({ name, title, why, ...refusal }): CatalogueScenario => ({
  name,
  title,
  why,
  begin: (_shelf, { refusedSeconds }) => refuseForAWhile(refusal, refusedSeconds),
}))

/** What goes wrong with a call as a whole. */
export const faultScenarios: readonly CatalogueScenario[] = [slow, ...refused, ...lost]
