import type { FileStore } from './store.ts'

/**
 * A store that also finds the files of another store but never changes that one: new files go into `own`, and only files in `own` are
 * removed.
 */
export function storeAbove(
  own: FileStore,
  below: Pick<FileStore, 'has' | 'isWhole' | 'path'>,
): FileStore {
  return {
    ...own,
    path: (kind, hash) =>
      own.has(kind, hash) || !below.has(kind, hash) ? own.path(kind, hash) : below.path(kind, hash),
    has: (kind, hash) => own.has(kind, hash) || below.has(kind, hash),
    isWhole: (kind, hash) =>
      own.has(kind, hash) ? own.isWhole(kind, hash) : below.isWhole(kind, hash),
  }
}
