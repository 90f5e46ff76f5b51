import { Type, type Static } from '@sinclair/typebox'
import type { FindMatchers } from '../../names/matching.ts'
import type { Database } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/store.ts'
import type { Clock } from '../../platform/time.ts'
import type { FindRules } from './rules-in-force.ts'
import { declareSetting } from '../../platform/settings.ts'

/** What the service works with. Made once at the start. */
export type ScanExportDeps = {
  database: Database
  clock: Clock
  store: FileStore
  names: FindMatchers
  rules: FindRules
}

/** What counts as a duplicate: the same invoice number (the contract's default), or the same number and seller. */
export const duplicatesSetting = declareSetting({
  name: 'scan-export.duplicates',
  schema: Type.Union([Type.Literal('invoice_no'), Type.Literal('invoice_no_and_seller')]),
  default: 'invoice_no' as const,
})

export type DuplicatesBy = Static<(typeof duplicatesSetting)['schema']>
