import { recordHistory } from '../../../accounts/history.ts'
import { renameName } from '../../../names/rename-name.ts'
import { requireEntry } from '../../../names/require-entry.ts'
import type { ConsoleDeps } from '../parts.ts'

/** Gives an entry another name; `by` is the owner. Throws as `renameName` does. */
export async function renameEntry(
  { database, clock }: Pick<ConsoleDeps, 'database' | 'clock'>,
  input: { id: string; name: string; keepsOldName: boolean },
  by: string,
) {
  return await database.write((conn) => {
    const now = clock.now()
    const before = requireEntry(conn, input.id)
    const renamed = renameName(conn, input, now)
    if (renamed.changed) {
      const details = { kind: before.kind, name: before.name, to: input.name.trim() }
      recordHistory(conn, now, { action: 'name renamed', userId: by, details })
    }
    return renamed
  })
}
