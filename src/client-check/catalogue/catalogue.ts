import type { Profile } from '../profile.ts'
import { storefrontRefusal } from '../storefront.ts'
import { countScenarios } from './counts.ts'
import { faultScenarios } from './faults.ts'
import { rowScenarios } from './rows-refused.ts'
import { staged } from './staged.ts'

/** What a client that sends articles, stock and prices can meet, the harmless first. */
export const catalogue: Profile = {
  name: 'catalogue',
  title: 'A client of the catalogue',
  place: '/storefront',
  scenarios: [...rowScenarios, ...countScenarios, ...faultScenarios].map(staged),
  refusal: storefrontRefusal,
  takesApiKeyHeader: false,
  beyond: /\/v1\/(?:bridge|changes|leases|whoami|limits|products\/(?!bulk|stock|digest)|orders)\b/,
}
