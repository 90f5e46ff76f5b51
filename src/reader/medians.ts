/** The median of the numbers, or 0 if there are none. */
export function medianOf(numbers: readonly number[]): number {
  return weightedMedianOf(numbers.map((number) => [number, 1] as const))
}

/** The number at which half of the weight is reached, or 0 if there are none. */
export function weightedMedianOf(
  numbers: readonly (readonly [number: number, weight: number])[],
): number {
  const half = numbers.reduce((sum, [, weight]) => sum + weight, 0) / 2
  let reached = 0
  for (const [number, weight] of numbers.toSorted(([a], [b]) => a - b)) {
    reached += weight
    if (reached >= half) return number
  }
  return 0
}
