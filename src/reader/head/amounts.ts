import type { CheckedDocument } from '../../paper/checks/document.ts'
import { type Charge, type Figures, readFigures } from '../../paper/checks/figures.ts'
import { linesSum, someOf, wayToTotal } from '../../paper/checks/totals.ts'
import {
  distinct,
  type FootAmount,
  isPaise,
  rowRank,
  sumOf,
  sumOfRates,
  taxKeys,
  unknownKey,
} from './foot-amounts.ts'
import { fieldName } from '../../paper/fields.ts'

/*
 * Decides what each amount below the lines is. A reading gives some amounts a role each. It gains where the lines, the sums and the words
 * bear it out, and pays where no label says so. Gains and costs are bits: an amount of seven digits meets a sum by chance once in 2^23.
 */

/** The other figures that the amounts should fit. */
type Against = {
  readonly lines: CheckedDocument['lines']
  /** Charges by their label. They are taken as printed and not chosen. */
  readonly charges: ReadonlyMap<string, FootAmount>
  /** In paise. */
  readonly inWords: ReadonlySet<number>
}

type Chosen = ReadonlyMap<string, FootAmount>

/** Amounts that take a role together, and what it costs to believe so. */
type Option = { readonly roles: readonly (readonly [string, FootAmount])[]; readonly cost: number }

/** The amount of each key. An amount with an unknown label, or with none, has the key that only one reading gives it. */
export function chooseAmounts(all: readonly FootAmount[], against: Against): Chosen {
  const amounts = all.filter(
    (one) => one.key !== unknownKey || !all.some((two) => isTwin(one, two)),
  )
  const { charges, inWords } = against
  const { lines } = readFigures({ category: 'vendor_invoice', head: {}, lines: against.lines })
  const fixed = readFigures(documentOf([...charges])).charges
  const axes = axesOf(amounts, { lines, inWords })
  const totals = named('total', amounts, { lines, inWords }).map(({ paise }) => paise)
  const last = amounts.filter(isPaise).at(-1)?.paise
  const weigh = (reading: Reading) => worthOf(reading, { lines, fixed, inWords, totals, last })
  return chosenOf(bestReading(axes, weigh))
}

/** The same figure, found with a label of its own or as the sum of a column. */
function isTwin(one: FootAmount, other: FootAmount): boolean {
  return other.key !== unknownKey && other.pieces.at(-1) === one.pieces.at(-1)
}

/** One option of each axis. */
type Reading = readonly Option[]

/** At most this many times a better reading is looked for beside the best one. */
const stepsMax = 4

/** Climbs from the reading that the labels tell. Each step changes one role or two. */
function bestReading(axes: readonly (readonly Option[])[], weigh: (reading: Reading) => number) {
  let best: Reading = axes.flatMap(([first]) => first ?? [])
  let worth = weigh(best)
  for (let step = 0; step < stepsMax; step += 1) {
    const from = best
    for (const reading of neighbours(from, axes)) {
      const other = isConsistent(reading) ? weigh(reading) : Number.NEGATIVE_INFINITY
      if (other > worth) [best, worth] = [reading, other]
    }
    if (best === from) break
  }
  return best
}

function* neighbours(reading: Reading, axes: readonly (readonly Option[])[]): Generator<Reading> {
  for (const [at, options] of axes.entries()) {
    for (const option of options) {
      const one = reading.with(at, option)
      yield one
      for (let next = at + 1; next < axes.length; next += 1)
        for (const other of axes[next]?.slice(1) ?? []) yield one.with(next, other)
    }
  }
}

function chosenOf(reading: Reading): Chosen {
  return new Map(reading.flatMap(({ roles }) => roles))
}

/** One figure of the paper has one role. A sum of figures may repeat a figure. */
function isConsistent(reading: Reading): boolean {
  const places = [...chosenOf(reading)].flatMap(([key, { pieces }]) =>
    shared.has(key) ? [] : pieces.slice(-1),
  )
  return new Set(places).size === places.length
}

/** A row of sums below the columns holds both under one heading. */
const shared = new Set(['subtotal', 'total_qty', 'sgst'])

/* The options of each role. The first one is what the labels tell. */

type Known = Pick<Weighed, 'lines' | 'inWords'>

const roleKeys =
  `total taxable_value subtotal cgst sgst utgst igst cess tax_amount discount freight round_off
  total_qty`.split(/\s+/)

/** In bits: what the next likeliest amount behind a label costs, and a sum of several of them. */
const [rankCost, partsCost] = [1, 2]

/** In bits: what it costs to give a role to an amount whose label does not name it. To choose among several costs more. */
const unnamed = {
  total: 6,
  otherwise: 8,
  taxable_value: 4,
  taxes: 4,
  round_off: 2,
  discount: 5,
  charges: 3,
}

function axesOf(amounts: readonly FootAmount[], known: Known): Option[][] {
  const axes = roleKeys.map((key): Option[] => {
    const own = named(key, amounts, known).map((amount, at) => ({
      roles: [[key, amount] as const],
      cost: at * rankCost,
    }))
    const others = unnamedOf(key, amounts, known)
    return own.length > 0 ? [...own, ...others] : [{ roles: [], cost: 0 }, ...others]
  })
  const others = [...partsOf(amounts), ...unnamedTaxes(amounts), ...unnamedCharges(amounts)]
  return [...axes, [{ roles: [], cost: 0 }, ...others]]
}

function unnamedOf(key: string, amounts: readonly FootAmount[], { lines, inWords }: Known) {
  const as = (some: readonly FootAmount[], cost: number) =>
    some.map((one) => ({
      roles: [[key, { ...one, key, ...(key === 'total' && { label: '' }) }] as const],
      cost: cost + Math.log2(some.length),
    }))
  const free = freeOf(amounts)
  switch (key) {
    case 'total': {
      const said = amounts.filter(({ key: own, paise }) => own !== key && inWords.has(paise))
      const others = amounts.some((one) => one.key === key) ? [] : amounts.filter(isOther)
      return said.length > 0
        ? as(said.slice(-1), unnamed.total)
        : [...as(free, unnamed.total), ...as(others, unnamed.otherwise)]
    }
    case 'taxable_value':
      return as([...amounts.filter((one) => isGoods(one, lines)), ...free], unnamed.taxable_value)
    case 'round_off':
      return as(amounts.filter(isSmall), unnamed.round_off)
    case 'discount':
      return as(free, unnamed.discount)
    default:
      return []
  }
}

/** At most this many amounts without a known label are tried for a role: the last ones. */
const freeMax = 6

function freeOf(amounts: readonly FootAmount[]): FootAmount[] {
  return distinct(amounts.filter(({ key, paise }) => key === unknownKey && paise >= 100)).slice(
    -freeMax,
  )
}

/** "Total received", "CN amount": amounts that are the total only of a paper that calls no other amount so. */
function isOther({ key, paise }: FootAmount): boolean {
  return otherKeys.has(key) && paise >= 100
}

const otherKeys = new Set(['', 'charge', 'deduction'])

/** "Total", "Value of goods", "Total labour charges": sums that may be the taxable value. */
function isGoods({ key, paise, label }: FootAmount, lines: Figures['lines']): boolean {
  if (paise <= 0) return false
  if (key === 'charge' || key === 'freight') return paise === linesSum(lines)
  return key === 'total' || (key === 'subtotal' && isWords(label) && !plainSum.test(label))
}

/** These labels name their sum. */
const plainSum = /^(?:sub ?-? ?total|total)\b/i

function isSmall({ key, paise }: FootAmount): boolean {
  return key === unknownKey && paise !== 0 && Math.abs(paise) < 100
}

/** CGST and SGST: two equal amounts without a name. */
function unnamedTaxes(amounts: readonly FootAmount[]): Option[] {
  const free = amounts.filter(({ key, paise }) => key === unknownKey && paise > 0)
  return free.flatMap((one, at) => {
    const other = free.slice(at + 1).find(({ paise, pieces }) => {
      return paise === one.paise && pieces[0] !== one.pieces[0]
    })
    if (other === undefined) return []
    const pair = [
      ['cgst', { ...one, key: 'cgst' }],
      ['sgst', { ...other, key: 'sgst' }],
    ] as const
    return [{ roles: pair, cost: unnamed.taxes }]
  })
}

/** Amounts under labels of their own, which the paper adds to its lines. */
function unnamedCharges(amounts: readonly FootAmount[]): Option[] {
  const free = freeOf(amounts).filter(({ label }) => isWords(label) && fieldName(label) === label)
  const runs = free.flatMap((_, from) =>
    free.slice(from).map((__, at) => free.slice(from, from + at + 1)),
  )
  return runs.map((run) => ({
    roles: run.map((one) => [one.label, one] as const),
    cost: unnamed.charges + Math.log2(runs.length),
  }))
}

function isWords(label: string): boolean {
  return /^[\p{L}][\p{L}\p{M} .&'/-]{2,40}$/u.test(label)
}

/** At most this many amounts are tried for each label, the likeliest first. */
const triedMax = 3

/** The different amounts of a key. Taxes of several rates also come as their sum. */
function named(key: string, amounts: readonly FootAmount[], { lines, inWords }: Known) {
  const isOfOthers = (one: FootAmount) =>
    key === 'subtotal' && (isTotal(one, amounts) || isOfSection(one, lines))
  const own = amounts.filter((one) => one.key === key && !isOfOthers(one))
  const ranked = own
    .map((amount, at) => {
      const said = inWords.has(amount.paise) && key === 'total' ? 5 : 0
      return { amount, rank: amount.strength + said + rowRank(amount) + at / 1000 }
    })
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ amount }) => amount)
  const sum = sumOfRates(own)
  return [...(sum === undefined ? [] : [sum]), ...distinct(ranked)].slice(0, triedMax)
}

/** The sum of a column may be the total. */
function isTotal({ strength, paise }: FootAmount, amounts: readonly FootAmount[]): boolean {
  return strength === 0 && amounts.some((one) => one.key === 'total' && one.paise === paise)
}

/** The subtotal of the last section of a table is the sum of the last lines alone. */
function isOfSection({ paise }: FootAmount, lines: Figures['lines']): boolean {
  return lines.some((_, at) => at > 0 && linesSum(lines.slice(at)) === paise)
}

/** Papers print these for each rate. */
const partKeys = [...taxKeys, 'taxable_value']

/** "1) Taxable 500.00  CGST 12.50", "2) Taxable 200.00  CGST 18.00": the last amounts of the rows add up. */
function partsOf(amounts: readonly FootAmount[]): Option[] {
  const parts = partKeys.flatMap((key) => {
    const own = amounts.filter((one) => one.key === key && one.strength > 0)
    const byRow = new Map(own.map((amount) => [amount.pieces[0]?.top, amount] as const))
    const rows = distinct([...byRow.values()])
    const sum = rows.length < 2 ? undefined : sumOf(rows)
    return sum === undefined ? [] : [[key, sum] as const]
  })
  const taxes = parts.filter(([key]) => taxKeys.has(key))
  return [parts, taxes].map((roles) => ({ roles, cost: partsCost * roles.length }))
}

/* What a reading is worth. */

type Weighed = {
  readonly lines: Figures['lines']
  /** The charges with a known label. */
  readonly fixed: readonly Charge[]
  readonly inWords: ReadonlySet<number>
  /** All amounts called total, and the last amount of the paper, in paise. */
  readonly totals: readonly number[]
  readonly last: number | undefined
}

/**
 * In bits: the sum that comes to the total, the words that say it, a sum with the printed round-off, a taxable value on the way to the
 * total, one that the lines come to with charges and discounts, and parts of the tax that come to the tax.
 */
const gains = { sum: 12, words: 12, rounded: 4, goods: 12, charged: 6, parts: 6 }
/** In bits: a contradiction, a total smaller than another amount called total, and a subtotal that no other sum repeats. */
const losses = { contradiction: 8, smaller: 3, unsupported: 3 }

function worthOf(reading: Reading, weighed: Weighed): number {
  const chosen = chosenOf(reading)
  const figures = figuresOf(chosen, weighed)
  const { inWords, totals } = weighed
  const total = chosen.get('total')
  const isSaid = total !== undefined && inWords.has(total.paise)
  const isSum = isSumOf(figures) && (isSaid || isPlainTotal(total, figures, weighed))
  const isOverGoods = isSum && isOnWay(figures)
  const cost = reading.reduce((sum, option) => sum + option.cost, 0)
  const gained = [
    isSum && gains.sum,
    isSaid && gains.words,
    isSum && isRounded(figures, totals) && gains.rounded,
    isOverGoods && gains.goods,
    isCharged(figures) && gains.charged,
    isSumOfParts(figures) && gains.parts,
  ]
  const lost = [
    losses.contradiction * contradictionsIn(figures),
    totals.some((paise) => Math.abs(paise) > Math.abs(total?.paise ?? Infinity)) && losses.smaller,
    !isSubtotal(figures) && losses.unsupported,
  ]
  return addUp(gained) - addUp(lost) - cost
}

function addUp(bits: readonly (number | false)[]): number {
  return bits.reduce<number>((sum, some) => sum + (some === false ? 0 : some), 0)
}

function figuresOf(chosen: Chosen, { lines, fixed }: Weighed): Figures {
  const at = (key: string) => chosen.get(key)?.paise
  const [sgst, utgst] = [at('sgst'), at('utgst')]
  const own = [...chosen].filter(([key]) => key === 'freight' || !roleKeys.includes(key))
  const discount = at('discount')
  return {
    lines,
    taxable: at('taxable_value'),
    subtotal: at('subtotal'),
    discount: {
      percent: undefined,
      paise: discount === undefined ? undefined : Math.abs(discount),
    },
    charges: [...fixed, ...own.map(([key, { paise }]) => ({ key, paise }))],
    tax: {
      cgst: at('cgst'),
      sgst: sgst === undefined && utgst === undefined ? undefined : (sgst ?? 0) + (utgst ?? 0),
      igst: at('igst'),
      cess: at('cess'),
    },
    gstPercent: undefined,
    taxAmount: at('tax_amount'),
    roundOff: at('round_off'),
    total: at('total'),
    isReverseCharge: false,
  }
}

/** Whether the figures add up to the total. */
export function isSumOf(figures: Figures): boolean {
  return wayToTotal(figures, taxOf(figures))?.fits === true
}

/** In paise. Without CGST, SGST and IGST, the tax amount is all of it. */
function taxOf({
  tax: { cgst = 0, sgst = 0, igst = 0, cess = 0 },
  taxAmount = 0,
}: Figures): number {
  const heads = cgst + sgst + igst
  return (heads === 0 ? taxAmount : heads) + cess
}

/** An amount that no label calls total is one if taxes are in it, or if it is the last on a paper that calls no amount so. */
function isPlainTotal(
  total: FootAmount | undefined,
  figures: Figures,
  { lines, totals, last }: Weighed,
): boolean {
  if (total === undefined) return false
  if (total.label !== '' || totals.includes(total.paise)) return true
  if (total.paise === linesSum(lines)) return totals.length === 0 && total.paise === last
  return taxOf(figures) !== 0
}

/** In paise: how far a total in whole rupees may be off without a printed round-off. */
const slackMax = 50

/** Whether the taxable value and the taxes come to the total. */
function isOnWay(figures: Figures): boolean {
  const { taxable, total = 0, roundOff } = figures
  const tax = taxOf(figures)
  if (taxable === undefined || tax === 0) return false
  const slack = roundOff === undefined && total % 100 === 0 ? slackMax : 0
  const off = Math.abs(total) - Math.abs(taxable + tax)
  return [roundOff ?? 0, -(roundOff ?? 0)].some((round) => Math.abs(off - round) <= slack)
}

/** Whether charges or a discount stand between the sum of the lines and the taxable value, or what the total is without its taxes. */
function isCharged(figures: Figures): boolean {
  const { taxable, total = 0, roundOff = 0, lines, discount, charges } = figures
  const sum = linesSum(lines)
  const end = taxable ?? total - taxOf(figures) - roundOff
  if (sum === undefined || Math.abs(sum - end) < 100) return false
  const base = sum - (discount.paise ?? 0)
  const slack = taxable === undefined && roundOff === 0 && total % 100 === 0 ? slackMax : 2
  return someOf(charges).some(({ paise }) => Math.abs(base + paise - end) <= slack)
}

/** Whether the total is another printed sum with a printed round-off. */
function isRounded({ total = 0, roundOff = 0 }: Figures, totals: readonly number[]): boolean {
  return roundOff !== 0 && (totals.includes(total - roundOff) || total % 100 === 0)
}

function isSumOfParts({ tax: { cgst = 0, sgst = 0, igst = 0 }, taxAmount }: Figures): boolean {
  const heads = cgst + sgst + igst
  return taxAmount !== undefined && heads !== 0 && Math.abs(heads - taxAmount) <= 2
}

function contradictionsIn({ tax, taxable, total, lines }: Figures): number {
  const { cgst = 0, sgst = 0, igst = 0 } = tax
  const heads = cgst + sgst + igst
  const base = taxable ?? linesSum(lines)
  return [
    Math.abs(cgst - sgst) > 1,
    heads !== igst && igst !== 0,
    base !== undefined && Math.abs(heads) > Math.abs(base) * taxPartMax,
    taxable !== undefined && !isNear(taxable, linesSum(lines)),
    taxable !== undefined && taxable === total && heads === 0,
  ].filter(Boolean).length
}

/** The highest rate of GST. */
const taxPartMax = 0.4

/** Whether the lines add up to about the taxable value. Discounts and freight, unknown here, may be between them. */
function isNear(taxable: number, sum: number | undefined): boolean {
  return sum === undefined || Math.abs(taxable - sum) <= Math.abs(sum) * 0.3
}

/** Whether the subtotal is a sum of the lines, or another sum of the paper. */
function isSubtotal(figures: Figures): boolean {
  const { subtotal, taxable, total, roundOff = 0, lines, discount } = figures
  if (subtotal === undefined) return true
  const totals = lines.map((line) => line.total).filter((paise) => paise !== undefined)
  const sums = [
    linesSum(lines),
    totals.reduce((sum, paise) => sum + paise, 0),
    taxable,
    total,
    (total ?? 0) - taxOf(figures) - roundOff,
    taxable === undefined ? undefined : taxable + (discount.paise ?? 0),
  ]
  return sums.some((sum) => sum !== undefined && Math.abs(sum - subtotal) <= roundingPaise)
}

/** In paise. Each line is rounded by itself. */
const roundingPaise = 100

function documentOf(chosen: readonly (readonly [string, FootAmount])[]): CheckedDocument {
  const head = Object.fromEntries(Array.from(chosen, ([key, { text }]) => [key, text]))
  return { category: 'vendor_invoice', head, lines: [] }
}
