import type { Clock } from '../../platform/clock.ts'
import type { Book } from '../../platform/db/book.ts'
import type { FileStore } from '../../platform/files/store.ts'

/** What the service works with; made once when the app is put together. */
export type StorefrontParts = { book: Book; clock: Clock; store: FileStore }
