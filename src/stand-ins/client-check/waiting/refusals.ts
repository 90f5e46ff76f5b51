import { refuseForAWhile, refusals, type Refusal } from '../patience.ts'
import { type Document, idsOf } from './desk.ts'
import type { Supply, WaitingKind, WaitingScenario } from './waiting.ts'

/** The lists are refused for a while. */
export function refusalScenarios<D extends Document>(
  supply: Supply<D>,
): readonly WaitingScenario<D>[] {
  const lists = { from: ['list'], of: ['list'] } as const
  return refusals<WaitingKind>(lists, `fetch ${supply.noun}`, 'The list').map((refusal) =>
    refusalScenario(supply, refusal),
  )
}

export function refusalScenario<D extends Document>(
  { letWait }: Supply<D>,
  { name, title, why, ...refusal }: Refusal<WaitingKind>,
): WaitingScenario<D> {
  return {
    name,
    title,
    why,
    begin(desk, { now, refusedSeconds }) {
      const held = letWait(desk, now(), 2)
      return { ...refuseForAWhile(refusal, refusedSeconds), wanted: () => idsOf(held) }
    },
  }
}
