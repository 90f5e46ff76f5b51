import type { FileStore } from './store.ts'

/**
 * A store that also finds what another one has, and leaves that one as it is: what is put goes into `own`, and only from there
 * something is removed.
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
