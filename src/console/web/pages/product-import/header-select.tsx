import { Select } from '@mantine/core'
import { headerRowsMax, titlesAt } from './find-header.ts'
import type { ImportFile } from './import-file.ts'

/** Titles of a row that are shown. */
const shownMax = 4

/** Which row names the columns; above it there may be the firm, the report and the period. */
export function HeaderSelect({
  file,
  onChange,
}: {
  file: ImportFile
  onChange(row: number): void
}) {
  const { table, headerRow } = file
  // Something must be left below it.
  const rows = table.slice(0, Math.min(headerRowsMax, table.length - 1))
  return (
    <Select
      label="The columns are named in"
      w={{ base: '100%', xs: '20rem' }}
      allowDeselect={false}
      data={rows.map(({ row }) => ({
        value: String(row),
        label: `Row ${row}: ${shownTitles(titlesAt(table, row))}`,
      }))}
      value={String(headerRow)}
      onChange={(row) => onChange(Number(row))}
    />
  )
}

function shownTitles(titles: readonly string[]): string {
  const filled = titles.filter((title) => title !== '')
  const more = filled.length > shownMax ? ', …' : ''
  return `${filled.slice(0, shownMax).join(', ')}${more}`
}
