import type { Column } from './columns.ts'
import { figureOf } from './content.ts'
import { isProven } from './proof.ts'

/*
 * Quantity, rate and amount where headings name none, or another column than the one that was multiplied: pieces beside
 * metres, bags beside kilograms. The arithmetic of the lines says which; where it says two, somebody is asked.
 */

/** A column's texts, line by line; '' where a line has nothing there. */
type Texts = readonly string[]

/** Part of the lines that must prove themselves. */
const provenMin = 0.7
/** Lines that are tried: those behind them say the same. */
const linesMax = 25

/** What may stand under a key when its own column does not fit; `by` are the keys that such a column has so far. */
const roles: readonly { key: string; by: readonly (string | undefined)[] }[] = [
  { key: 'qty', by: [undefined, 'qty', 'free_qty', 'pack', 'unit'] },
  { key: 'rate', by: [undefined, 'rate', 'rate_incl_tax', 'mrp'] },
  { key: 'amount', by: [undefined, 'amount', 'freight'] },
  { key: 'discount', by: [undefined] },
  { key: 'discount_pct', by: [undefined] },
]

const amountKeys = ['amount', 'taxable_value', 'total']

/** The columns with quantity, rate, amount and discount as the lines prove them; as they are where nothing does. */
export function withProvenFigures(columns: readonly Column[], texts: readonly Texts[]): Column[] {
  const now = provenLines(columns, texts)
  const changed = oneChanged(columns, texts)
  if (now > 0) return withProvenDiscount(columns, changed, texts, now)
  const found = bestOf(changed, texts)
  const [first, ...others] =
    found.length > 0
      ? found
      : bestOf(
          changed.flatMap((way) => oneChanged(way, texts)),
          texts,
        )
  return first === undefined ? [...columns] : withDoubts(first, others, texts)
}

/** A discount that only some lines have is found where more of them prove themselves with it. */
function withProvenDiscount(
  columns: readonly Column[],
  changed: readonly Column[][],
  texts: readonly Texts[],
  now: number,
): Column[] {
  const discounts = ['discount', 'discount_pct']
  const isNew = (way: readonly Column[]) =>
    way.every(({ key }, index) => key === columns[index]?.key || discounts.includes(key ?? ''))
  const [best] = bestOf(changed.filter(isNew), texts)
  return best !== undefined && provenLines(best, texts) > now ? best : [...columns]
}

/** The ways that prove the most lines; none where none proves enough. */
function bestOf(ways: readonly Column[][], texts: readonly Texts[]): Column[][] {
  const counted = ways.map((way) => ({ way, count: provenLines(way, texts) }))
  const most = Math.max(1, ...counted.map(({ count }) => count))
  return counted.filter(({ count }) => count === most).map(({ way }) => way)
}

/** Each way in which one more column is quantity, rate, amount or discount. */
function oneChanged(columns: readonly Column[], texts: readonly Texts[]): Column[][] {
  return roles.flatMap(({ key, by }) =>
    columns.flatMap((column, index) => {
      const own = columns.findIndex((other) => isOf(other.key, key))
      const isOther = index !== own && by.includes(column.key) && isNumbers(texts[index] ?? [])
      return isOther ? [withKey(columns, index, own, key)] : []
    }),
  )
}

function isOf(columnKey: string | undefined, key: string): boolean {
  if (key === 'amount') return amountKeys.includes(columnKey ?? '')
  return columnKey === key
}

function withKey(columns: readonly Column[], index: number, own: number, key: string): Column[] {
  return columns.map((column, at) => {
    if (at === index) return { ...column, key }
    return at === own ? { ...column, key: undefined } : column
  })
}

function isNumbers(texts: Texts): boolean {
  const filled = texts.filter((text) => text !== '')
  const numbers = filled.filter((text) => figureOf(text) !== undefined)
  return filled.length > 0 && numbers.length >= provenMin * filled.length
}

/** How many lines prove themselves; 0 where too many prove the contrary. */
function provenLines(columns: readonly Column[], texts: readonly Texts[]): number {
  const count = Math.min(linesMax, texts[0]?.length ?? 0)
  const judged = Array.from({ length: count }, (_, line) =>
    isProven(fieldsOf(columns, texts, line)),
  )
  const proven = judged.filter((isRight) => isRight === true).length
  const wrong = judged.filter((isRight) => isRight === false).length
  return proven >= provenMin * (proven + wrong) ? proven : 0
}

function fieldsOf(columns: readonly Column[], texts: readonly Texts[], line: number) {
  const fields: Record<string, string> = {}
  for (const [index, { key }] of columns.entries()) {
    const text = texts[index]?.[line] ?? ''
    if (key !== undefined && text !== '') fields[key] ??= text
  }
  return fields
}

/** A column that another could be as well, with other figures in it, is doubtful. */
function withDoubts(
  columns: readonly Column[],
  others: readonly (readonly Column[])[],
  texts: readonly Texts[],
): Column[] {
  return columns.map((column, index) => {
    const { key } = column
    const rivals = others.flatMap((other) => {
      const rival = other.findIndex((one) => key !== undefined && one.key === key)
      const isOther = rival !== -1 && texts[rival]?.join('|') !== texts[index]?.join('|')
      return isOther && rival !== index ? [other[rival]?.label ?? ''] : []
    })
    const [rival] = rivals
    if (rival === undefined || !roles.some((role) => role.key === key)) return column
    return { ...column, doubt: `Two columns fit here: “${column.label}” and “${rival}”.` }
  })
}
