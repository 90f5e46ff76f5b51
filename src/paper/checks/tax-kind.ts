import type { Trade } from '../facts.ts'

/** CGST and SGST apply within a state, IGST between states (source: IGST Act, sections 7 and 8). */
export type TaxKind = 'within a state' | 'between states'

/** Which tax applies, by the seller's state and the place of supply. Null when one is unknown. */
export function taxKindOf(facts: Trade, ownGstin: string | null): TaxKind | null {
  return printedTaxKind(facts) ?? likelyTaxKind(facts, ownGstin)
}

/** By the printed place of supply. */
export function printedTaxKind({ seller, placeOfSupply }: Trade): TaxKind | null {
  return kindOf(seller.state, placeOfSupply)
}

/** By the buyer's state, where goods usually go. A buyer at a counter in another state pays that state's tax. */
export function likelyTaxKind({ seller, buyer }: Trade, ownGstin: string | null): TaxKind | null {
  const gstin = buyer.gstin ?? ownGstin ?? undefined
  return kindOf(seller.state, gstin?.slice(0, 2))
}

function kindOf(seller: string | undefined, supplied: string | undefined): TaxKind | null {
  if (seller === undefined || supplied === undefined) return null
  return seller === supplied ? 'within a state' : 'between states'
}
