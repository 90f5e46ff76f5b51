import { recordHistory } from '../history.ts'
import {
  mergeNames,
  requireMergeable,
  removeName,
  renameName,
} from '../../../names/change-names.ts'
import { requireEntry } from '../../../names/queries.ts'
import { replaceVendor } from '../../../services/storefront/service.ts'
import type { ConsoleDeps } from '../deps.ts'

type NameDeps = Pick<ConsoleDeps, 'database' | 'clock'>

/*
 * Products of the catalogue name vendors by their id. They change together with the list: in the same transaction, or,
 * where there are very many, in transactions before it, which leave them with a vendor that is in the list.
 */

/**
 * Makes one entry of two. Products of a vendor that goes become products of the one that stays. `by` is
 * the owner.
 * Throws AppError `not_found`, `invalid_request`.
 */
export async function mergeEntries(
  { database, clock }: NameDeps,
  input: { from: string; into: string },
  by: string,
): Promise<void> {
  await untilDone(() =>
    database.write(
      (conn) => {
        const { from, into } = requireMergeable(conn, input)
        const { kind } = from
        if (kind === 'vendor' && replaceVendor(conn, { from: input.from, to: input.into }))
          return false
        const now = clock.now()
        mergeNames(conn, input, now)
        const details = { kind, name: from.name, into: into.name }
        recordHistory(conn, now, { action: 'names merged', userId: by, details })
        return true
      },
      { alone: true },
    ),
  )
}

/** Deletes an entry; `by` is the owner. Products of a vendor that goes have none from then on. Throws AppError `not_found`. */
export async function removeEntry(
  { database, clock }: NameDeps,
  id: string,
  by: string,
): Promise<void> {
  await untilDone(() =>
    database.write(
      (conn) => {
        const { kind, name } = requireEntry(conn, id)
        if (kind === 'vendor' && replaceVendor(conn, { from: id, to: null })) return false
        removeName(conn, id)
        const details = { kind, name }
        recordHistory(conn, clock.now(), { action: 'name deleted', userId: by, details })
        return true
      },
      { alone: true },
    ),
  )
}

async function untilDone(step: () => Promise<boolean>): Promise<void> {
  while (!(await step()));
}

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
