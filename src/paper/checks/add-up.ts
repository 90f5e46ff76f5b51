import { computedAmount, lineAmount } from './check-lines.ts'
import type { Trade } from '../facts.ts'
import type { Figures, LineFigures } from './figures.ts'
import { type TaxKind, taxKindOf } from './tax-kind.ts'
import { wayToTotal } from './totals.ts'

/** What a bill or an order adds up to, in paise. Printed figures count; missing figures are computed. */
type AddedUp = {
  /** For each line, quantity × rate − discount, and the amount of the line. Null where figures are missing. */
  readonly lines: readonly { computedPaise: number | null; amountPaise: number | null }[]
  readonly taxablePaise: number
  readonly cgstPaise: number
  readonly sgstPaise: number
  readonly igstPaise: number
  readonly cessPaise: number
  /** Freight and charges printed below the lines. */
  readonly chargesPaise: number
  readonly roundOffPaise: number
  readonly totalPaise: number
  readonly printedTotalPaise: number | null
  /** How much the printed total exceeds the sum. Null without a printed total. */
  readonly differencePaise: number | null
  /** Which tax the two states require. Null when a state is unknown. */
  readonly taxKind: TaxKind | null
}

/** Adds up a bill or an order. A bank statement has no total: use `checkDocument`. */
export function addUp(facts: Trade, ownGstin: string | null = null): AddedUp {
  const lines = facts.lines.map((line) => ({
    computedPaise: computedAmount(line) ?? null,
    amountPaise: lineAmount(line) ?? null,
  }))
  const taxKind = taxKindOf(facts, ownGstin)
  const tax = addTax(facts, taxKind)
  const { taxable, charges, sum } = wayToTotal(facts, taxOf(facts, tax))?.way ?? nothing
  const { total, roundOff = total === sum ? 0 : toRupee(sum) - sum } = facts
  const totalPaise = sum + roundOff
  return {
    lines,
    taxablePaise: taxable,
    ...tax,
    chargesPaise: charges.paise,
    roundOffPaise: roundOff,
    totalPaise,
    printedTotalPaise: total ?? null,
    differencePaise: total === undefined ? null : total - totalPaise,
    taxKind,
  }
}

const nothing = { taxable: 0, charges: { paise: 0 }, sum: 0 }

/** The taxes together, or their printed sum where only the sum is printed. */
function taxOf({ taxAmount }: Figures, tax: ReturnType<typeof addTax>): number {
  const sum = tax.cgstPaise + tax.sgstPaise + tax.igstPaise
  return (sum === 0 ? (taxAmount ?? 0) : sum) + tax.cessPaise
}

/** The printed taxes. If none is printed, the taxes by the rates of the lines. */
function addTax({ tax, lines }: Figures, kind: TaxKind | null) {
  const printed = [tax.cgst, tax.sgst, tax.igst]
  const isPrinted = printed.some((paise) => paise !== undefined)
  const computed = isPrinted ? undefined : computedTax(lines, kind)
  return {
    cgstPaise: tax.cgst ?? computed?.half ?? 0,
    sgstPaise: tax.sgst ?? computed?.half ?? 0,
    igstPaise: tax.igst ?? computed?.whole ?? 0,
    cessPaise: tax.cess ?? 0,
  }
}

/** The tax of the lines, rounded to the paisa for each rate. */
function computedTax(lines: readonly LineFigures[], kind: TaxKind | null) {
  const parts = kind === 'between states' ? 1 : 2
  let tax = 0
  for (const [percent, paise] of amountsByPercent(lines)) {
    tax += Math.round((paise * percent) / (100 * parts))
  }
  return parts === 1 ? { half: 0, whole: tax } : { half: tax, whole: 0 }
}

function amountsByPercent(lines: readonly LineFigures[]): Map<number, number> {
  const amounts = new Map<number, number>()
  for (const line of lines) {
    const percent = line.gstPercent ?? 0
    amounts.set(percent, (amounts.get(percent) ?? 0) + (lineAmount(line) ?? 0))
  }
  return amounts
}

function toRupee(paise: number): number {
  return Math.round(paise / 100) * 100
}
