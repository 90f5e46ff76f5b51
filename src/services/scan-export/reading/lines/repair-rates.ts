import { gstSlabs } from '../../../../platform/gst.ts'
import { readPercent } from '../../checks/values.ts'
import type { LineValues } from './cell-values.ts'
import { figureOf } from './content.ts'
import { repaired } from './repair.ts'

/* Pixels read "9%" as "99%", "96" or "996": GST has few rates, and the tax on the line proves which it is. */

/** Each rate with the amount of its tax, and how much of GST's rate it is. */
const rateKeys = [
  ['cgst_rate', 'cgst', 2],
  ['sgst_rate', 'sgst', 2],
  ['igst_rate', 'igst', 1],
  ['gst_rate', 'tax_amount', 1],
] as const

/** Rupees that a tax may be off by rounding. */
const roundingMax = 0.02

export function repairRates(values: LineValues): void {
  for (const [key, taxKey, parts] of rateKeys) {
    const value = values.get(key)
    if (value === undefined || isRate(value.text, parts)) continue
    const candidates = [1, 2]
      .map((wrong) => value.text.replace(/\s*%?\s*$/, '').slice(0, -wrong))
      .concat(value.text.replace(/\s*%?\s*$/, '').slice(0, 1))
      .filter((text) => isRate(text, parts))
    const proven = candidates.find((text) => isTaxOf(values, taxKey, text))
    const text = proven ?? candidates[0]
    if (text !== undefined) values.set(key, repaired(value, text, proven !== undefined))
  }
}

function isRate(text: string, parts: number): boolean {
  const percent = readPercent(text)
  return percent !== undefined && gstSlabs.some((slab) => slab / parts === percent)
}

function isTaxOf(values: LineValues, taxKey: string, rate: string): boolean {
  const tax = figureOf(values.get(taxKey)?.text ?? '')
  const percent = readPercent(rate)
  if (tax === undefined || percent === undefined) return false
  return ['taxable_value', 'amount'].some((key) => {
    const base = figureOf(values.get(key)?.text ?? '')
    return base !== undefined && Math.abs((base * percent) / 100 - tax) <= roundingMax
  })
}
