/** What a row says, by the name of the column; '' where it says nothing. Throws for a column that there is not. */
export type Row = (column: string) => string

/**
 * Sample data as text, in one notation: tables with an empty line between them, the names of the columns first, a bar between cells. By
 * what stands first in a row; a thing may have a row in each table.
 */
export function readTables(text: string): ReadonlyMap<string, Row> {
  const things = new Map<string, Map<string, string>>()
  for (const table of text.trim().split(/\n\s*\n/)) {
    const [columns = [], ...rows] = table.split('\n').map((line) => line.trim().split(/ *\| */))
    for (const cells of rows) {
      const [name = ''] = cells
      const said = things.get(name) ?? new Map<string, string>()
      for (const [at, column] of columns.entries()) said.set(column, cells[at] ?? '')
      things.set(name, said)
    }
  }
  return new Map([...things].map(([name, said]) => [name, (column) => cellOf(said, column)]))
}

function cellOf(said: ReadonlyMap<string, string>, column: string): string {
  const cell = said.get(column)
  if (cell === undefined) throw new RangeError(`No table has a column ${column}.`)
  return cell
}
