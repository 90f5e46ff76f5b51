import { readAliasCell } from '../../../names/alias-cell.ts'
import { importNames, type ImportedName } from '../../../names/import-names.ts'
import type { NameKind } from '../../../names/rules.ts'
import type { ConsoleParts } from '../parts.ts'

type Row = { name: string; aliases: string }

/**
 * Enters rows of a file in transactions that keep nobody waiting, and says what became of each, in order. A bad row
 * changes nothing else.
 */
export async function importEntries(
  { book, clock }: Pick<ConsoleParts, 'book' | 'clock'>,
  kind: NameKind,
  rows: readonly Row[],
) {
  const wishes = rows.map(({ name, aliases }) => ({ name, aliases: readAliasCell(aliases) }))
  const imported: ImportedName[] = []
  while (imported.length < wishes.length) {
    const rest = wishes.slice(imported.length)
    imported.push(
      ...(await book.write((conn) => importNames(conn, kind, rest, clock), { alone: true })),
    )
  }
  return { rows: imported.map(shownOutcome) }
}

function shownOutcome(imported: ImportedName) {
  if ('error' in imported) {
    return { outcome: 'refused' as const, message: imported.error.message, conflicts: [] }
  }
  const { created, aliasesAdded, conflicts } = imported
  const updated = aliasesAdded > 0 ? ('updated' as const) : ('unchanged' as const)
  return {
    outcome: created ? ('created' as const) : updated,
    message: null,
    conflicts: conflicts.map(({ alias, name }) => ({ alias, holder: name })),
  }
}
