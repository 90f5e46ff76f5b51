import type { Column } from './columns.ts'
import type { LineValues } from './cell-values.ts'
import { textsOf } from './line-values.ts'
import { isProven } from './proof.ts'

/* Fills in cells that the reading of pixels lost, mostly single digits, when the rest of the table shows their content. */

const completedConfidence = 0.6
/** The share of serial numbers that must be read in order before the others are filled in. */
const serialsMin = 0.5
/** Discounts come in steps of half a per cent, and do not reduce a price to nearly nothing. */
const discountStep = 0.5
const discountMax = 90

/** Fills in the 3 between 2 and 4. */
export function completeSerials(lines: readonly LineValues[]): void {
  const first = Number(lines[0]?.get('sl_no')?.text ?? 1)
  const isInOrder = (values: LineValues, index: number) =>
    values.get('sl_no')?.text === String(first + index)
  const label = lines.map((values) => values.get('sl_no')?.label).find((text) => text !== undefined)
  const right = lines.filter(isInOrder).length
  if (label === undefined || right < serialsMin * lines.length) return
  for (const [index, values] of lines.entries()) {
    if (!isInOrder(values, index)) complete(values, 'sl_no', String(first + index), label)
  }
}

/** "1. Software licence": takes the serial number from the front of each name, if each line has its own. */
export function takeSerials(lines: readonly LineValues[]): void {
  const names = lines.map((values) => values.get('description') ?? values.get('product_name'))
  const isNumbered = names.every((name, index) => name?.text.startsWith(`${index + 1}. `) === true)
  if (!isNumbered) return
  for (const values of lines) {
    for (const key of ['description', 'product_name']) {
      const value = values.get(key)
      const [number = '', ...words] = value?.text.split(' ') ?? []
      if (value === undefined || values.has('sl_no')) continue
      values.set('sl_no', { ...value, text: number.replace('.', ''), label: '' })
      values.set(key, { ...value, text: words.join(' ') })
    }
  }
}

/** Fills in an empty discount if only one percentage makes quantity × rate equal the amount. */
export function completeDiscounts(lines: readonly LineValues[], columns: readonly Column[]): void {
  const column = columns.find(({ key }) => key === 'discount_pct')
  if (column === undefined) return
  for (const values of lines) {
    const texts = textsOf(values)
    if (values.has('discount_pct') || isProven(texts) !== false) continue
    const steps = Array.from({ length: discountMax / discountStep }, (_, step) =>
      String((step + 1) * discountStep),
    )
    const proven = steps.filter(
      (discount) => isProven({ ...texts, discount_pct: discount }) === true,
    )
    const [only] = proven
    if (only !== undefined && proven.length === 1)
      complete(values, 'discount_pct', only, column.label)
  }
}

function complete(values: LineValues, key: string, text: string, label: string): void {
  const { page } = [...values.values()][0] ?? {}
  const place = page === undefined ? {} : { page }
  values.set(key, { text, label, source: 'ocr', ...place, confidence: completedConfidence })
}
