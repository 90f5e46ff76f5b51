import { foldText } from '../../../platform/text.ts'
import { textAt } from '../../../paper/checks/document.ts'
import { billFacts, type Line } from '../../../paper/facts.ts'
import { documentOf } from '../../../paper/paper.ts'
import type { ScanData } from '../../../paper/rules/normalise.ts'

/** Lines to learn from one bill. No shop buys more of one seller at once. */
const linesMax = 200

/** Characters of a name, a code or a term. A longer text is none of these. */
const textMax = 200

/** What a bill says about its seller. `gstin` is '' where nobody read one. */
export type SellerOnBill = {
  name: string
  gstin: string
  state: string | null
  placeOfSupply: string | null
  terms: string | null
}

/** What a bill says about one product. `place` is its line, from 0. */
export type ItemOnBill = {
  foldedName: string
  name: string
  hsn: string | null
  unit: string | null
  gstPct: number | null
  ratePaise: number | null
  place: number
}

/**
 * What Daybook can learn from a normalised bill. Undefined for a bill without a seller, and for any other paper: a note or an estimate does
 * not say what the shop paid.
 */
export function readBill(data: ScanData) {
  const document = documentOf(data, 'vendor_invoice')
  const facts = billFacts(document)
  const name = short(facts.seller.name)
  if (name === null || facts.kind !== 'bill') return undefined
  const { head } = document
  const seller: SellerOnBill = {
    name,
    gstin: facts.seller.gstin ?? '',
    state: short(textAt(head, 'state')),
    placeOfSupply: short(textAt(head, 'place_of_supply')),
    terms: short(textAt(head, 'payment_terms')),
  }
  return { seller, day: facts.day ?? null, items: itemsOf(facts.lines, facts.gstPercent) }
}

/** The first line of each product name. */
function itemsOf(lines: readonly Line[], usualPercent: number | undefined): ItemOnBill[] {
  const items = new Map<string, ItemOnBill>()
  for (const [place, line] of lines.slice(0, linesMax).entries()) {
    const name = short(line.productName) ?? short(line.description)
    if (name === null) continue
    const foldedName = foldText(name)
    if (items.has(foldedName)) continue
    items.set(foldedName, {
      foldedName,
      name,
      hsn: line.hsn ?? null,
      unit: short(line.printedUnit),
      gstPct: [line.gstPercent, usualPercent].find(isPercent) ?? null,
      ratePaise: inPaise(line.rate),
      place,
    })
  }
  return [...items.values()]
}

function isPercent(percent: number | undefined): boolean {
  return percent !== undefined && percent <= 100
}

function inPaise(rupees: number | undefined): number | null {
  // No rate has ten decimals of a paisa. A double's noise begins behind them.
  return rupees === undefined || rupees <= 0 ? null : Number((rupees * 100).toFixed(10))
}

function short(text = ''): string | null {
  return text === '' || text.length > textMax ? null : text
}
