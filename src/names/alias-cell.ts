/** Between the aliases in one cell of a table. */
export const aliasSeparator = '|'

/** The aliases of a cell. In an alias itself the separator and a backslash have a backslash before them. */
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
