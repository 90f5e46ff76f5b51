import type { Profile } from '../profile.ts'
import { acknowledgingScenarios } from '../waiting/acknowledging.ts'
import { changedMeanwhile } from '../waiting/changed.ts'
import { leaseOver } from '../waiting/leases.ts'
import { listScenarios } from '../waiting/lists.ts'
import { refusalScenarios } from '../waiting/refusals.ts'
import { staged, type WaitingScenario } from '../waiting/waiting.ts'
import { acknowledgedIn, answerOf, kindOf, refusal } from './api.ts'
import { bills } from './bills.ts'
import type { Bill } from './documents.ts'
import { paperScenarios } from './papers.ts'

const revised = changedMeanwhile(
  bills,
  {
    name: 'revised',
    title: 'A document is corrected between fetching and acknowledging',
    why: 'What you booked is not what it says now. An acknowledgement with `revision` is answered `stale`: fetch it anew, mend what you booked, and acknowledge the new revision, or tell with import-results that it changed.',
  },
  ({ data: { invoice_metadata: metadata } }) => {
    metadata['total'] = 1051
    metadata['round_off'] = 1
  },
)

/** What a client of scan export can meet, the harmless first. */
export const scanScenarios: readonly WaitingScenario<Bill>[] = [
  ...listScenarios(bills, ', until it is deleted after 30 days'),
  ...paperScenarios,
  ...refusalScenarios(bills),
  ...acknowledgingScenarios(bills),
  leaseOver(bills),
  revised,
]

function nameOf({ id, invoice_no: number }: Bill): string {
  return number === undefined ? `The document ${id}` : `The document ${number} (${id})`
}

export const scan: Profile = {
  name: 'scan',
  title: 'A client of scan export',
  place: '/scan-export',
  scenarios: scanScenarios.map((scenario) => staged({ kindOf, answerOf, nameOf }, scenario)),
  refusal,
  takesApiKeyHeader: true,
  beyond: /\/v1\/(?:bridge|changes|leases|whoami|limits|vendors|products)\b/,
  acknowledgedIn,
}
