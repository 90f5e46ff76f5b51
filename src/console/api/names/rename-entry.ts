import { recordHistory } from '../../../accounts/history.ts'
import { renameName } from '../../../names/rename-name.ts'
import { requireEntry } from '../../../names/require-entry.ts'
import type { ConsoleParts } from '../parts.ts'

/** Gives an entry another name; `by` is the owner. Throws as `renameName` does. */
export async function renameEntry(
  { book, clock }: Pick<ConsoleParts, 'book' | 'clock'>,
  wish: { id: string; name: string; keepsOldName: boolean },
  by: string,
) {
  return await book.write((conn) => {
    const now = clock.now()
    const before = requireEntry(conn, wish.id)
    const renamed = renameName(conn, wish, now)
    if (renamed.changed) {
      const details = { kind: before.kind, name: before.name, to: wish.name.trim() }
      recordHistory(conn, now, { action: 'name renamed', userId: by, details })
    }
    return renamed
  })
}
