/** A letter. `at` is the place of its middle along the line (0 to 1). */
export type Letter = { readonly text: string; readonly at: number; readonly confidence: number }

/**
 * Takes the likeliest class at each place of a line. Equal classes at neighbouring places are one letter, and the
 * first class means no letter (connectionist temporal classification). `length`: the length of all places together, in
 * lengths of the line.
 */
export function decodePlaces(
  chances: Float32Array,
  classes: readonly string[],
  length: number,
): Letter[] {
  const places = chances.length / classes.length
  const letters: Letter[] = []
  let last = 0
  let first = 0
  for (let place = 0; place < places; place++) {
    const [best, confidence] = likeliest(chances, place * classes.length, classes.length)
    if (best === 0) {
      last = 0
      continue
    }
    if (best !== last) first = place
    const at = Math.min(1, (((first + place + 1) / 2) * length) / places)
    const letter = { text: classes[best] ?? '', at, confidence }
    const before = letters.at(-1)
    if (best !== last || before === undefined) letters.push(letter)
    else
      letters[letters.length - 1] = {
        ...letter,
        confidence: Math.max(before.confidence, confidence),
      }
    last = best
  }
  return letters
}

function likeliest(chances: Float32Array, start: number, count: number): [number, number] {
  let best = 0
  let chance = chances[start] ?? 0
  for (let index = 1; index < count; index++) {
    const other = chances[start + index] ?? 0
    if (other <= chance) continue
    best = index
    chance = other
  }
  return [best, chance]
}
