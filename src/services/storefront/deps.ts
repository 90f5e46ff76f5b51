import type { Database } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/store.ts'
import type { Clock } from '../../platform/time.ts'

/** What the service works with; made once when the app is put together. */
export type StorefrontDeps = {
  database: Database
  clock: Clock
  store: FileStore
  /** Where addresses of images in answers begin, without a slash at its end; undefined: where the request came to. */
  imageBaseUrl?: string | undefined
}
