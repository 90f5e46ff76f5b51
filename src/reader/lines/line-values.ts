import type { ReadValue } from '../page.ts'
import { textOf } from '../rows.ts'
import { isTaxType } from './body-rows.ts'
import { type LineValues, readValue, splitQuantity, splitRate, splitTax } from './cell-values.ts'
import type { Column } from './columns.ts'
import { takeDetails } from './details.ts'
import type { TableLine } from './items.ts'
import { isProven } from './proof.ts'

/* Splits cells that hold several values. */

/** Adds the values that share a cell with another value. */
export function completeValues(
  values: LineValues,
  line: TableLine,
  columns: readonly Column[],
): LineValues {
  splitUnits(values)
  splitTaxes(values)
  readTaxRows(values, line, columns)
  takeDetails(values)
  return values
}

/** Part of a value. It has the place of the whole value and no heading. */
function partOf(value: ReadValue, text: string): ReadValue {
  return { ...value, text, label: '' }
}

function splitUnits(values: LineValues): void {
  const qty = values.get('qty')
  const quantity = qty === undefined ? undefined : splitQuantity(qty.text)
  if (qty !== undefined && quantity !== undefined) {
    const { number, unit } = quantityOfRate(values, quantity)
    values.set('qty', { ...qty, text: number })
    if (unit !== '' && !values.has('unit')) values.set('unit', partOf(qty, unit))
    if (quantity.free !== '' && !values.has('free_qty'))
      values.set('free_qty', partOf(qty, quantity.free))
  }
  const rate = values.get('rate')
  const split = rate === undefined ? undefined : splitRate(rate.text)
  if (rate === undefined || split === undefined) return
  values.set('rate', { ...rate, text: split.rate })
  if (!values.has('unit')) values.set('unit', partOf(rate, split.unit))
}

/** "2 Box (24 Pcs)" with a rate for a piece means 24. */
function quantityOfRate(
  values: LineValues,
  { number, unit, other }: NonNullable<ReturnType<typeof splitQuantity>>,
): { number: string; unit: string } {
  if (other === undefined) return { number, unit }
  const per = values.get('unit')?.text.toLowerCase().replace(/\.$/, '')
  if (per !== undefined && per === other.unit.toLowerCase()) return other
  const fields = (qty: string) => ({ ...textsOf(values), qty })
  const isOther = isProven(fields(number)) === false && isProven(fields(other.number)) === true
  return isOther ? other : { number, unit }
}

/** The texts of a line by key, as checks need them. */
export function textsOf(values: LineValues): Record<string, string> {
  return Object.fromEntries(Array.from(values, ([key, { text }]) => [key, text]))
}

const taxKeys = [
  ['cgst', 'cgst_rate'],
  ['sgst', 'sgst_rate'],
  ['igst', 'igst_rate'],
  ['utgst', 'utgst_rate'],
  ['cess', 'cess_rate'],
  ['tax_amount', 'gst_rate'],
  ['discount', 'discount_pct'],
] as const

/** "9% 162.18" is a rate and an amount. */
function splitTaxes(values: LineValues): void {
  for (const [amountKey, rateKey] of taxKeys) {
    for (const key of [amountKey, rateKey]) {
      const value = values.get(key)
      const split = value === undefined ? undefined : splitTax(value.text)
      if (value === undefined || split === undefined) continue
      values.set(
        amountKey,
        key === amountKey ? { ...value, text: split.amount } : partOf(value, split.amount),
      )
      values.set(
        rateKey,
        key === rateKey ? { ...value, text: split.rate } : partOf(value, split.rate),
      )
    }
  }
}

const taxName = /^(?:([cisu]t?gst|cess)|gst)$/i

/** Marketplaces print a line's kinds of tax below each other: "CGST 9% 11.00" over "SGST 9% 11.00". */
function readTaxRows(values: LineValues, line: TableLine, columns: readonly Column[]): void {
  const kinds = columns.findIndex(({ label }) => isTaxType(label))
  const [rates, amounts] = ['gst_rate', 'tax_amount'].map((wanted) =>
    columns.findIndex(({ key }) => key === wanted),
  )
  if (kinds === -1 || rates === undefined || amounts === undefined) return
  const named = line.rows.filter(({ cells }) => taxName.test(textOf(cells[kinds] ?? [])))
  if (named.length === 0) return
  const { source = 'text' } = [...values.values()][0] ?? {}
  for (const { cells } of named) {
    const name = textOf(cells[kinds] ?? []).toLowerCase()
    for (const [index, key] of [
      [rates, `${name}_rate`],
      [amounts, name],
    ] as const) {
      const pieces = cells[index] ?? []
      if (pieces.length === 0 || name === 'gst') continue
      const origin = { label: '', source: source === 'ocr' ? 'ocr' : 'text' } as const
      values.set(key, readValue(textOf(pieces), pieces, origin))
    }
  }
  for (const key of ['gst_rate', 'tax_amount', columns[kinds]?.label ?? '']) values.delete(key)
}
