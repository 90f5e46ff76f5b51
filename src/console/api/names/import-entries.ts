import type { AddedName } from '../../../names/add-name.ts'
import { importNames, type ImportedName } from '../../../names/import-names.ts'
import { namePlanner } from '../../../names/plan-names.ts'
import type { NameKind } from '../../../names/rules.ts'
import { eachInTurns } from '../../../platform/slices.ts'
import type { ConsoleDeps } from '../parts.ts'
import { readRow, type Row } from './read-rows.ts'

/**
 * Enters rows of a file in transactions that keep nobody waiting, and says what became of each, in order. A bad row
 * changes nothing else.
 */
export async function importEntries(
  { database, clock }: Pick<ConsoleDeps, 'database' | 'clock'>,
  kind: NameKind,
  rows: readonly Row[],
) {
  const read = rows.map(readRow)
  const inputs = read.filter(({ wrong }) => wrong === null)
  const imported: ImportedName[] = []
  while (imported.length < inputs.length) {
    const rest = inputs.slice(imported.length)
    imported.push(
      ...(await database.write((conn) => importNames(conn, kind, rest, clock), { alone: true })),
    )
  }
  const outcomes = imported.values()
  return {
    rows: read.map(({ wrong }) =>
      wrong === null ? shownOutcome(outcomes.next().value) : refused(wrong),
    ),
  }
}

/** What entering a whole file would do: how many rows of each outcome, and those that there is something to say of. */
export async function checkEntries(
  { database }: Pick<ConsoleDeps, 'database'>,
  kind: NameKind,
  rows: readonly Row[],
) {
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 }
  const noted: (Shown & { at: number })[] = []
  const plan = namePlanner(database.read, kind)
  await eachInTurns(rows.entries(), ([at, row]) => {
    const { wrong, ...input } = readRow(row)
    const shown = wrong === null ? shownAdded(plan(input)) : refused(wrong)
    counts[shown.outcome] += 1
    if (hasNote(shown)) noted.push({ at, ...shown })
  })
  return { counts, noted }
}

type Shown = ReturnType<typeof refused> | ReturnType<typeof shownAdded>

function hasNote({ message, conflicts, shadowed }: Shown): boolean {
  return message !== null || conflicts.length > 0 || shadowed !== null
}

function shownOutcome(imported: ImportedName | undefined): Shown {
  if (imported === undefined) throw new Error('A row of the file was not entered.')
  return 'error' in imported ? refused(imported.error.message) : shownAdded(imported)
}

function refused(message: string) {
  return { outcome: 'refused' as const, message, conflicts: [], shadowed: null }
}

function shownAdded({ created, aliasesAdded, conflicts, shadowed }: Omit<AddedName, 'id'>) {
  const updated = aliasesAdded > 0 ? ('updated' as const) : ('unchanged' as const)
  return {
    outcome: created ? ('created' as const) : updated,
    message: null,
    conflicts: conflicts.map(({ alias, name }) => ({ alias, holder: name })),
    /** Whose alias the new name was until now. */
    shadowed: shadowed?.name ?? null,
  }
}
