import { fieldName } from '../../checks/field-names.ts'
import { isCharge } from '../../checks/figures.ts'
import type { FootAmount } from './foot-amounts.ts'

/*
 * Packing, loading, insurance, tax collected at source: what is added below the lines, or taken off. No canonical key is
 * for it, so that it stands under its label as printed; the checks know by the label what it does to the total.
 */

/** Charges that one paper has at most. */
const chargesMax = 12

/** By label as printed; of one that is printed twice, such as on both pages, the first. */
export function chargesOf(amounts: readonly FootAmount[]): Map<string, FootAmount> {
  const charges = new Map<string, FootAmount>()
  for (const amount of amounts) {
    const label = amount.label.replace(/^[\s:+–-]+/, '')
    const isOther = amount.key === 'charge' || amount.key === 'deduction'
    if (!isOther || !isCharge(label) || isRepeated(amount, amounts)) continue
    if (!charges.has(label) && fieldName(label) === label) charges.set(label, amount)
    if (charges.size === chargesMax) break
  }
  return charges
}

/** One of several amounts behind its label: the row of a table. */
function isRepeated({ pieces: [own], label }: FootAmount, all: readonly FootAmount[]) {
  const inRow = all.filter(
    ({ pieces: [other], label: same }) =>
      own !== undefined && other !== undefined && same === label && isBeside(own, other),
  )
  return inRow.length > 1
}

type Edges = { readonly top: number; readonly bottom: number; readonly page: number }

function isBeside(one: Edges, other: Edges): boolean {
  return one.page === other.page && one.top < other.bottom && other.top < one.bottom
}
