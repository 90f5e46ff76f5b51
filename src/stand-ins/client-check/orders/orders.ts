import type { Profile } from '../profile.ts'
import { storefrontRefusal } from '../storefront.ts'
import { acknowledgingScenarios } from '../waiting/acknowledging.ts'
import { changedMeanwhile } from '../waiting/changed.ts'
import { leaseOver } from '../waiting/leases.ts'
import { listScenarios } from '../waiting/lists.ts'
import { refusalScenario, refusalScenarios } from '../waiting/refusals.ts'
import { slowList } from '../waiting/slow.ts'
import { staged, type WaitingScenario } from '../waiting/waiting.ts'
import { acknowledgedIn, answerOf, kindOf } from './api.ts'
import { nameOf, type Order, orderSupply, wrongAmount } from './order.ts'
import { paperScenarios } from './papers.ts'

const revoked = refusalScenario(orderSupply, {
  name: 'revoked',
  title: 'The key is refused with 401 from an acknowledgement on, for a while',
  why: 'What was booked is not acknowledged yet. Stop, tell a person, ask again later, and book nothing twice.',
  fault: { kind: 'refuse', status: 401, message: 'This key was revoked.' },
  from: ['mark'],
  of: ['list', 'mark', 'results', 'lease', 'other'],
})

const revised = changedMeanwhile(
  orderSupply,
  {
    name: 'revised',
    title: 'An order is packed between fetching and acknowledging',
    why: 'An acknowledgement with `revision` is answered with the error `stale` of its row: fetch it anew, and acknowledge the new revision.',
  },
  ({ head }) => Object.assign(head, { status: 'packed', revision: head.revision + 1 }),
)

const cancelledMeanwhile = changedMeanwhile(
  orderSupply,
  {
    name: 'cancelled_meanwhile',
    title: 'An order is cancelled between fetching and acknowledging',
    why: 'What you booked is no sale any more. An acknowledgement with `revision` is answered with the error `stale` of its row, and the others of the call count: fetch it anew, take back what you booked, and acknowledge the new revision, or tell with import-results that it changed.',
  },
  ({ head }) => Object.assign(head, { status: 'cancelled', revision: head.revision + 1 }),
)

/** What a client of orders can meet, the harmless first. */
const orderScenarios: readonly WaitingScenario<Order>[] = [
  ...listScenarios(orderSupply, ''),
  slowList(orderSupply),
  ...paperScenarios,
  ...refusalScenarios(orderSupply),
  revoked,
  ...acknowledgingScenarios(orderSupply),
  leaseOver(orderSupply),
  revised,
  cancelledMeanwhile,
]

export const orders: Profile = {
  name: 'orders',
  title: 'A client of orders',
  place: '/storefront',
  scenarios: orderScenarios.map((scenario) =>
    staged({ kindOf, answerOf, nameOf, wrongAmount }, scenario),
  ),
  refusal: storefrontRefusal,
  takesApiKeyHeader: false,
  beyond: /\/v1\/(?:bridge|changes|leases|whoami|limits|products|categories|offers)\b/,
  acknowledgedIn,
}
