import type { Scenario } from '../scenario.ts'
import { idsOf, letWait, plainBills } from './bills.ts'

const leaseOver: Scenario = {
  name: 'lease_over',
  title: 'A lease is over before its documents are acknowledged',
  why: 'Another worker was given them meanwhile. An acknowledgement with `fence` counts and is answered `late`, and somebody is asked to look; without it nobody learns that it may be booked twice.',
  begin(desk, { now }) {
    const held = letWait(desk, now(), plainBills(2))
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
          ({ id }) => `It acknowledged ${id}, which it had leased, without the fence of its lease.`,
        )
      },
    }
  },
}

const revised: Scenario = {
  name: 'revised',
  title: 'A document is corrected between fetching and acknowledging',
  why: 'What you booked is not what it says now. An acknowledgement with `revision` is answered `stale`: fetch it anew, mend what you booked, and acknowledge the new revision, or tell with import-results that it changed.',
  begin(desk, { now }) {
    const held = letWait(desk, now(), plainBills(2))
    const [first] = held
    let isChanged = false
    return {
      fault({ kind }) {
        if (kind === 'mark' && !isChanged && first !== undefined) {
          isChanged = true
          first.bill.data.invoice_metadata['total'] = 1051
          first.bill.data.invoice_metadata['round_off'] = 1
        }
        return undefined
      },
      wanted: () => idsOf(held),
      isShown: () =>
        desk.acknowledged.some(({ id, status }) => isOf(first, id) && status === 'stale'),
      notShown:
        'Your client acknowledges without `revision`: it cannot learn that a document changed after it was fetched.',
      problems() {
        const ofFirst = desk.acknowledged.filter(({ id }) => isOf(first, id))
        const stale = ofFirst.findIndex(({ status }) => status === 'stale')
        const blind = ofFirst.slice(stale + 1).some(({ revision }) => revision === undefined)
        return blind
          ? ['After `stale` it acknowledged the document without a revision, whatever it says now.']
          : []
      },
    }
  },
}

function isOf(held: { bill: { id: string } } | undefined, id: string): boolean {
  return held?.bill.id === id
}

export const workerScenarios: readonly Scenario[] = [leaseOver, revised]
