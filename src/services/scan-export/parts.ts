import type { FindMatchers } from '../../names/matchers.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/store.ts'
import type { FindRules } from './rename-rules/rules-in-force.ts'

/** What the service works with; made once when the app is put together. */
export type ScanExportDeps = {
  database: Database
  clock: Clock
  store: FileStore
  names: FindMatchers
  rules: FindRules
}
