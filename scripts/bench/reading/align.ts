/**
 * Pairs two sequences in their order so that the sum of `likeness` (0 or more) is the largest: a row that was left out, or made
 * up, does not put all behind it out of step. Returns, for each of the first, the index of its partner.
 */
export function align(
  first: number,
  second: number,
  likeness: (a: number, b: number) => number,
): (number | undefined)[] {
  const best = Array.from({ length: first + 1 }, () => new Float64Array(second + 1))
  const at = (a: number, b: number) => best[a]?.[b] ?? 0
  const pair = (a: number, b: number) => {
    const like = likeness(a, b)
    return like > 0 ? like + at(a + 1, b + 1) : 0
  }
  for (let a = first - 1; a >= 0; a -= 1) {
    for (let b = second - 1; b >= 0; b -= 1) {
      const row = best[a]
      if (row !== undefined) row[b] = Math.max(pair(a, b), at(a + 1, b), at(a, b + 1))
    }
  }
  return walk(first, second, at, pair)
}

type Score = (a: number, b: number) => number

function walk(first: number, second: number, at: Score, pair: Score): (number | undefined)[] {
  const partners: (number | undefined)[] = []
  let b = 0
  for (let a = 0; a < first; a += 1) {
    while (b < second && at(a, b) === at(a, b + 1)) b += 1
    const isPaired = b < second && at(a, b) > 0 && at(a, b) === pair(a, b)
    partners.push(isPaired ? b : undefined)
    if (isPaired) b += 1
  }
  return partners
}
