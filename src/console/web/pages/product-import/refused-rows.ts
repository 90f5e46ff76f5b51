import { textOfCell } from '../../../../platform/csv.ts'
import type { RowResult } from './import-rows.ts'

const reasonTitle = 'Why it was refused'

/** The refused rows as they were, each with its reason: corrected, the same file can be brought in. */
export function refusedRows(header: readonly string[], results: readonly RowResult[]): string[][] {
  const width = header.length
  const rows = results
    .filter(({ outcome }) => outcome === 'refused')
    .map(({ cells, reasons }) => [
      ...Array.from({ length: width }, (_, i) => textOfCell(cells[i] ?? '')),
      reasons.join(' '),
      ...cells.slice(width).map(textOfCell),
    ])
  return [[...header.map(textOfCell), reasonTitle], ...rows]
}

/** A table with the titles that are understood, to be filled. */
export const sampleTable = [
  ['SKU', 'Name', 'Category', 'MRP', 'Selling price', 'Stock', 'GST %', 'HSN code', 'Barcode'],
  ['RICE-5KG', 'Basmati rice 5 kg', '', '650', '599.50', '40', '5', '10063020', '8901234567890'],
]
