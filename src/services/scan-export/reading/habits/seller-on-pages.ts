import { foldName } from '../head/party-names.ts'
import { gstinIn } from '../head/unlabelled.ts'
import { phrasesOf, type Row } from '../rows.ts'
import type { SellerHabits } from './habit.ts'

/**
 * Whose bill it is of those that are known: whose GSTIN stands first on the pages, but the shop's own; by its name one whose bills have no
 * GSTIN, where none but the shop's own stands there.
 */
export function sellerOnPages(
  rows: readonly Row[],
  sellers: readonly SellerHabits[],
  ownGstin: string | null,
): SellerHabits | undefined {
  if (sellers.length === 0) return undefined
  const bySeller = new Map(sellers.map((one) => [one.seller, one]))
  const gstins = rows
    .flatMap(({ pieces }) => pieces.flatMap(({ word }) => gstinIn(word.text) ?? []))
    .filter((gstin) => gstin !== ownGstin)
  const [first] = gstins
  // Behind that of a seller who is not known may stand a carrier's who is.
  if (first !== undefined) return bySeller.get(first)
  const names = rows.flatMap((row) => phrasesOf(row).map(({ text }) => foldName(text)))
  return bySeller.get(names.find((name) => bySeller.has(name)) ?? '')
}
