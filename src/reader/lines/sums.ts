import { readPaise } from '../../paper/checks/values.ts'
import { type Row, textOf } from '../rows.ts'
import type { LineValues } from './cell-values.ts'
import { provenConfidence } from './repair.ts'

/* The sum of a column that is printed below it proves every figure in it. */

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

/** The keys of the columns whose sum the foot prints. One line is its own sum, and two facts all the same. */
export function provenSums(lines: readonly LineValues[], foot: readonly Row[]): string[] {
  const printed = new Set(foot.flatMap((row) => figuresIn(row)))
  return summedKeys.filter((key) => {
    const sum = sumOf(lines, key)
    return sum !== undefined && sum !== 0 && printed.has(sum)
  })
}

/** Those, and the keys of the columns that a tax that is printed below, once or in two halves, makes up to a printed total. */
export function completedSums(lines: readonly LineValues[], foot: readonly Row[]): string[] {
  const printed = foot.flatMap((row) => figuresIn(row)).filter((paise) => paise > 0)
  const all = new Set(printed)
  return summedKeys.filter((key) => {
    const sum = sumOf(lines, key) ?? 0
    return sum !== 0 && printed.some((tax) => all.has(sum + tax) || all.has(sum + 2 * tax))
  })
}

/** In paise; undefined where a line has nothing that can be read. */
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

/** Figures that were doubtful are not where the sum of their column says the same. */
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
