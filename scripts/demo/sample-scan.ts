import type { Person } from '../../src/cli/demo/people.ts'
import type { Category } from '../../src/services/scan-export/categories.ts'
import type { RawDocument } from '../../src/services/scan-export/service.ts'
import type { Product } from './products.ts'
import type { Random } from './random.ts'
import type { Vendor } from './vendors.ts'

/** One line of the import file for scans. */
export type SampleScan = {
  /** The e-mail address of the user who scanned it. */
  user: string
  category: Category
  filename: string
  status: 'successful' | 'failed'
  failure_reason?: string
  /** ISO 8601, UTC, milliseconds. */
  created_at: string
  raw: RawDocument | null
}

/** What the papers of the sample shop are made from. */
export type ShopPapers = {
  random: Random
  now: number
  organisation: { name: string; gstin: string }
  owner: Person
  members: readonly Person[]
  vendors: readonly Vendor[]
  products: readonly Product[]
}
