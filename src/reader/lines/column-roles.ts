import { readPercent } from '../../paper/values.ts'
import { gstSlabs } from '../../platform/gst/rates-and-states.ts'
import { plainPercent, splitQuantity, splitRate, splitTax, valueOf } from './cell-values.ts'
import type { Column } from './columns.ts'
import { secondDiscount } from './column-sense.ts'
import { figureOf, hsnForm, isAmount, isUnnamedMoney, isNameKey, moneyKeys } from './content.ts'
import {
  averageSense,
  bestKeys,
  type Candidate,
  type Candidates,
  type Keys,
  margin,
  worthOf,
} from './role-search.ts'
import { textOf } from '../rows.ts'
import { cellOf, type TableLine } from './items.ts'

/*
 * Decides the key of each column of figures. A heading may name a column fully, partly or not at all ("Net Payable",
 * "GST" over rates or amounts, "Amount" twice). The arithmetic of all lines decides together with the headings. If two
 * assignments fit equally well, the column is doubtful.
 */

/** A column's texts, line by line. '' means that the line has no text there. */
type Texts = readonly string[]

/** The number of lines tested. Further lines show the same. */
const linesMax = 10
/** The share of a column's texts that must be figures. */
const figuresMin = 0.7
/** What a heading adds to a key: if it names the key, if only its words do, if it may mean the key, and if it says nothing. */
const namedWorth = 1.5
const guessedWorth = 1
const nearWorth = 0.6
const unknownWorth = -0.3
const unnamedWorth = -0.4
/** What the lines must prove for a key that no heading names. */
const provenMin = 0.5

/** Other keys that a heading of one key may mean. */
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

/** Keys that a column with an unknown heading may have. */
const anyKeys = ['qty', 'rate', 'amount', 'taxable_value', 'total', 'tax_amount', 'discount_pct']
/** Weights are also deducted, so "Less" is a discount only if the figures prove it. */
const isVague = /^less$/i

/** Gives columns the keys on which headings and arithmetic agree. No two columns have the same key. */
function withRoles(columns: readonly Column[], texts: readonly Texts[]): Column[] {
  const candidates = columns.map((column, index) => candidateOf(column, texts[index] ?? []))
  const first = firstKeys(columns, candidates)
  const keys = isClear(first, columns, candidates) ? first : bestKeys(first, candidates)
  return columns
    .map((column, index) => withKey(column, index, keys, columns, candidates))
    .map((column) => (isTier(column.key, keys) ? { ...column, key: undefined } : column))
}

/** Of two discounts, neither is the line's discount. Each keeps its heading as its key. */
function isTier(key: string | undefined, keys: Keys): boolean {
  return keys.includes(secondDiscount) && (key === secondDiscount || key === 'discount_pct')
}

function candidateOf(column: Column, texts: Texts): Candidate | undefined {
  const { key } = column
  const filled = texts.filter((text) => text !== '')
  const also = key === undefined ? keysOfUnknown(column, filled) : alsoOf.get(key)
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
  // A column of figures holds no units, even under the heading "Units".
  if (key === 'unit') worth.set(key, unnamedWorth)
  // A heading with "total" may mean a total with tax.
  if (key === 'amount' && /total/i.test(column.label)) worth.set('total', namedWorth)
  worth.set(undefined, key === undefined ? 0 : unnamedWorth)
  return { figures: figures.slice(0, linesMax), worth }
}

/** The keys of a column without a known heading. Rates of tax have a name, a sign, or decimals where the figures alone show the columns. */
function keysOfUnknown({ heading, label }: Column, filled: Texts): readonly string[] {
  const sign = /\bta?x/i.test(label) ? /./ : heading.isSolved === true ? /%|\.\d\d$/ : /%/
  const areSlabs = filled.every((text) => sign.test(text) && slabs.has(figureIn(text) ?? -1))
  return areSlabs ? [...anyKeys, 'gst_rate'] : anyKeys
}

const slabs: ReadonlySet<number> = new Set(gstSlabs)

/** "12 Nos" is 12, "45.00/kg" is 45, "9%" is 9, "162.18 (9%)" is 162.18. */
function figureIn(text: string): number | undefined {
  const part =
    splitTax(text)?.amount ?? splitRate(text)?.rate ?? splitQuantity(text)?.number ?? text
  return figureOf(part.replace(/^@\s*/, '')) ?? readPercent(plainPercent(text))
}

/** The keys from the headings. If two headings have the same key, the first column gets it. */
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

/** Whether each heading names its column and no figure contradicts it. */
function isClear(keys: Keys, columns: readonly Column[], candidates: Candidates): boolean {
  return candidates.every(
    (candidate, index) =>
      candidate === undefined ||
      (keys[index] !== undefined &&
        columns[index]?.heading.isGuessed !== true &&
        averageSense(keys, index, candidates) >= 0),
  )
}

/** Gives a column its key. The column is doubtful if neither heading nor figures confirm the key, or if another key fits as well. */
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
        ? column.label === ''
          ? 'Nothing over these figures says what they are.'
          : `“${column.label}” may stand over something else.`
        : undefined
  return { ...column, key, ...(doubt !== undefined && { doubt }) }
}

/** The heading of another column with the same key and different figures, which therefore got no key. */
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

/** The heading of another column that could have this column's key, with different figures. */
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

/*
 * Finds the column of item names, and the columns of codes and serial numbers. "Item" may stand over serial numbers or
 * names, "Material" over codes.
 */

/** The fewest letters of a name, on average. */
const lettersMin = 2
/** The share of lines that must agree. */
const mostMin = 0.7

function withItemKeys(columns: readonly Column[], texts: readonly Texts[]): Column[] {
  const numbered = columns.map((column, index) => withoutName(column, index, columns, texts))
  const names = numbered.flatMap(({ key }, index) => (isNameKey(key) ? [index] : []))
  if (names.length === 0) return numbered
  const best = names.reduce((a, b) => (lettersIn(texts[b]) > lettersIn(texts[a]) ? b : a))
  // If two columns have the same key, the one with more letters has the names.
  return numbered.map((column, index) =>
    index !== best && column.key !== undefined && column.key === numbered[best]?.key
      ? { ...column, key: undefined }
      : column,
  )
}

/** If no heading names the items, the column with the most letters has the names. */
function withSomeName(columns: readonly Column[], texts: readonly Texts[]): Column[] {
  const hasNames = columns.some(({ key }) => isNameKey(key) || key === 'narration')
  // Some shops sell by brand and print no other name.
  const unknown = columns.flatMap(({ key }, index) =>
    key === undefined || key === 'manufacturer' ? [index] : [],
  )
  const [first, ...others] = unknown
  if (hasNames || first === undefined) return [...columns]
  const best = others.reduce((a, b) => (lettersIn(texts[b]) > lettersIn(texts[a]) ? b : a), first)
  if (lettersIn(texts[best]) < lettersMin) return [...columns]
  return columns.map((column, index) =>
    index === best ? { ...column, key: 'description' } : column,
  )
}

/** Removes the name key from a column of serial numbers, or of codes beside a column of true names. */
function withoutName(
  column: Column,
  index: number,
  columns: readonly Column[],
  texts: readonly Texts[],
): Column {
  const own = texts[index] ?? []
  if (!isNameKey(column.key)) return column
  const isFree = (key: string) => columns.every((other) => other.key !== key)
  if (isRunning(own)) return { ...column, key: isFree('sl_no') ? 'sl_no' : undefined }
  const hasNames = columns.some(
    ({ key }, other) =>
      other !== index &&
      (key === undefined || isNameKey(key)) &&
      lettersIn(texts[other]) > lettersIn(own),
  )
  if (!hasNames || !areCodes(own)) return column
  return { ...column, key: isFree('item_code') ? 'item_code' : undefined }
}

/** 1, 2, 3 or 10, 20, 30, with or without leading zeros. */
function isRunning(texts: Texts): boolean {
  const first = Number(texts[0])
  return (
    first > 0 &&
    texts.every(
      (text, line) =>
        /^\d{1,6}[.)]?$/.test(text) && Number.parseInt(text, 10) === first * (line + 1),
    )
  )
}

function areCodes(texts: Texts): boolean {
  const filled = texts.filter((text) => text !== '')
  const codes = filled.filter((text) => /^(?=.*\d)[A-Z\d][A-Z\d./-]*$/i.test(text))
  return codes.length >= mostMin * filled.length
}

/** The number of letters in a line's words, on average. */
function lettersIn(texts: Texts = []): number {
  const letters = texts.map((text) => (text.match(/\p{L}[\p{L}\p{M}]+/gu) ?? []).join('').length)
  return letters.reduce((sum, count) => sum + count, 0) / Math.max(1, texts.length)
}

/* Finds a column's key by its content when the heading does not say it or is ambiguous. */

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

/** Finds the key of a column with an unknown heading. */
function withContentKey(column: Column, texts: Texts, columns: readonly Column[]): Column {
  const isLast = columns.at(-1) === column
  if (
    isLast &&
    isUnnamedMoney(column.key, columns) &&
    !columns.some(({ key }) => moneyKeys.has(key ?? '')) &&
    most(texts, isAmount)
  )
    return { ...column, key: 'amount' }
  if (column.key !== undefined || texts.every((text) => text === '')) return column
  const taken = new Set(columns.map(({ key }) => key))
  const isBehindNames = columns.indexOf(column) > columns.findIndex(({ key }) => isNameKey(key))
  // A Latin heading other than HSN stands over other numbers: challans, lots.
  const mayBeHsn = isBehindNames && !/\p{Script=Latin}/u.test(column.label) && !taken.has('hsn')
  if (mayBeHsn && most(texts, (text) => hsnForm.test(text))) return { ...column, key: 'hsn' }
  const isSerial =
    (texts.length > 1 || columns[0] === column) &&
    texts.every((text, index) => text.replace(/[.)]$/, '') === String(index + 1))
  if (!taken.has('sl_no') && isSerial) return { ...column, key: 'sl_no' }
  return column
}

function most(texts: Texts, holds: (text: string, line: number) => boolean): boolean {
  const filled = texts.map((text, line) => ({ text, line })).filter(({ text }) => text !== '')
  return (
    filled.length > 0 &&
    filled.filter(({ text, line }) => holds(text, line)).length >= mostMin * filled.length
  )
}
