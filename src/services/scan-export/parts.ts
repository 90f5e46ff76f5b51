import type { FindMatchers } from '../../names/matchers.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Book } from '../../platform/db/book.ts'
import type { FileStore } from '../../platform/files/store.ts'
import type { FindRules } from './rename-rules/rules-in-force.ts'

/** What the service works with; made once when the app is put together. */
export type ScanExportParts = {
  book: Book
  clock: Clock
  store: FileStore
  names: FindMatchers
  rules: FindRules
}
