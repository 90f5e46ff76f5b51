import { AppError } from '../platform/errors.ts'
import { toNfc } from '../platform/text.ts'

/** Length of a name or alias after trimming, in characters, and the most aliases in one call. */
export const nameLengthMax = 200
export const aliasesMax = 1000

/** A visible character: neither a separator nor a control or format character. */
const visible = /[^\p{Z}\p{C}]/u

export type NameKind = 'vendor' | 'product'

/** The actions of names in account history, with their subjects. */
export const nameActions = {
  'name renamed': 'names',
  'names merged': 'names',
  'name deleted': 'names',
} as const

/** The name in its stored form. Throws AppError `invalid_request`. */
export function checkedName(text: string): string {
  return checkedText('name', 'name', text)
}

/** The aliases in their stored form, in order. Throws AppError `invalid_request`. */
export function checkedAliases(texts: readonly string[]): string[] {
  if (texts.length > aliasesMax) {
    throw new AppError(
      'invalid_request',
      `aliases must be a list of at most ${aliasesMax}, got ${texts.length}.`,
      { field: 'aliases' },
    )
  }
  return texts.map((text, i) => checkedText('aliases', `aliases[${i}]`, text))
}

/** Characters of a name or alias in its stored form. 0 when none of them is visible. */
export function nameLength(text: string): number {
  const trimmed = asStored(text)
  return visible.test(trimmed) ? Array.from(trimmed).length : 0
}

/** `place` is the text's place in the field. */
function checkedText(field: string, place: string, text: string): string {
  const length = nameLength(text)
  if (length >= 1 && length <= nameLengthMax) return asStored(text)
  throw new AppError(
    'invalid_request',
    `${place} must have 1 to ${nameLengthMax} characters, got ${length}.`,
    { field },
  )
}

function asStored(text: string): string {
  return toNfc(text).trim()
}

/** Separates the aliases in one cell of a table. */
export const aliasSeparator = '|'

/** The aliases of a cell. Within an alias, a backslash precedes the separator and the backslash itself. */
export function readAliasCell(cell: string): string[] {
  const aliases = ['']
  for (const [piece] of cell.matchAll(/\\[\\|]|[^]/gu)) {
    if (piece === aliasSeparator) aliases.push('')
    else
      aliases.push(
        (aliases.pop() ?? '') +
          (piece.length > 1 && piece.startsWith('\\') ? piece.slice(1) : piece),
      )
  }
  return aliases.filter((alias) => alias.trim() !== '')
}

/** The cell that `readAliasCell` reads as these aliases. */
export function aliasCell(aliases: readonly string[]): string {
  return aliases.map((alias) => alias.replaceAll(/[\\|]/g, String.raw`\$&`)).join(aliasSeparator)
}
