import { type Document, idsOf } from './desk.ts'
import type { Supply, WaitingScenario } from './waiting.ts'

export function leaseOver<D extends Document>({ noun, letWait }: Supply<D>): WaitingScenario<D> {
  return {
    name: 'lease_over',
    title: `A lease is over before its ${noun} are acknowledged`,
    why: 'Another worker was given them meanwhile. An acknowledgement with `fence` counts and is answered `late`, and somebody is asked to look; without it nobody learns that it may be booked twice.',
    begin(desk, { now }) {
      const held = letWait(desk, now(), 2)
      return {
        after({ kind }) {
          if (kind === 'list' && held.some(({ fence }) => fence > 0)) desk.isOvertaken = true
        },
        wanted: () => idsOf(held),
        isShown: () => held.some(({ fence }) => fence > 0),
        notShown: 'Your client does not ask for leases: one worker needs none.',
        problems() {
          const leased = new Set(idsOf(held.filter(({ fence }) => fence > 0)))
          const bare = desk.acknowledged.filter(
            ({ id, fence }) => leased.has(id) && fence === undefined,
          )
          return bare.map(
            ({ id }) =>
              `It acknowledged ${id}, which it had leased, without the fence of its lease.`,
          )
        },
      }
    },
  }
}
