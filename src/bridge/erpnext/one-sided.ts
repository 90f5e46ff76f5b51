import type { Mappings } from '../vouchers/mappings.ts'

/** Stands for what is not said. */
const otherSide = '–'

/**
 * Mappings for books in which what a bank did stands with the bank's side alone: what is on the other is found when it is reconciled
 * there, and nobody is asked for it here.
 */
export function oneSided(mappings: Mappings): Mappings {
  return { ...mappings, ledgers: { suspense: otherSide, cash: otherSide, ...mappings.ledgers } }
}
