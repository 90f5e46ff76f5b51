import { checkLines, computedAmount } from '../../paper/checks/check-lines.ts'
import type { Fields } from '../../paper/checks/document.ts'
import { readFigures } from '../../paper/checks/figures.ts'
import { valueOf } from './cell-values.ts'
import type { BodyRow } from './body-rows.ts'
import type { Column } from './columns.ts'
import { figureOf } from './content.ts'

/* Proves a line by quantity × rate − discount = amount, with the arithmetic that also checks typed lines. */

/** Whether the figures of a line prove each other. Undefined if one is missing. */
export function isProven(fields: Fields): boolean | undefined {
  const { lines } = readFigures({ category: 'vendor_invoice', head: {}, lines: [fields] })
  const [line] = lines
  if (line === undefined || computedAmount(line) === undefined) return undefined
  const hasAmount = [line.amount, line.taxable, line.total].some((paise) => paise !== undefined)
  return hasAmount ? checkLines([line]).length === 0 : undefined
}

/** Does the same for a single row, before rows are joined to lines. */
export function isProvenRow({ cells }: BodyRow, columns: readonly Column[]): boolean {
  const fields: Record<string, string> = {}
  for (const [index, { key, label }] of columns.entries()) {
    const pieces = cells[index] ?? []
    const value = valueOf({ main: pieces, lines: pieces.length === 0 ? [] : [pieces] }, key, {
      label,
      source: 'text',
    })
    if (key !== undefined && value !== undefined) fields[key] ??= value.text
  }
  return (
    isProven(fields) === true && amountKeys.some((key) => (figureOf(fields[key] ?? '') ?? 0) !== 0)
  )
}

/** A product of zeros proves nothing. */
const amountKeys = ['amount', 'taxable_value', 'total']
