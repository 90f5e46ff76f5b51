import { gstSlabs } from '../../../../platform/gst.ts'
import { readPercent } from '../../checks/values.ts'
import { valueOf } from './cell-values.ts'
import type { Column } from './columns.ts'
import { figureOf, isAmount, isUnnamedMoney } from './content.ts'
import { withProvenFigures } from './figure-columns.ts'
import { withItemKeys, withSomeName } from './item-columns.ts'
import { textOf } from '../rows.ts'
import { cellOf, type TableLine } from './items.ts'
import { withoutTwins } from './twin-columns.ts'

/* What a column holds where its heading does not say it, or says two things: by what stands in it. */

/** A column's texts, line by line; '' where a line has nothing there. */
type Texts = readonly string[]

/** Part of the lines that must agree. */
const mostMin = 0.7

/** The columns with the keys that their content gives them. No two have the same. */
export function resolveColumns(columns: readonly Column[], lines: readonly TableLine[]): Column[] {
  const texts = columns.map(({ key }, index): Texts =>
    lines.map((line) => valueOf(cellOf(line, index), key, origin)?.text ?? ''),
  )
  const byTax = columns.map((column, index) =>
    withTaxPart(column, texts[index] ?? [], columns, texts),
  )
  const byDiscount = byTax.map((column, index) =>
    withDiscountPart(column, texts[index] ?? [], byTax, texts),
  )
  const byFigures = withPlainTotal(withProvenFigures(byDiscount, texts), texts)
  const byContent = withItemKeys(byFigures, namesOf(columns, lines))
  const resolved = byContent.map((column, index) =>
    withContentKey(column, texts[index] ?? [], byContent),
  )
  return withoutTwins(withSomeName(resolved, texts), texts)
}

/** What stands beside the figures of each line: below it are details of the item, in any column. */
function namesOf(columns: readonly Column[], lines: readonly TableLine[]): Texts[] {
  return columns.map((_, index) =>
    lines.map((line) => {
      const { main, lines: rows } = cellOf(line, index)
      return textOf(main.length > 0 ? main : (rows[0] ?? []))
    }),
  )
}

const origin = { label: '', source: 'text' } as const

const rateKeys = new Map([
  ['cgst', 'cgst_rate'],
  ['sgst', 'sgst_rate'],
  ['igst', 'igst_rate'],
  ['utgst', 'utgst_rate'],
  ['cess', 'cess_rate'],
  ['tax_amount', 'gst_rate'],
])

/** "CGST", "GST" and "Tax" stand over rates as well as over amounts. */
function withTaxPart(
  column: Column,
  texts: Texts,
  columns: readonly Column[],
  all: readonly Texts[],
): Column {
  const key = column.key ?? ''
  const rateKey = rateKeys.get(key)
  if (rateKey === undefined || /amount|amt/i.test(column.label) || !isRates(texts, key))
    return column
  const hasPercent = most(texts, (text) => text.includes('%'))
  const bases = all.filter((_, index) => isBase(columns[index]?.key))
  const isTax =
    !hasPercent &&
    texts.every((text, line) =>
      isTaxOn(
        text,
        bases.map((base) => base[line] ?? ''),
      ),
    )
  return { ...column, key: isTax ? key : rateKey }
}

function isBase(key: string | undefined): boolean {
  return key === 'taxable_value' || key === 'amount'
}

function isRates(texts: Texts, key: string): boolean {
  const isWhole = key === 'igst' || key === 'tax_amount'
  const slabs = new Set(gstSlabs.flatMap((slab) => (isWhole ? [slab] : [slab, slab / 2])))
  return most(texts, (text) => {
    const percent = readPercent(text)
    return percent !== undefined && slabs.has(percent)
  })
}

function isTaxOn(text: string, bases: readonly string[]): boolean {
  const tax = figureOf(text)
  if (tax === undefined || tax === 0) return true
  return bases.some((base) => {
    const amount = figureOf(base)
    if (amount === undefined) return false
    return gstSlabs.some((slab) =>
      [slab, slab / 2].some((rate) => isNear((amount * rate) / 100, tax)),
    )
  })
}

/** "Disc" stands over percentages as well as over amounts. */
function withDiscountPart(
  column: Column,
  texts: Texts,
  columns: readonly Column[],
  all: readonly Texts[],
): Column {
  if (column.key !== 'discount') return column
  if (most(texts, (text) => text.includes('%'))) return { ...column, key: 'discount_pct' }
  const figures = figuresOf(columns, all)
  const votes = texts.map((text, line) => {
    const discount = figureOf(text)
    const { qty, rate, amounts } = figures(line)
    if (discount === undefined || discount === 0 || qty === undefined || rate === undefined)
      return 0
    const gross = qty * rate
    const isPercent = amounts.some((amount) => isNear(gross * (1 - discount / 100), amount))
    const isAmountOff = amounts.some((amount) => isNear(gross - discount, amount))
    return Number(isPercent) - Number(isAmountOff)
  })
  return votes.reduce((sum, vote) => sum + vote, 0) > 0
    ? { ...column, key: 'discount_pct' }
    : column
}

function figuresOf(columns: readonly Column[], all: readonly Texts[]) {
  const at = (line: number, keys: readonly string[]) =>
    columns.flatMap(({ key }, index) => {
      const figure = keys.includes(key ?? '') ? leadingFigure(all[index]?.[line] ?? '') : undefined
      return figure === undefined ? [] : [figure]
    })
  return (line: number) => ({
    qty: at(line, ['qty'])[0],
    rate: at(line, ['rate'])[0],
    amounts: at(line, ['amount', 'taxable_value', 'total']),
  })
}

/** "12 Nos" is 12 and "45.00/kg" is 45. */
function leadingFigure(text: string): number | undefined {
  return figureOf(text) ?? figureOf(/^[₹\s]*([\d,.]+)/.exec(text)?.[1] ?? '')
}

/** "Total" over quantity × rate, and no other amount beside it, is what others call the amount. */
function withPlainTotal(columns: readonly Column[], all: readonly Texts[]): Column[] {
  const total = columns.findIndex(({ key }) => key === 'total')
  const printed = columns.filter(({ key }) =>
    ['amount', 'taxable_value', 'total'].includes(key ?? ''),
  )
  if (total === -1 || printed.length > 1) return [...columns]
  const isProduct = most(all[total] ?? [], (_, line) => isNet(columns, all, line))
  return columns.map((column, index) =>
    isProduct && index === total ? { ...column, key: 'amount' } : column,
  )
}

/** Whether what a line comes to is quantity × rate, less its discount. */
function isNet(columns: readonly Column[], all: readonly Texts[], line: number): boolean {
  const { qty, rate, amounts } = figuresOf(columns, all)(line)
  if (qty === undefined || rate === undefined) return false
  const off = (key: string) =>
    figureOf(all[columns.findIndex((column) => column.key === key)]?.[line]?.replace('%', '') ?? '')
  const gross = qty * rate
  const net =
    off('discount') === undefined
      ? gross * (1 - (off('discount_pct') ?? 0) / 100)
      : gross - (off('discount') ?? 0)
  return amounts.some((amount) => [gross, net].some((expected) => isNear(expected, amount)))
}

function hasKey(columns: readonly Column[], key: string): boolean {
  if (key === 'amount')
    return columns.some((column) => ['amount', 'taxable_value', 'total'].includes(column.key ?? ''))
  return columns.some((column) => column.key === key)
}

/** Columns under headings that nobody knows. */
function withContentKey(column: Column, texts: Texts, columns: readonly Column[]): Column {
  const isLast = columns.at(-1) === column
  if (isLast && isUnnamedMoney(column.key) && !hasKey(columns, 'amount') && most(texts, isAmount))
    return { ...column, key: 'amount' }
  if (column.key !== undefined || texts.every((text) => text === '')) return column
  const taken = new Set(columns.map(({ key }) => key))
  const isBehindNames = columns.indexOf(column) > columns.findIndex(({ key }) => isNameKey(key))
  // A Latin heading that is none of HSN stands over other numbers: challans, lots.
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

/** Rupees: what rounding a product to paise, or a bill's line to rupees, may take. */
function isNear(expected: number, printed: number): boolean {
  return Math.abs(expected - printed) <= Math.max(0.011, Math.min(0.5, Math.abs(printed) * 0.0005))
}
