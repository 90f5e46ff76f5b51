import type { Column } from './columns.ts'
import { figureOf } from './content.ts'

/* Two columns whose headings say the same. */

/** A column's texts, line by line; '' where a line has nothing there. */
type Texts = readonly string[]

/** Of two columns with one key the figures say which is which; else the second is known by its heading. */
export function withoutTwins(columns: readonly Column[], all: readonly Texts[]): Column[] {
  const seen = new Map<string, number>()
  const resolved = [...columns]
  for (const [index, column] of columns.entries()) {
    const { key } = column
    const before = key === undefined ? undefined : seen.get(key)
    if (key !== undefined) seen.set(key, before ?? index)
    if (key === undefined || before === undefined) continue
    const earlier = resolved[before]
    // What is called a scheme is a discount where nothing else is.
    if (earlier !== undefined && isScheme(earlier) && !isScheme(column)) {
      resolved[before] = { ...earlier, key: undefined }
      continue
    }
    const [first, second] = twinKeys(key, all[before] ?? [], all[index] ?? [])
    const isFree = (wanted: string) =>
      wanted === key || !columns.some((other) => other.key === wanted)
    if (earlier === undefined || first === undefined || second === undefined) {
      resolved[index] = { ...column, key: undefined }
    } else {
      resolved[before] = { ...earlier, key: isFree(first) ? first : undefined }
      resolved[index] = { ...column, key: isFree(second) ? second : undefined }
    }
  }
  return resolved
}

/** Two columns of amounts: before and after the discount, or before and after tax. */
function twinKeys(key: string, first: Texts, second: Texts): readonly string[] {
  if (key !== 'amount' && key !== 'total') return []
  const grows = first.filter(
    (text, line) => (figureOf(second[line] ?? '') ?? 0) > (figureOf(text) ?? 0),
  )
  if (grows.length > 0) return [key === 'total' ? 'taxable_value' : 'amount', 'total']
  return key === 'amount' ? ['amount', 'taxable_value'] : []
}

function isScheme({ key, label }: Column): boolean {
  return (key === 'discount' || key === 'discount_pct') && !/disc/i.test(label)
}
