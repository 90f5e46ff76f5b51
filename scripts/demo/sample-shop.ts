import { members, organisation, owner } from '../../src/cli/demo/dates.ts'
import { sampleBankStatements } from './bank-statements.ts'
import { sampleInvoices } from './invoices.ts'
import { products } from './products.ts'
import { samplePurchaseOrders } from './purchase-orders.ts'
import { seededRandom } from './random.ts'
import { type SampleRule, sampleRules } from './rules.ts'
import type { SampleScan } from './sample-scan.ts'
import { billsToTypeIn } from './to-type-in.ts'
import { sampleVendors } from './vendors.ts'

/** The scan side of a small general store in Pune, in the fields of the import files. */
export type SampleShop = {
  vendors: { name: string; aliases: string[] }[]
  productNames: { name: string; aliases: string[] }[]
  rules: SampleRule[]
  /** Oldest first. */
  scans: SampleScan[]
  /** Later than all scans above. */
  toTypeIn: SampleScan[]
}

/**
 * A shop with 30 days of papers before `now` (ms): 190 vendor invoices, 50 purchase orders, 60 bank
 * statements, ten of them due for deletion tomorrow. The same seed and `now` give the same shop, byte for byte.
 */
export function sampleShop({ seed, now }: { seed: number; now: number }): SampleShop {
  const random = seededRandom(seed)
  const vendors = sampleVendors(random)
  const shop = { random, now, organisation, owner, members, vendors, products }
  const scans = [
    ...sampleInvoices(shop),
    ...samplePurchaseOrders(shop),
    ...sampleBankStatements(shop),
  ]
  const sorted = scans.toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
  return {
    vendors: vendors.map(namesOf),
    productNames: products.map(namesOf),
    rules: [...sampleRules],
    scans: sorted,
    toTypeIn: billsToTypeIn(shop, sorted),
  }
}

function namesOf({ name, aliases }: { name: string; aliases: readonly string[] }) {
  return { name, aliases: [...aliases] }
}
