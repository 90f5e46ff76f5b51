import type { CheckedDocument } from '../../paper/checks/document.ts'
import { type Figures, readFigures } from '../../paper/checks/figures.ts'
import { linesSum, wayToTotal } from '../../paper/checks/totals.ts'
import { type FootAmount, unknownKey } from './foot-amounts.ts'
import { withMissing } from './missing-amounts.ts'

/* Chooses the amounts of the paper among the amounts below the lines: those that fit each other, the lines and the words. */

/** The other figures that the amounts should fit. */
export type Against = {
  readonly lines: CheckedDocument['lines']
  /** Charges by their label. They are taken as printed and not chosen. */
  readonly charges: ReadonlyMap<string, FootAmount>
  /** In paise. */
  readonly inWords: ReadonlySet<number>
}

/** The same, with the lines already read as figures. */
type Weighed = Omit<Against, 'lines'> & { readonly lines: Figures['lines'] }

/** At most this many amounts are tried for each key, the likeliest first. */
const triedMax = 3
/** At most this many combinations are tried. */
const combinationsMax = 600

const keys = [
  'total',
  'taxable_value',
  'subtotal',
  'cgst',
  'sgst',
  'utgst',
  'igst',
  'cess',
  'tax_amount',
  'discount',
  'freight',
  'round_off',
  'total_qty',
]

type Chosen = ReadonlyMap<string, FootAmount>

/** One amount for each key. An amount under an unknown label is the total only if sums or words prove it. */
export function chooseAmounts(amounts: readonly FootAmount[], against: Against): Chosen {
  const chosen = chooseNamed(amounts, against)
  const figures = readFigures(documentOf([...chosen, ...against.charges], against.lines))
  return withMissing(chosen, amounts, figures)
}

function chooseNamed(amounts: readonly FootAmount[], against: Against): Chosen {
  const named = amounts.filter(({ key }) => key !== unknownKey)
  const best = bestOf(named, against)
  if (best.isProven) return best.chosen
  for (const amount of unknownOf(amounts, against).toReversed()) {
    const others = named.filter(({ key }) => key !== 'total')
    const found = bestOf([...others, { ...amount, key: 'total', label: '' }], against)
    if (found.isProven) return found.chosen
  }
  return best.chosen
}

/** At most this many amounts without a known label are tried as the total: the last ones below the lines. */
const unknownMax = 6

function unknownOf(amounts: readonly FootAmount[], { inWords }: Against): FootAmount[] {
  const unknown = amounts.filter(({ key, paise }) => key === unknownKey && paise > 0)
  const distinct = unknown.filter(
    (one, at) => unknown.findIndex(({ paise }) => paise === one.paise) === at,
  )
  const said = distinct.filter(({ paise }) => inWords.has(paise))
  return said.length > 0 ? said : distinct.slice(-unknownMax)
}

function bestOf(amounts: readonly FootAmount[], against: Against) {
  const { lines, inWords } = against
  const tried = keys.flatMap((key) => {
    const some = triedOf(key, amounts, inWords)
    return some.length === 0 ? [] : [{ key, some }]
  })
  const { lines: figures } = readFigures({ category: 'vendor_invoice', head: {}, lines })
  let best: { chosen: Chosen; worth: number } | undefined
  for (const chosen of combinations(tried)) {
    const worth = worthOf(chosen, tried, { ...against, lines: figures })
    if (best === undefined || worth > best.worth) best = { chosen, worth }
    if (best.worth >= sumWorth + wordsWorth) break
  }
  const chosen: Chosen = best?.chosen ?? new Map()
  return { chosen, isProven: isProven(chosen, { ...against, lines: figures }) }
}

/**
 * Whether the amount in words proves the total. If there is none, a sum with tax in it proves the total. The sum of the lines alone proves
 * nothing.
 */
function isProven(chosen: Chosen, { lines, charges, inWords }: Weighed): boolean {
  const total = chosen.get('total')
  if (total === undefined) return false
  if (inWords.size > 0) return inWords.has(total.paise)
  const figures = { ...readFigures(documentOf([...chosen, ...charges])), lines }
  // Prices may have the tax in them, but then the total has a name.
  const isBare = total.key === 'total' && total.label === '' && total.paise === linesSum(lines)
  return taxOf(figures) !== 0 && !isBare && isSumOf(figures)
}

function taxOf({
  tax: { cgst = 0, sgst = 0, igst = 0, cess = 0 },
  taxAmount = 0,
}: Figures): number {
  const heads = cgst + sgst + igst
  return (heads === 0 ? taxAmount : heads) + cess
}

function isSumOf(figures: Figures): boolean {
  return wayToTotal(figures, taxOf(figures))?.fits === true
}

type Tried = { readonly key: string; readonly some: readonly FootAmount[] }

/** The different amounts of a key. Taxes of several rates also come as their sum. */
function triedOf(
  key: string,
  amounts: readonly FootAmount[],
  inWords: ReadonlySet<number>,
): FootAmount[] {
  const own = amounts.filter((amount) => amount.key === key)
  const ranked = own
    .map((amount, at) => ({
      amount,
      rank:
        amount.strength +
        (inWords.has(amount.paise) && key === 'total' ? 5 : 0) +
        rowRank(amount) +
        at / 1000,
    }))
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ amount }) => amount)
  const distinct = ranked.filter(
    (one, at) => ranked.findIndex(({ paise }) => paise === one.paise) === at,
  )
  const sum = sumOfRates(own)
  return [...(sum === undefined ? [] : [sum]), ...distinct].slice(0, triedMax)
}

/** Of several amounts behind one label, a tax is the last. Any other amount is the first. */
function rowRank({ key, isInRow }: FootAmount): number {
  if (!isInRow) return 0
  return taxKeys.has(key) ? 0.5 : -0.5
}

const taxKeys = new Set(['cgst', 'sgst', 'utgst', 'igst', 'cess'])

/** "CGST 2.5%  10.00" and "CGST 9%  162.00" add up to the CGST. */
function sumOfRates(own: readonly FootAmount[]): FootAmount | undefined {
  const byRate = new Map(
    own.flatMap((amount) => (amount.rate === undefined ? [] : [[amount.rate, amount] as const])),
  )
  const parts = [...byRate.values()]
  const [first] = parts
  if (first === undefined || parts.length < 2) return undefined
  const paise = parts.reduce((sum, part) => sum + part.paise, 0)
  return {
    ...first,
    label: first.label.replace(/\s*@?\s*\d+(?:\.\d+)?\s*%.*$/, ''),
    text: (paise / 100).toFixed(2),
    paise,
    pieces: parts.flatMap(({ pieces }) => pieces),
    rate: undefined,
  }
}

function* combinations(tried: readonly Tried[]): Generator<Chosen> {
  const counts = tried.map(({ some }) => some.length)
  const all = counts.reduce((product, count) => product * count, 1)
  for (let number = 0; number < Math.min(all, combinationsMax); number += 1) {
    const chosen = new Map<string, FootAmount>()
    let rest = number
    for (const [at, { key, some }] of tried.entries()) {
      const count = counts[at] ?? 1
      const one = some[rest % count]
      if (one !== undefined) chosen.set(key, one)
      rest = Math.floor(rest / count)
    }
    yield chosen
  }
}

/** What a choice gains if the sum holds, what it gains if the words match, and what each contradiction costs. */
const [sumWorth, wordsWorth, contradictionCost] = [6, 6, 4]

/** Figures that fit raise the worth, and contradictions lower it. Among equals, the likelier amounts win. */
function worthOf(
  chosen: Chosen,
  tried: readonly Tried[],
  { lines, charges, inWords }: Weighed,
): number {
  const figures = { ...readFigures(documentOf([...chosen, ...charges])), lines }
  const { cgst = 0, sgst = 0, igst = 0 } = figures.tax
  const heads = cgst + sgst + igst
  const isSum = isSumOf(figures)
  const base = figures.taxable ?? linesSum(lines)
  const contradictions = [
    Math.abs(cgst - sgst) > 1,
    heads !== igst && igst !== 0,
    base !== undefined && Math.abs(heads) > Math.abs(base) * taxPartMax,
    figures.taxable !== undefined && !isNear(figures.taxable, linesSum(lines)),
  ].filter(Boolean).length
  const losses = [
    isSmaller(chosen, tried) && totalCost,
    !isSubtotal(figures) && unsupportedCost,
  ].filter((cost) => cost !== false)
  const isInWords = inWords.has(chosen.get('total')?.paise ?? Number.NaN)
  const ranks = tried.map(({ key, some }) => some.findIndex((one) => one === chosen.get(key)))
  const rank = ranks.reduce((sum, one) => sum + one / 2, 0)
  return (
    (isSum ? sumWorth : 0) +
    (isInWords ? wordsWorth : 0) -
    contradictionCost * contradictions -
    losses.reduce((sum, cost) => sum + cost, 0) -
    rank
  )
}

/** What it costs if another amount called total is larger, and if nothing else confirms the subtotal. */
const [totalCost, unsupportedCost] = [1.5, 1.5]

function isSmaller(chosen: Chosen, tried: readonly Tried[]): boolean {
  const total = chosen.get('total')?.paise
  const others = tried.find(({ key }) => key === 'total')?.some ?? []
  return total !== undefined && others.some(({ paise }) => Math.abs(paise) > Math.abs(total))
}

/** Whether the subtotal is a sum of the lines, or another sum of the paper. */
function isSubtotal({ subtotal, taxable, total, lines, discount }: Figures): boolean {
  if (subtotal === undefined) return true
  const sums = [
    linesSum(lines),
    addUp(lines.map((line) => line.total)),
    taxable,
    total,
    taxable === undefined ? undefined : taxable + (discount.paise ?? 0),
  ]
  return sums.some((sum) => sum !== undefined && Math.abs(sum - subtotal) <= roundingPaise)
}

/** In paise. Each line is rounded by itself. */
const roundingPaise = 100

function addUp(amounts: readonly (number | undefined)[]): number {
  return amounts.reduce<number>((sum, paise) => sum + (paise ?? 0), 0)
}

/** The highest rate of GST. */
const taxPartMax = 0.4

/** Whether the lines add up to about the taxable value. Discounts and freight, unknown here, may be between them. */
function isNear(taxable: number, sum: number | undefined): boolean {
  return sum === undefined || Math.abs(taxable - sum) <= Math.abs(sum) * 0.3
}

function documentOf(
  chosen: readonly (readonly [string, FootAmount])[],
  lines: CheckedDocument['lines'] = [],
): CheckedDocument {
  const head = Object.fromEntries(Array.from(chosen, ([key, { text }]) => [key, text]))
  return { category: 'vendor_invoice', head, lines }
}
