import { valueOf } from './cell-values.ts'
import { withRoles } from './column-roles.ts'
import type { Column } from './columns.ts'
import { isAmount, isUnnamedMoney } from './content.ts'
import { withItemKeys, withSomeName } from './item-columns.ts'
import { textOf } from '../rows.ts'
import { cellOf, type TableLine } from './items.ts'

/* Finds a column's key by its content when the heading does not say it or is ambiguous. */

/** A column's texts, line by line. '' means that the line has no text there. */
type Texts = readonly string[]

/** The share of lines that must agree. */
const mostMin = 0.7

/** Gives columns the keys of their content. No two columns have the same key. */
export function resolveColumns(columns: readonly Column[], lines: readonly TableLine[]): Column[] {
  const texts = columns.map(({ key }, index): Texts =>
    lines.map((line) => valueOf(cellOf(line, index), key, origin)?.text ?? ''),
  )
  const byFigures = withRoles(columns, texts)
  const byContent = withItemKeys(byFigures, namesOf(columns, lines))
  const resolved = byContent.map((column, index) =>
    withContentKey(column, texts[index] ?? [], byContent),
  )
  return withSomeName(resolved, texts)
}

/** The texts beside the figures of each line. Below them stand details of the item, in any column. */
function namesOf(columns: readonly Column[], lines: readonly TableLine[]): Texts[] {
  return columns.map((_, index) =>
    lines.map((line) => {
      const { main, lines: rows } = cellOf(line, index)
      return textOf(main.length > 0 ? main : (rows[0] ?? []))
    }),
  )
}

const origin = { label: '', source: 'text' } as const

function hasKey(columns: readonly Column[], key: string): boolean {
  if (key === 'amount')
    return columns.some((column) => ['amount', 'taxable_value', 'total'].includes(column.key ?? ''))
  return columns.some((column) => column.key === key)
}

/** Finds the key of a column with an unknown heading. */
function withContentKey(column: Column, texts: Texts, columns: readonly Column[]): Column {
  const isLast = columns.at(-1) === column
  if (
    isLast &&
    isUnnamedMoney(column.key, columns) &&
    !hasKey(columns, 'amount') &&
    most(texts, isAmount)
  )
    return { ...column, key: 'amount' }
  if (column.key !== undefined || texts.every((text) => text === '')) return column
  const taken = new Set(columns.map(({ key }) => key))
  const isBehindNames = columns.indexOf(column) > columns.findIndex(({ key }) => isNameKey(key))
  // A Latin heading other than HSN stands over other numbers: challans, lots.
  const mayBeHsn = isBehindNames && !/\p{Script=Latin}/u.test(column.label) && !taken.has('hsn')
  if (mayBeHsn && most(texts, (text) => /^\d{4}(?:\d{2}){0,2}$/.test(text)))
    return { ...column, key: 'hsn' }
  const isSerial =
    (texts.length > 1 || columns[0] === column) &&
    texts.every((text, index) => text.replace(/[.)]$/, '') === String(index + 1))
  if (!taken.has('sl_no') && isSerial) return { ...column, key: 'sl_no' }
  return column
}

function isNameKey(key: string | undefined): boolean {
  return key === 'description' || key === 'product_name'
}

function most(texts: Texts, holds: (text: string, line: number) => boolean): boolean {
  const filled = texts.map((text, line) => ({ text, line })).filter(({ text }) => text !== '')
  return (
    filled.length > 0 &&
    filled.filter(({ text, line }) => holds(text, line)).length >= mostMin * filled.length
  )
}
