import type { Paise } from './voucher.ts'

/** Divides an amount in proportion to the weights. The shares are whole paise and add up to the amount exactly (largest remainders). */
export function allocate(paise: Paise, weights: readonly number[]): Paise[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return weights.map((_, at) => (at === 0 ? paise : 0))
  const exact = weights.map((weight) => (paise * weight) / sum)
  const shares = exact.map(Math.floor)
  const left = paise - shares.reduce((total, share) => total + share, 0)
  const byRemainder = exact
    .map((share, at) => ({ at, remainder: share - Math.floor(share) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.at - b.at)
  for (const { at } of byRemainder.slice(0, left)) shares[at] = (shares[at] ?? 0) + 1
  return shares
}
