/** Chance that repeats: the same seed gives the same sequence on every machine. Not for secrets. */
export type Random = {
  /** A number from 0 up to, but not including, 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  shuffle<T>(items: readonly T[]): T[]
}

/** The mulberry32 generator: 32 bits of state, good enough for sample data. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  function int(least: number, most: number): number {
    return least + Math.floor(next() * (most - least + 1))
  }

  function pick<T>(items: readonly T[]): T {
    const item = items[int(0, items.length - 1)]
    if (item === undefined) throw new RangeError('There is nothing to pick from.')
    return item
  }

  function shuffle<T>(items: readonly T[]): T[] {
    const keyed = items.map((item) => ({ item, key: next() }))
    return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item)
  }

  return { next, int, chance: (probability) => next() < probability, pick, shuffle }
}
