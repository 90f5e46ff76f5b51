import type { Trade } from '../facts.ts'

/** Within a state CGST and SGST are charged, between states IGST (source: IGST Act, sections 7 and 8). */
export type TaxKind = 'within a state' | 'between states'

/** Which tax is to be charged, by the seller's state and the place of supply; null when one of them is not known. */
export function taxKindOf(facts: Trade, ownGstin: string | null): TaxKind | null {
  return printedTaxKind(facts) ?? likelyTaxKind(facts, ownGstin)
}

/** By the place of supply that is printed. */
export function printedTaxKind({ seller, placeOfSupply }: Trade): TaxKind | null {
  return kindOf(seller.state, placeOfSupply)
}

/** By the buyer's state, where goods usually go; who buys over a counter elsewhere pays that state's tax all the same. */
export function likelyTaxKind({ seller, buyer }: Trade, ownGstin: string | null): TaxKind | null {
  const gstin = buyer.gstin ?? ownGstin ?? undefined
  return kindOf(seller.state, gstin?.slice(0, 2))
}

function kindOf(seller: string | undefined, supplied: string | undefined): TaxKind | null {
  if (seller === undefined || supplied === undefined) return null
  return seller === supplied ? 'within a state' : 'between states'
}
