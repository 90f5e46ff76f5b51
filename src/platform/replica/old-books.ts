import type { Place } from '../offsite/place.ts'
import { bookFolder } from './claims.ts'
import { removeGone } from './gone.ts'

const noteName = 'books-gone.json'

/**
 * Removes the books of claims that were replaced, once no moment of theirs is kept any more. Only for who holds the claim
 * `epoch`, and only once its own book is there: until then an earlier one is all that there is.
 */
export async function removeOldBooks(place: Place, epoch: number, now: number): Promise<void> {
  const own = bookFolder(epoch)
  const books = Map.groupBy(await place.list('book'), folderOf)
  if (!books.has(own)) return
  // Their numbers have as many digits each.
  const old = [...books.keys()].filter((folder) => folder < own)
  await removeGone(place, { note: noteName, names: old, now }, async (folder) => {
    for (const name of books.get(folder) ?? []) await place.remove(name)
    // On a disk; in S3 there is nothing of that name.
    await place.remove(folder)
  })
}

/** "book/00000001" of a file in it. */
function folderOf(name: string): string {
  return name.split('/', 2).join('/')
}
