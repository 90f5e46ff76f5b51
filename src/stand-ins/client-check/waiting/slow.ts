import { answerSlowly } from '../patience.ts'
import { type Document, idsOf } from './desk.ts'
import type { Supply, WaitingKind, WaitingScenario } from './waiting.ts'

export function slowList<D extends Document>({ letWait }: Supply<D>): WaitingScenario<D> {
  return {
    name: 'slow',
    title: 'The list takes its time',
    why: 'A large page over a slow line, or a computer that is busy. Wait for the answer, a minute if need be: who asks again meanwhile makes it slower.',
    begin(desk, { now, refusedSeconds }) {
      const held = letWait(desk, now(), 2)
      return {
        ...answerSlowly<WaitingKind>(['list'], refusedSeconds),
        wanted: () => idsOf(held),
      }
    },
  }
}
