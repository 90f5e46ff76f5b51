import type { Database } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/store.ts'
import type { Clock } from '../../platform/time.ts'

/** Everything the service needs. Made once when the app starts. */
export type StorefrontDeps = {
  database: Database
  clock: Clock
  store: FileStore
  /** The beginning of image addresses in answers, without a slash at its end. Undefined means the address of the request. */
  imageBaseUrl?: string | undefined
}
