import type { NameInput } from '../../../names/add-name.ts'
import { readAliasCell } from '../../../names/alias-cell.ts'
import { aliasesMax, nameLength, nameLengthMax } from '../../../names/rules.ts'
import { textOfCell } from '../../../platform/csv.ts'

/** A row of a file: its two cells. */
export type Row = { name: string; aliases: string }

type ReadRow = NameInput & {
  /** Why the row cannot be taken, in the words of whoever made the file; null when it can. */
  wrong: string | null
}

/** Characters of a spelling that are shown back. */
const shownMax = 40

export function readRow(row: Row): ReadRow {
  const name = textOfCell(row.name)
  const aliases = readAliasCell(textOfCell(row.aliases))
  return { name, aliases, wrong: wrongWith({ name, aliases }) }
}

function wrongWith({ name, aliases }: NameInput): string | null {
  if (nameLength(name) === 0) return 'The name is missing.'
  if (nameLength(name) > nameLengthMax) return tooLong('name', name)
  if (aliases.length > aliasesMax) {
    return `The row has ${counted(aliases.length)} aliases; at most ${counted(aliasesMax)} can be added at once.`
  }
  if (aliases.some((alias) => nameLength(alias) === 0)) return 'An alias has no letters.'
  const long = aliases.find((alias) => nameLength(alias) > nameLengthMax)
  return long === undefined ? null : tooLong('alias', long)
}

function counted(number: number): string {
  return number.toLocaleString('en-IN')
}

function tooLong(what: string, text: string): string {
  const begin = Array.from(text.trim()).slice(0, shownMax).join('')
  return `The ${what} “${begin}…” has ${nameLength(text)} characters; at most ${nameLengthMax} are allowed.`
}
