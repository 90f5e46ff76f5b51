import { readPaise } from '../../paper/values.ts'
import { type Row, textOf } from '../rows.ts'
import type { LineValues } from './cell-values.ts'
import { provenConfidence } from './repair.ts'

/* The printed sum of a column proves every figure in the column. */

const summedKeys = [
  'amount',
  'taxable_value',
  'total',
  'cgst',
  'sgst',
  'igst',
  'tax_amount',
  'discount',
]

/** The keys of the columns whose sum the foot prints. A single line equals its sum, which still counts as proof. */
export function provenSums(lines: readonly LineValues[], foot: readonly Row[]): string[] {
  const printed = new Set(foot.flatMap((row) => figuresIn(row)))
  return summedKeys.filter((key) => {
    const sum = sumOf(lines, key)
    return sum !== undefined && sum !== 0 && printed.has(sum)
  })
}

/** The keys of columns whose sum plus a printed tax, once or in two halves, is a printed total. */
export function completedSums(lines: readonly LineValues[], foot: readonly Row[]): string[] {
  const printed = foot.flatMap((row) => figuresIn(row)).filter((paise) => paise > 0)
  const all = new Set(printed)
  return summedKeys.filter((key) => {
    const sum = sumOf(lines, key) ?? 0
    return sum !== 0 && printed.some((tax) => all.has(sum + tax) || all.has(sum + 2 * tax))
  })
}

/** In paise. Undefined if a line has no readable amount. */
function sumOf(lines: readonly LineValues[], key: string): number | undefined {
  let sum = 0
  for (const values of lines) {
    const paise = readPaise(values.get(key)?.text ?? '')
    if (paise === undefined) return undefined
    sum += paise
  }
  return lines.length === 0 ? undefined : sum
}

function figuresIn({ pieces }: Row): number[] {
  return pieces.flatMap((piece) => readPaise(textOf([piece])) ?? [])
}

/** Removes doubts from figures that the sum of their column confirms. */
export function trustSums(lines: readonly LineValues[], proven: readonly string[]): void {
  for (const values of lines) {
    for (const key of proven) {
      const value = values.get(key)
      if (value?.doubts === undefined) continue
      const { doubts: _, ...sure } = value
      values.set(key, { ...sure, confidence: provenConfidence })
    }
  }
}
