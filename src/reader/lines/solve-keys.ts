import { gstSlabs } from '../../platform/gst/rates-and-states.ts'
import type { Piece } from '../level.ts'
import { overlapOf } from '../rows.ts'
import type { Column } from './columns.ts'
import { manyOfRates } from './column-sense.ts'
import { figureOf } from './content.ts'
import { cellOf, type TableLine } from './items.ts'
import { bitsOfDigit, digitsOf, isNear } from './sum-blocks.ts'

/* Finds the keys of columns of figures by the equations that hold in most lines: quantity × rate = amount, then taxes and totals. */

/** The figures of a column in thousandths, line by line. */
type Figures = readonly (number | undefined)[]

const amountKeys = ['amount', 'taxable_value', 'total']
const rateKeys = ['rate', 'rate_incl_tax']
/** The share of lines in which an equation must hold. */
const mostMin = 0.7
/** Thousandths by which rounding may change an amount. */
const roundingMax = 20
/** A discount takes at most this part of an amount, and GST adds at most that. */
const [discountMax, taxMax] = [0.7, 0.4]
/** Bits: what a heading, whole quantities, the usual order, and a rate for one say for a product. */
const [namedBits, wholeBits, orderBits, singleBits] = [6, 2, 1.5, 1]

/** The columns with the keys that equations prove. Other columns keep the keys of their headings. */
export function withProvenKeys(
  columns: readonly Column[],
  lines: readonly TableLine[],
  summed: Piece,
): Column[] {
  const figures = columns.map((_, index) => lines.map((line) => thousandthsIn(line, index)))
  const factors = bestFactors(columns, figures)
  if (factors === undefined) return withAmounts(columns, summed)
  const { qty, rate, amount } = factors
  const keyAt = (at: number, all: readonly string[], usual: string) =>
    all.find((key) => key === columns[at]?.key) ?? usual
  const keys = new Map([
    [qty, 'qty'],
    [rate, keyAt(rate, rateKeys, 'rate')],
    [amount, keyAt(amount, amountKeys, 'amount')],
  ])
  const taken = [...keys.values()]
  return columns.map((column, index) => {
    const key = keys.get(index) ?? (taken.includes(column.key ?? '') ? undefined : column.key)
    return key === column.key ? column : { ...column, key, heading: { ...column.heading, key } }
  })
}

/** Without quantities, the amounts that add up are the amounts of the lines, whatever stands over others. */
function withAmounts(columns: readonly Column[], summed: Piece): Column[] {
  const at = columns.findIndex(({ heading }) => overlapOf(heading, summed) > 0)
  if (at === -1 || amountKeys.includes(columns[at]?.key ?? '')) return [...columns]
  return columns.map((column, index) => {
    const isOther = amountKeys.includes(column.key ?? '')
    const key = index === at ? 'amount' : isOther ? undefined : column.key
    return { ...column, key, heading: { ...column.heading, key } }
  })
}

function thousandthsIn(line: TableLine, index: number): number | undefined {
  const { main, lines } = cellOf(line, index)
  const pieces = main.length > 0 ? main : (lines[0] ?? [])
  const found = pieces.flatMap(({ word }) => figureOf(word.text.replace(/%$/, '')) ?? [])
  const [only] = found
  return only === undefined || found.length > 1 ? undefined : Math.round(only * 1000)
}

type Factors = { readonly qty: number; readonly rate: number; readonly amount: number }

/** The three columns that multiply with the most evidence. */
function bestFactors(columns: readonly Column[], figures: readonly Figures[]): Factors | undefined {
  let best: (Factors & { bits: number }) | undefined
  const likely = columns.keys().filter((at) => figures[at]?.some((one) => (one ?? 0) > 0) === true)
  const all = [...likely]
  for (const qty of all)
    for (const rate of all)
      for (const amount of all) {
        if (qty === rate || rate === amount || qty === amount) continue
        const bits = bitsOf({ qty, rate, amount }, columns, figures)
        if (bits > (best?.bits ?? 0)) best = { qty, rate, amount, bits }
      }
  return best
}

/** Quantity × rate of a line, the amount beside them, and the digits that agree. */
type Product = {
  readonly gross: number
  readonly of: number
  readonly line: number
  readonly bits: number
}

function bitsOf(
  { qty, rate, amount }: Factors,
  columns: readonly Column[],
  figures: readonly Figures[],
): number {
  const [quantities = [], rates = [], amounts = []] = [figures[qty], figures[rate], figures[amount]]
  // A tax is also a product: of its rate and the taxable value.
  if (arePercents(quantities) || arePercents(rates)) return 0
  const judged = quantities.flatMap((one, line): Product[] => {
    const [by, of] = [rates[line], amounts[line]]
    if (one === undefined || by === undefined || of === undefined || of === 0) return []
    const bits = Math.min(digitsOf(one) + digitsOf(by), digitsOf(of)) * bitsOfDigit
    // One times a price says little.
    return [{ gross: (one * by) / 1000, of, line, bits: one === 1000 || by === 1000 ? 1 : bits }]
  })
  const ways = [1, ...manyOfRates].map((many) =>
    judged.filter(({ gross, of }) => isNear((gross * 1000) / many, of * 1000)),
  )
  ways.push(changed(judged, figures, [qty, rate, amount]))
  const best = ways.reduce((most, way) => (way.length > most.length ? way : most))
  if (best.length === 0 || best.length < mostMin * judged.length) return 0
  const named =
    Number(columns[qty]?.key === 'qty') +
    Number(rateKeys.includes(columns[rate]?.key ?? '')) +
    Number(amountKeys.includes(columns[amount]?.key ?? ''))
  const isWhole = quantities.every((one) => one === undefined || one % 1000 === 0)
  return (
    best.reduce((sum, { bits }) => sum + bits, 0) +
    named * namedBits +
    (isWhole ? wholeBits : 0) +
    (qty < rate ? orderBits : 0) +
    (best === ways[0] ? singleBits : 0)
  )
}

/** The lines whose amount is the product less a discount of one further column or with its tax, in per cent or in rupees. */
function changed(
  judged: readonly Product[],
  figures: readonly Figures[],
  taken: readonly number[],
): Product[] {
  const isLikely = judged.every(
    ({ gross, of }) => of <= gross * (1 + taxMax) + roundingMax && of >= gross * (1 - discountMax),
  )
  if (!isLikely) return []
  const ways = [-1, 1].flatMap((sign) =>
    figures.map((changes, index) =>
      taken.includes(index)
        ? []
        : judged.filter(({ gross, of, line }) => {
            const by = sign * (changes[line] ?? 0)
            return isClose(gross + by, of) || isClose(gross * (1 + by / 100_000), of)
          }),
    ),
  )
  return ways.reduce((most, way) => (way.length > most.length ? way : most), [])
}

function isClose(one: number, other: number): boolean {
  return Math.abs(one - other) <= roundingMax
}

/** The same few GST rates in several lines. Quantities are seldom so alike. */
function arePercents(figures: Figures): boolean {
  const filled = figures.flatMap((one) => one ?? [])
  const areSlabs = filled.some((one) => one !== 0) && filled.every((one) => slabs.has(one))
  return areSlabs && new Set(filled).size < filled.length
}

/** GST rates and halves of them, in thousandths of a per cent. */
const slabs = new Set(gstSlabs.flatMap((slab) => [slab * 1000, slab * 500]))
