import type { Conn } from '../../platform/db/connection.ts'
import type { Database } from '../../platform/db/database.ts'
import { foldText, toNfc } from '../../platform/text.ts'
import {
  deleteMaster,
  deleteTerms,
  findMaster,
  insertMaster,
  insertTerm,
  listUnseen,
  setRun,
} from './master-queries.ts'
import { sortMasters, termsOf, type Master, type MasterKind, type RefusedMaster } from './rules.ts'

export type MastersInput = {
  books: number
  kind: MasterKind
  masters: readonly unknown[]
  gone: readonly string[]
  /** The read that this call is part of. Default: a read of its own. */
  run: string
  /** Whether this is the last call of a full read. Masters that the read did not see are then removed. */
  isWhole: boolean
}

export type StoredMasters = { stored: number; gone: number; refused: RefusedMaster[] }

type Deps = { database: Database }

/**
 * Stores the masters that a bridge read, in short transactions. An unchanged master is only marked as seen. A faulty master is refused
 * alone.
 */
export async function storeMasters(
  deps: Deps,
  { books, kind, masters, gone, run, isWhole }: MastersInput,
): Promise<StoredMasters> {
  const { good, refused } = sortMasters(masters)
  const of = { books, kind }
  const remove = (conn: Conn, id: string) => removeMaster(conn, of, id)
  const stored = await countEach(deps, good, (conn, master) => storeMaster(conn, of, master, run))
  const removed = await countEach(deps, gone, remove)
  const unseen = isWhole ? listUnseen(deps.database.read).all({ ...of, run }) : []
  const dropped = await countEach(deps, unseen, (conn, { id }) => remove(conn, id))
  return { stored, gone: removed + dropped, refused }
}

/** Counts the items that changed something. */
async function countEach<T>(
  { database }: Deps,
  items: readonly T[],
  change: (conn: Conn, item: T) => boolean,
): Promise<number> {
  let changed = 0
  const slices = database.writeEach(items, {}, (conn, slice) =>
    Array.from(slice, (item) => change(conn, item)),
  )
  for await (const slice of slices) changed += slice.filter(Boolean).length
  return changed
}

type Of = { books: number; kind: MasterKind }

/** Returns whether the master changed. */
function storeMaster(conn: Conn, of: Of, master: Master, run: string): boolean {
  const { id, alter_id: alterId, gstin = '', hsn = '', ...rest } = master
  const name = toNfc(master.name)
  const known = findMaster(conn).get({ ...of, id })
  if (known?.alterId === alterId && known.name === name) {
    if (known.run !== run) setRun(conn).run({ ...of, id, run })
    return false
  }
  if (known !== undefined) removeMaster(conn, of, id)
  const { name: _, ...details } = rest
  insertMaster(conn).run({
    ...of,
    id,
    name,
    folded: foldText(name),
    alterId,
    gstin: gstin.trim().toUpperCase(),
    hsn: hsn.trim(),
    details: JSON.stringify(details),
    run,
  })
  for (const term of termsOf([name, ...(master.aliases ?? [])])) {
    insertTerm(conn).run({ ...of, term, masterId: id })
  }
  return true
}

function removeMaster(conn: Conn, of: Of, id: string): boolean {
  const isKnown = findMaster(conn).get({ ...of, id }) !== undefined
  deleteTerms(conn).run({ ...of, masterId: id })
  deleteMaster(conn).run({ ...of, id })
  return isKnown
}
