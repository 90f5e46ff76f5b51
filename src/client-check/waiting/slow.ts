import { type Document, idsOf } from './desk.ts'
import type { Supply, WaitingScenario } from './waiting.ts'

/** How much longer an answer takes than a refusal that tries patience. */
const slowTimes = 5

/** Calls on their way already when the slow one came, in milliseconds: of workers beside each other. */
const graceMs = 250

export function slowList<D extends Document>({ letWait }: Supply<D>): WaitingScenario<D> {
  return {
    name: 'slow',
    title: 'The list takes its time',
    why: 'A large page over a slow line, or a computer that is busy. Wait for the answer, a minute if need be: who asks again meanwhile makes it slower.',
    begin(desk, { now, refusedSeconds }) {
      const held = letWait(desk, now(), 2)
      const ms = refusedSeconds * 1000 * slowTimes
      let began = 0
      let again = 0
      return {
        fault({ kind, at }) {
          if (kind !== 'list') return undefined
          if (began > 0) {
            if (at > began + graceMs && at < began + ms) again += 1
            return undefined
          }
          began = at
          return { kind: 'slow', ms }
        },
        wanted: () => idsOf(held),
        isShown: () => began > 0,
        problems: () =>
          again > 0 ? [`It asked ${again} times more while it was being answered.`] : [],
      }
    },
  }
}
