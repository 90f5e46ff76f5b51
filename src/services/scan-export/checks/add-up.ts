import { stateCodeOf } from '../../../platform/gst.ts'
import { computedAmount, lineAmount } from './check-lines.ts'
import { type CheckedDocument, textAt } from './document.ts'
import { type Discount, type Figures, type LineFigures, readFigures } from './figures.ts'
import { readGstin } from './values.ts'

/** What a bill or an order adds up to, in paise. What is printed counts; what is not is computed. */
type AddedUp = {
  /** For each line what quantity × rate − discount is, and what it comes to; null where figures are missing. */
  readonly lines: readonly { computedPaise: number | null; amountPaise: number | null }[]
  readonly taxablePaise: number
  readonly cgstPaise: number
  readonly sgstPaise: number
  readonly igstPaise: number
  readonly cessPaise: number
  /** Freight and charges that are printed below the lines. */
  readonly chargesPaise: number
  readonly roundOffPaise: number
  readonly totalPaise: number
  readonly printedTotalPaise: number | null
  /** What the printed total is more than the sum; null without one. */
  readonly differencePaise: number | null
  /** Which tax the states ask for; null when they do not say. */
  readonly taxKind: TaxKind | null
}

/** Within a state CGST and SGST are charged, between states IGST (source: IGST Act, sections 7 and 8). */
type TaxKind = 'within a state' | 'between states'

/** Adds a bill or an order up. A bank statement has no total: use `checkDocument`. */
export function addUp(document: CheckedDocument, ownGstin: string | null = null): AddedUp {
  const figures = readFigures(document)
  const lines = figures.lines.map((line) => ({
    computedPaise: computedAmount(line) ?? null,
    amountPaise: lineAmount(line) ?? null,
  }))
  const linesPaise = lines.reduce((sum, { amountPaise }) => sum + (amountPaise ?? 0), 0)
  const taxablePaise = figures.taxable ?? linesPaise - discountPaise(figures.discount, linesPaise)
  const taxKind = taxKindOf(document, ownGstin)
  const tax = addTax(figures, taxKind)
  const chargesPaise = (figures.freight ?? 0) + figures.charges
  const sum =
    taxablePaise + tax.cgstPaise + tax.sgstPaise + tax.igstPaise + tax.cessPaise + chargesPaise
  const roundOffPaise = figures.roundOff ?? Math.round(sum / 100) * 100 - sum
  const totalPaise = sum + roundOffPaise
  return {
    lines,
    taxablePaise,
    ...tax,
    chargesPaise,
    roundOffPaise,
    totalPaise,
    printedTotalPaise: figures.total ?? null,
    differencePaise: figures.total === undefined ? null : figures.total - totalPaise,
    taxKind,
  }
}

/** Which tax is to be charged, by the seller's state and the place of supply; null when one of them is not known. */
function taxKindOf({ head }: CheckedDocument, ownGstin: string | null): TaxKind | null {
  const seller =
    readGstin(textAt(head, 'gstin'))?.slice(0, 2) ?? stateCodeOf(textAt(head, 'seller_state'))
  const supplied =
    stateCodeOf(textAt(head, 'place_of_supply')) ??
    (readGstin(textAt(head, 'buyer_gstin')) ?? ownGstin ?? undefined)?.slice(0, 2)
  if (seller === undefined || supplied === undefined) return null
  return seller === supplied ? 'within a state' : 'between states'
}

/** The printed taxes; when none is printed, those of the lines' rates. */
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

function discountPaise({ percent = 0, paise }: Discount, base: number): number {
  return paise ?? Math.round((base * percent) / 100)
}
