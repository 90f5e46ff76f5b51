import { stateCodeOf } from '../../platform/gst/gst.ts'
import { type CheckedDocument, textAt } from './document.ts'
import { readGstin } from './values.ts'

/** Within a state CGST and SGST are charged, between states IGST (source: IGST Act, sections 7 and 8). */
export type TaxKind = 'within a state' | 'between states'

/** Which tax is to be charged, by the seller's state and the place of supply; null when one of them is not known. */
export function taxKindOf(document: CheckedDocument, ownGstin: string | null): TaxKind | null {
  return printedTaxKind(document) ?? likelyTaxKind(document, ownGstin)
}

/** By the place of supply that is printed. */
export function printedTaxKind({ head }: CheckedDocument): TaxKind | null {
  return kindOf(sellerState(head), stateCodeOf(textAt(head, 'place_of_supply')))
}

/** By the buyer's state, where goods usually go; who buys over a counter elsewhere pays that state's tax all the same. */
export function likelyTaxKind({ head }: CheckedDocument, ownGstin: string | null): TaxKind | null {
  const buyer = readGstin(textAt(head, 'buyer_gstin')) ?? ownGstin ?? undefined
  return kindOf(sellerState(head), buyer?.slice(0, 2))
}

function kindOf(seller: string | undefined, supplied: string | undefined): TaxKind | null {
  if (seller === undefined || supplied === undefined) return null
  return seller === supplied ? 'within a state' : 'between states'
}

function sellerState(head: CheckedDocument['head']): string | undefined {
  const registered = readGstin(textAt(head, 'gstin'))?.slice(0, 2)
  return (
    registered ?? stateCodeOf(textAt(head, 'seller_state')) ?? stateCodeOf(textAt(head, 'state'))
  )
}
