import type { CheckedDocument } from '../../paper/checks/document.ts'
import { type Figures, readFigures } from '../../paper/checks/figures.ts'
import { linesSum, someOf, wayToTotal } from '../../paper/checks/totals.ts'
import { type FootAmount, unknownKey } from './foot-amounts.ts'
import { fieldName } from '../../paper/fields.ts'

/* Chooses the amounts of the paper among the amounts below the lines: those that fit each other, the lines and the words. */

/** The other figures that the amounts should fit. */
type Against = {
  readonly lines: CheckedDocument['lines']
  /** Charges by their label. They are taken as printed and not chosen. */
  readonly charges: ReadonlyMap<string, FootAmount>
  /** In paise. */
  readonly inWords: ReadonlySet<number>
}

/** These figures, with the lines already read. */
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

/** In paise. Without CGST, SGST and IGST, the tax amount is all of it. */
function taxOf({
  tax: { cgst = 0, sgst = 0, igst = 0, cess = 0 },
  taxAmount = 0,
}: Figures): number {
  const heads = cgst + sgst + igst
  return (heads === 0 ? taxAmount : heads) + cess
}

/** Whether the figures add up to the total. */
export function isSumOf(figures: Figures): boolean {
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
    (isInWords ? wordsWorth : 0) +
    (isRounded(chosen, tried) ? roundedWorth : 0) -
    contradictionCost * contradictions -
    losses.reduce((sum, cost) => sum + cost, 0) -
    rank
  )
}

/** What a choice gains if its total is another printed total with the round-off. */
const roundedWorth = 2

function isRounded(chosen: Chosen, tried: readonly Tried[]): boolean {
  const [total, roundOff] = [chosen.get('total')?.paise, chosen.get('round_off')?.paise]
  if (total === undefined || roundOff === undefined || roundOff === 0) return false
  const others = tried.find(({ key }) => key === 'total')?.some ?? []
  return others.some(({ paise }) => paise + roundOff === total)
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

/* Finds amounts with an unknown label, or with none, where only one choice makes the sum of the paper hold. */

/** The parts of a total and the total, in paise. */
type Sum = {
  readonly figures: Figures
  readonly total: number
  readonly tax: number
  /** The amounts that the charges may add. */
  readonly charges: readonly number[]
  /** Without a printed round-off, a total in whole rupees may be rounded. */
  readonly slack: number
}

/** In paise: how far a total in whole rupees may be off. */
const slackMax = 50

/** Adds to the chosen amounts those of the rest that fit in only one place. */
function withMissing(chosen: Chosen, amounts: readonly FootAmount[], figures: Figures): Chosen {
  const { total } = figures
  if (total === undefined) return chosen
  const left = amounts.filter((one) => ![...chosen.values()].some((own) => isSamePlace(own, one)))
  const sum = sumOf(figures, total)
  const taxable = missingTaxable(sum, left, chosen.get('subtotal'))
  return new Map([
    ...chosen,
    ...missingTaxes(sum, left),
    ...taxable,
    ...missingRoundOff(sum, left),
    ...missingCharges(
      sum,
      left,
      taxable[0]?.[1] ?? chosen.get('taxable_value') ?? chosen.get('total'),
    ),
  ])
}

function sumOf(figures: Figures, total: number): Sum {
  const { roundOff, charges } = figures
  return {
    figures,
    total: total - (roundOff ?? 0),
    tax: taxOf(figures),
    charges: someOf(charges).map(({ paise }) => paise),
    slack: roundOff === undefined && total % 100 === 0 ? slackMax : 0,
  }
}

function isSamePlace(one: FootAmount, other: FootAmount): boolean {
  return one.pieces[0] === other.pieces[0]
}

/** CGST and SGST: two equal amounts that together are the difference between the goods and the total. */
function missingTaxes({ figures, total, tax, charges, slack }: Sum, left: readonly FootAmount[]) {
  const base = figures.taxable ?? figures.subtotal ?? linesSum(figures.lines)
  if (tax !== 0 || base === undefined) return []
  const unnamed = left.filter(({ key, paise }) => key === unknownKey && paise > 0)
  const pairs = unnamed.flatMap((one, at) => {
    const other = unnamed
      .slice(at + 1)
      .find((two) => two.paise === one.paise && !isSamePlace(one, two))
    const isBetween = charges.some((more) => Math.abs(base + more + 2 * one.paise - total) <= slack)
    return other !== undefined && isBetween ? [[one, other] as const] : []
  })
  const [pair] = pairs
  if (pair === undefined) return []
  return [
    ['cgst', { ...pair[0], key: 'cgst' }] as const,
    ['sgst', { ...pair[1], key: 'sgst' }] as const,
  ]
}

/** "Net value 19,060.52", "Value of goods 6,074.04": the total less its taxes, whatever its label. */
function missingTaxable(
  { figures, total, tax, slack }: Sum,
  left: readonly FootAmount[],
  subtotal: FootAmount | undefined,
) {
  if (figures.taxable !== undefined || tax === 0) return []
  const lines = linesSum(figures.lines)
  const goods = left.filter(
    ({ key, paise }) =>
      (goodsKeys.has(key) && paise !== subtotal?.paise) || (chargeKeys.has(key) && paise === lines),
  )
  const isVague =
    subtotal !== undefined && isWords(subtotal.label) && !plainSum.test(subtotal.label)
  const fitting = [...(isVague ? [subtotal] : []), ...goods].filter(
    ({ paise }) => paise > 0 && Math.abs(paise + tax - total) <= slack,
  )
  return fitting
    .slice(0, 1)
    .map((one) => ['taxable_value', { ...one, key: 'taxable_value' }] as const)
}

/** These labels name their sum. */
const plainSum = /^(?:sub ?-? ?total|total)\b/i

const goodsKeys = new Set([unknownKey, 'total'])
/** "Total labour charges" is no charge if it is the sum of the lines. */
const chargeKeys = new Set(['charge', 'freight'])

/** "Adj. 0.32": below a rupee, and exactly the difference between the total and its parts. */
function missingRoundOff({ figures, total, tax, charges }: Sum, left: readonly FootAmount[]) {
  const base = figures.taxable ?? linesSum(figures.lines)
  if (figures.roundOff !== undefined || base === undefined) return []
  const fitting = left.find(
    ({ paise }) =>
      paise !== 0 &&
      Math.abs(paise) < 100 &&
      charges.some((more) => Math.abs(total - base - tax - more) === Math.abs(paise)),
  )
  return fitting === undefined ? [] : [['round_off', { ...fitting, key: 'round_off' }] as const]
}

/** Unknown charges: amounts under labels of their own that together are the difference between the lines and the next sum. */
function missingCharges(
  { figures, total, tax, charges, slack }: Sum,
  left: readonly FootAmount[],
  end: FootAmount | undefined,
) {
  const lines = linesSum(figures.lines)
  const between = lines === undefined ? 0 : (figures.taxable ?? total - tax) - lines
  const known = charges[0] ?? 0
  const to = end === undefined ? undefined : topOf(end)
  const own = left.filter(
    (one) =>
      one.key === unknownKey &&
      one.paise > 0 &&
      isWords(one.label) &&
      fieldName(one.label) === one.label &&
      to !== undefined &&
      topOf(one) < to,
  )
  const sum = own.reduce((all, { paise }) => all + paise, 0)
  const isBetween = sum > 0 && Math.abs(between - known - sum) <= slack
  return isBetween ? own.map((one) => [one.label, one] as const) : []
}

function topOf({ pieces: [first] }: FootAmount): number {
  return first === undefined ? 0 : first.page + first.top / pageHeightMax
}

/** More than the height of any page, so that places on several pages stay in order. */
const pageHeightMax = 1e6

function isWords(label: string): boolean {
  return /^[\p{L}][\p{L}\p{M} .&'/-]{2,40}$/u.test(label)
}
