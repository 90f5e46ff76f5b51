import { gstSlabs } from '../../platform/gst/rates-and-states.ts'
import type { Piece } from '../level.ts'
import { overlapOf } from '../rows.ts'
import type { Column } from './columns.ts'
import { figureOf } from './content.ts'
import { cellOf, type TableLine } from './items.ts'
import { digitsOf, isNear } from './sum-blocks.ts'

/* Finds the keys of columns of figures by the equations that hold in most lines: quantity × rate = amount, then taxes and totals. */

/** The figures of a column in thousandths, line by line. */
type Figures = readonly (number | undefined)[]

const amountKeys = ['amount', 'taxable_value', 'total']
const rateKeys = ['rate', 'rate_incl_tax']
/** The share of lines in which an equation must hold. */
const mostMin = 0.7
/** Thousandths by which rounding may change an amount. */
const roundingMax = 20
/** What a rate may be for: one, a dozen, a hundred, a thousand. */
const perMany = [1, 12, 100, 1000]
/** A discount takes at most this part of an amount. */
const discountMax = 0.7
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
  for (const [at, key] of taxKeys(amount, columns, figures)) keys.set(at, key)
  const taken = [...keys.values()]
  return columns.map((column, index) => {
    const key = keys.get(index) ?? (taken.includes(column.key ?? '') ? undefined : column.key)
    return key === column.key ? column : { ...column, key, heading: { ...column.heading, key } }
  })
}

/** Without quantities, the amounts that add up are the amounts of the lines. */
function withAmounts(columns: readonly Column[], summed: Piece): Column[] {
  if (columns.some(({ key }) => amountKeys.includes(key ?? ''))) return [...columns]
  const at = columns.findIndex(({ heading }) => overlapOf(heading, summed) > 0)
  return columns.map((column, index) =>
    index === at
      ? { ...column, key: 'amount', heading: { ...column.heading, key: 'amount' } }
      : column,
  )
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
    const bits = Math.min(digitsOf(one) + digitsOf(by), digitsOf(of)) * Math.log2(10)
    // One times a price says little.
    return [{ gross: (one * by) / 1000, of, line, bits: one === 1000 || by === 1000 ? 1 : bits }]
  })
  const ways = perMany.map((many) =>
    judged.filter(({ gross, of }) => isNear((gross * 1000) / many, of * 1000)),
  )
  ways.push(discounted(judged, figures, [qty, rate, amount]))
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

/** The lines whose amount is the product less a discount of one further column, in per cent or in rupees. */
function discounted(
  judged: readonly Product[],
  figures: readonly Figures[],
  taken: readonly number[],
): Product[] {
  const isLess = judged.every(
    ({ gross, of }) => of <= gross + roundingMax && of >= gross * (1 - discountMax),
  )
  if (!isLess) return []
  const ways = figures.map((offs, index) =>
    taken.includes(index)
      ? []
      : judged.filter(({ gross, of, line }) => {
          const off = offs[line] ?? 0
          return isClose(gross - off, of) || isClose(gross * (1 - off / 100_000), of)
        }),
  )
  return ways.reduce((most, way) => (way.length > most.length ? way : most), [])
}

function isClose(one: number, other: number): boolean {
  return Math.abs(one - other) <= roundingMax
}

/** The same few GST rates in several lines. Quantities are seldom so alike. */
function arePercents(figures: Figures): boolean {
  const filled = figures.flatMap((one) => one ?? [])
  return new Set(filled).size < filled.length && areSlabs(filled)
}

/** GST rates or halves of them, in per cent. */
function areSlabs(figures: Figures): boolean {
  const filled = figures.flatMap((one) => one ?? [])
  return filled.some((one) => one !== 0) && filled.every((one) => slabs.has(one))
}

const slabs = new Set(gstSlabs.flatMap((slab) => [slab * 1000, slab * 500]))

/** The keys of the taxes on an amount and of the total with them. Empty if no column is such a tax or total. */
function taxKeys(
  base: number,
  columns: readonly Column[],
  figures: readonly Figures[],
): Map<number, string> {
  const amounts = figures[base] ?? []
  const others = [...columns.keys()].filter((at) => at !== base)
  const isFree = (at: number) =>
    columns[at]?.key === undefined || columns[at].heading.isGuessed === true
  const percents = others.filter((at) => isFree(at) && areSlabs(figures[at] ?? []))
  const holds = (at: number, expected: (line: number, amount: number) => number) => {
    const judged = amounts.flatMap((amount, line) => {
      const printed = figures[at]?.[line]
      return amount === undefined || printed === undefined
        ? []
        : [isClose(expected(line, amount), printed)]
    })
    return judged.length > 0 && judged.filter(Boolean).length >= mostMin * judged.length
  }
  const share = (percent: number, line: number) => (figures[percent]?.[line] ?? 0) / 100_000
  const taxes = percents.flatMap((percent) => {
    const tax = others.find(
      (at) =>
        at > percent &&
        isFree(at) &&
        (figures[at] ?? []).some((one) => one !== undefined && one !== 0) &&
        holds(at, (line, amount) => amount * share(percent, line)),
    )
    return tax === undefined ? [] : [{ percent, tax }]
  })
  const names = taxes.length === 2 ? (['cgst', 'sgst'] as const) : (['tax_amount'] as const)
  const keys = new Map<number, string>()
  const own = taxes.slice(0, names.length)
  for (const [index, { percent, tax }] of own.entries()) {
    const name = names[index] ?? ''
    keys.set(percent, name === 'tax_amount' ? 'gst_rate' : `${name}_rate`)
    keys.set(tax, name)
  }
  const taxed = own.length > 0 ? own.map(({ percent }) => percent) : percents
  const total = others.find(
    (at) =>
      !keys.has(at) &&
      taxed.length > 0 &&
      figures[at]?.join() !== amounts.join() &&
      holds(
        at,
        (line, amount) => amount * taxed.reduce((sum, percent) => sum + share(percent, line), 1),
      ),
  )
  if (total === undefined) return keys
  if (own.length === 0 && percents[0] !== undefined) keys.set(percents[0], 'gst_rate')
  return keys.set(base, 'taxable_value').set(total, 'total')
}
