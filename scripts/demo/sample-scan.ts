import type { Paper } from '../../src/cli/demo/papers/write-papers.ts'
import type { Person } from '../../src/cli/demo/dates.ts'
import type { Category } from '../../src/paper/categories.ts'
import type { RawDocument } from '../../src/paper/rules/normalise.ts'
import type { Product } from './products.ts'
import type { Random } from './random.ts'
import type { Vendor } from './vendors.ts'

/** One line of the import file for scans. */
export type SampleScan = {
  /** The e-mail address of the user who scanned it. */
  user: string
  category: Category
  filename: string
  status: 'pending' | 'successful' | 'failed'
  failure_reason?: string
  /** ISO 8601, UTC, milliseconds. */
  created_at: string
  raw: RawDocument | null
  /** The paper that was scanned. Absent if the sample has no file for it. */
  paper?: SamplePaper
}

/** A paper: its text, and what is wrong with its photo or file. All scans of one paper share the object. */
export type SamplePaper = { printed: RawDocument; fault?: Paper['fault'] }

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
