import { readPercent } from '../../paper/values.ts'
import { type ReadValue, textsOf } from '../page.ts'
import type { ConfirmedBill, Texts } from './confirmed-bill.ts'
import { habitsMax, type RateHabit, type SellerHabits } from './habit.ts'

/* The rates of GST on a seller's bills. A rate that is not printed is not made up. */

/** A rate that the last save held by mistake is no longer counted. */
export function learnRates(known: readonly RateHabit[], bill: ConfirmedBill): RateHabit[] {
  const now = ratesOf(bill.now.head, bill.now.lines)
  const before = ratesOf(bill.previous?.head ?? {}, bill.previous?.lines ?? [])
  const at = bill.savedAt
  const counted = known.flatMap((rate): RateHabit[] => {
    const times = rate.times + Number(now.has(rate.pct)) - Number(before.has(rate.pct))
    return times < 1 ? [] : [{ ...rate, times, at: now.has(rate.pct) ? at : rate.at }]
  })
  const isKnown = new Set(counted.map(({ pct }) => pct))
  const newer = [...now].filter((pct) => !isKnown.has(pct)).map((pct) => ({ pct, times: 1, at }))
  return [...counted, ...newer].toSorted((a, b) => b.times - a.times).slice(0, habitsMax)
}

/** In per cent. */
const pctMax = 100

function ratesOf(head: Texts, lines: readonly Texts[]): Set<number> {
  const rates = [head, ...lines].flatMap((fields) => rateOf(fields) ?? [])
  // A higher rate is a typing mistake.
  return new Set(rates.filter((pct) => pct <= pctMax))
}

const partKeys = ['igst_rate', 'cgst_rate', 'sgst_rate', 'utgst_rate']

/** The rate of a line: printed as one rate, or as the rates of the centre and the state. Undefined if no rate is printed, or only half. */
function rateOf(fields: Texts): number | undefined {
  const whole = readPercent(fields['gst_rate'] ?? '')
  const parts = partKeys.flatMap((key) => readPercent(fields[key] ?? '') ?? [])
  const isHalf = parts.length === 1 && readPercent(fields['igst_rate'] ?? '') === undefined
  if (whole !== undefined || parts.length === 0 || isHalf) return whole
  return parts.reduce((sum, part) => sum + part, 0)
}

/** A new rate is doubted only after this many bills of the seller. */
const billsMin = 2

const rateKeys = ['gst_rate', 'igst_rate', 'cgst_rate']

type Line = Readonly<Record<string, ReadValue>>

/** Doubts the first line with each rate that the seller never had. */
export function withRateDoubts(
  lines: readonly Line[],
  { bills, rates }: SellerHabits,
): readonly Line[] {
  if (bills < billsMin || rates.length === 0) return lines
  const usual = new Set(rates.map(({ pct }) => pct))
  return lines.map((line) => {
    const pct = rateOf(textsOf(line))
    const key = rateKeys.find((one) => line[one] !== undefined)
    const value = line[key ?? '']
    if (pct === undefined || key === undefined || value === undefined || usual.has(pct)) return line
    usual.add(pct)
    const doubts = [...(value.doubts ?? []), rateDoubt(pct, rates)]
    return { ...line, [key]: { ...value, doubts } }
  })
}

function rateDoubt(pct: number, rates: readonly RateHabit[]): string {
  const usual = rates
    .map((rate) => rate.pct)
    .toSorted((a, b) => a - b)
    .join(' %, ')
  return `Tax rate: ${pct} %, where this seller’s bills had ${usual} % until now.`
}
