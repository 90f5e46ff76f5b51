import Papa from 'papaparse'
import type { ImportFile } from './import-file.ts'
import type { RowResult } from './import-rows.ts'

/** Excel takes a file without it for one of an old Windows code page, and garbles every Indian script. */
const byteOrderMark = '\uFEFF'

const reasonTitle = 'Why it was refused'

/** The refused rows as they were, each with its reason: corrected, the same file can be brought in. */
export function refusedCsv(
  { header, delimiter }: Pick<ImportFile, 'header' | 'delimiter'>,
  results: readonly RowResult[],
): string {
  const width = header.length
  const rows = results
    .filter(({ outcome }) => outcome === 'refused')
    .map(({ cells, reasons }) => [
      ...Array.from({ length: width }, (_, i) => cells[i] ?? ''),
      reasons.join(' '),
      ...cells.slice(width),
    ])
  return csvOf([[...header, reasonTitle], ...rows], delimiter)
}

/** A table with the titles that are understood, to be filled. */
export function sampleCsv(): string {
  return csvOf(
    [
      ['SKU', 'Name', 'Category', 'MRP', 'Selling price', 'Stock', 'GST %', 'HSN code', 'Barcode'],
      [
        'RICE-5KG',
        'Basmati rice 5 kg',
        '',
        '650',
        '599.50',
        '40',
        '5',
        '10063020',
        '8901234567890',
      ],
    ],
    ',',
  )
}

function csvOf(rows: readonly (readonly string[])[], delimiter: string): string {
  const table = rows.map((row) => [...row])
  return `${byteOrderMark}${Papa.unparse(table, { delimiter, newline: '\r\n' })}\r\n`
}
