import { readPercent } from '../../paper/checks/values.ts'
import { plainPercent, splitQuantity, splitRate, splitTax } from './cell-values.ts'
import type { Column } from './columns.ts'
import { secondDiscount } from './column-sense.ts'
import { figureOf } from './content.ts'
import {
  averageSense,
  bestKeys,
  type Candidate,
  type Candidates,
  type Keys,
  margin,
  worthOf,
} from './role-search.ts'

/*
 * Which column of figures is what. Headings name it, or half of it, or nothing ("Net Payable", "GST" over rates as well as
 * over amounts, "Amount" twice); the arithmetic of all lines decides together with them. Where two readings are as good,
 * somebody is asked.
 */

/** A column's texts, line by line; '' where a line has nothing there. */
type Texts = readonly string[]

/** Lines that are tried: those behind them say the same. */
const linesMax = 10
/** Part of what stands in a column that must be figures. */
const figuresMin = 0.7
/** What a heading is worth that names a column, one whose words do, one that may mean it, and one that says nothing. */
const namedWorth = 1.5
const guessedWorth = 1
const nearWorth = 0.6
const unknownWorth = -0.3
const unnamedWorth = -0.4
/** What lines must say for a role that no heading names. */
const provenMin = 0.5

/** What a heading of one key may mean as well. */
const alsoOf = new Map<string, readonly string[]>([
  ['amount', ['taxable_value', 'total']],
  ['total', ['taxable_value', 'amount']],
  ['subtotal', ['taxable_value', 'amount', 'total']],
  ['taxable_value', ['amount', 'total']],
  ['rate', ['rate_incl_tax']],
  ['rate_incl_tax', ['rate']],
  ['mrp', ['rate']],
  ['qty', []],
  ['free_qty', ['qty', 'discount_pct', 'discount']],
  ['pack', ['qty']],
  ['unit', ['qty']],
  ['discount', ['discount_pct', secondDiscount]],
  ['discount_pct', ['discount', secondDiscount]],
  ['tax_amount', ['gst_rate', 'total']],
  ['gst_rate', ['tax_amount']],
  ['freight', ['amount']],
  ...['cgst', 'sgst', 'utgst', 'igst', 'cess'].flatMap((key): [string, string[]][] => [
    [key, [`${key}_rate`]],
    [`${key}_rate`, [key]],
  ]),
])

/** What a column may be whose heading says nothing. */
const anyKeys = ['qty', 'rate', 'amount', 'taxable_value', 'total', 'tax_amount']

/** Weights are taken off as well: "Less" is a discount only where the figures prove it. */
const isVague = /^less$/i

/** The columns with the keys that headings and arithmetic agree on; no two have the same. */
export function withRoles(columns: readonly Column[], texts: readonly Texts[]): Column[] {
  const candidates = columns.map((column, index) => candidateOf(column, texts[index] ?? []))
  const first = firstKeys(columns, candidates)
  const keys = isClear(first, columns, candidates) ? first : bestKeys(first, candidates)
  return columns
    .map((column, index) => withKey(column, index, keys, columns, candidates))
    .map((column) => (isTier(column.key, keys) ? { ...column, key: undefined } : column))
}

/** Of two discounts neither is the one of the line: each stands under its heading. */
function isTier(key: string | undefined, keys: Keys): boolean {
  return keys.includes(secondDiscount) && (key === secondDiscount || key === 'discount_pct')
}

function candidateOf(column: Column, texts: Texts): Candidate | undefined {
  const { key } = column
  const filled = texts.filter((text) => text !== '')
  const areTaxes = filled.every((text) => text.includes('%') && /gst\b/i.test(text))
  const also = key === undefined ? [...anyKeys, ...(areTaxes ? ['gst_rate'] : [])] : alsoOf.get(key)
  const figures = texts.map(figureIn)
  const count = figures.filter((figure) => figure !== undefined).length
  if (also === undefined || count === 0 || count < figuresMin * filled.length) return undefined
  const arePercents = filled.every(
    (text) => text.includes('%') && readPercent(plainPercent(text)) !== undefined,
  )
  const mayBe = (one: string) => !arePercents || /_rate$|_pct$/.test(one)
  const worth = new Map<string | undefined, number>(
    also.filter(mayBe).map((one) => [one, key === undefined ? unknownWorth : nearWorth]),
  )
  if (key !== undefined && key !== 'subtotal' && mayBe(key))
    worth.set(key, column.heading.isGuessed === true ? guessedWorth : namedWorth)
  // Figures are no units, whatever "Units" says.
  if (key === 'unit') worth.set(key, unnamedWorth)
  // What is called a total may be one with tax.
  if (key === 'amount' && /total/i.test(column.label)) worth.set('total', namedWorth)
  worth.set(undefined, key === undefined ? 0 : unnamedWorth)
  return { figures: figures.slice(0, linesMax), worth }
}

/** "12 Nos" is 12, "45.00/kg" is 45, "9%" is 9, "162.18 (9%)" is 162.18. */
function figureIn(text: string): number | undefined {
  const part =
    splitTax(text)?.amount ?? splitRate(text)?.rate ?? splitQuantity(text)?.number ?? text
  return figureOf(part.replace(/^@\s*/, '')) ?? readPercent(plainPercent(text))
}

/** As the headings say; the first of two that say the same has it. */
function firstKeys(columns: readonly Column[], candidates: Candidates): Keys {
  const taken = new Set<string>()
  return columns.map(({ key }, index) => {
    const candidate = candidates[index]
    const isFree = key !== undefined && !taken.has(key)
    if (!isFree || (candidate !== undefined && !candidate.worth.has(key))) return undefined
    taken.add(key)
    return key
  })
}

/** Whether each heading names its column, and no figure says otherwise. */
function isClear(keys: Keys, columns: readonly Column[], candidates: Candidates): boolean {
  return candidates.every(
    (candidate, index) =>
      candidate === undefined ||
      (keys[index] !== undefined &&
        columns[index]?.heading.isGuessed !== true &&
        averageSense(keys, index, candidates) >= 0),
  )
}

/** A column under its key; what neither its heading nor the figures bear out is doubtful, and so is what could be another. */
function withKey(
  column: Column,
  index: number,
  keys: Keys,
  columns: readonly Column[],
  candidates: Candidates,
): Column {
  const candidate = candidates[index]
  if (candidate === undefined)
    return column.key === keys[index] ? column : { ...column, key: keys[index] }
  const key = keys[index]
  if (key === undefined) return { ...column, key: undefined }
  const sense = averageSense(keys, index, candidates)
  const worth = candidate.worth.get(key) ?? 0
  if (
    (worth < 0 && sense < provenMin) ||
    (sense <= 0 && (key !== column.key || isVague.test(column.label)))
  )
    return { ...column, key: undefined }
  const rival =
    worth < namedWorth
      ? rivalOf(index, keys, columns, candidates)
      : sense < provenMin
        ? twinOf(index, keys, columns, candidates)
        : undefined
  const doubt =
    rival !== undefined
      ? `Two columns fit here: “${column.label}” and “${rival}”.`
      : (worth < namedWorth && sense < provenMin) || sense <= -provenMin
        ? `“${column.label}” may stand over something else.`
        : undefined
  return { ...column, key, ...(doubt !== undefined && { doubt }) }
}

/** The heading of another column that says the same over other figures, and got no key for that. */
function twinOf(
  index: number,
  keys: Keys,
  columns: readonly Column[],
  candidates: Candidates,
): string | undefined {
  const own = candidates[index]?.figures.join('|')
  return columns.find(
    ({ key }, other) =>
      other !== index &&
      key === columns[index]?.key &&
      keys[other] === undefined &&
      candidates[other] !== undefined &&
      candidates[other]?.figures.join('|') !== own,
  )?.label
}

/** The heading of another column that could have this one's key as well, with other figures. */
function rivalOf(
  index: number,
  keys: Keys,
  columns: readonly Column[],
  candidates: Candidates,
): string | undefined {
  const [key, own] = [keys[index], candidates[index]]
  const worth = worthOf(keys, candidates)
  const at = candidates.findIndex((candidate, other) => {
    if (other === index || candidate?.worth.has(key) !== true) return false
    if (candidate.figures.join('|') === own?.figures.join('|')) return false
    const swapped = keys
      .with(other, key)
      .with(index, own?.worth.has(keys[other]) === true ? keys[other] : undefined)
    return worthOf(swapped, candidates) > worth - margin
  })
  return at === -1 ? undefined : columns[at]?.label
}
