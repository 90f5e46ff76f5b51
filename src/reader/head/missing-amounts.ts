import { fieldName } from '../../paper/fields.ts'
import type { Figures } from '../../paper/checks/figures.ts'
import { linesSum, someOf } from '../../paper/checks/totals.ts'
import { type FootAmount, unknownKey } from './foot-amounts.ts'

/* Finds amounts with an unknown label, or with none, where only one choice makes the sum of the paper hold. */

type Chosen = ReadonlyMap<string, FootAmount>

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
export function withMissing(
  chosen: Chosen,
  amounts: readonly FootAmount[],
  figures: Figures,
): Chosen {
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
  const { tax, taxAmount = 0, roundOff, charges } = figures
  const heads = (tax.cgst ?? 0) + (tax.sgst ?? 0) + (tax.igst ?? 0)
  return {
    figures,
    total: total - (roundOff ?? 0),
    tax: (heads === 0 ? taxAmount : heads) + (tax.cess ?? 0),
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
