import type { Picture } from '../picture.ts'
import type { OcrEngine } from './engine.ts'
import { type Ink, inkOf, type Line, lineHeight, lineOf, placeWidth, sampleLine } from './sample.ts'
import type { Strip } from './strip.ts'

/** A strip, its letters, and the columns that have ink. */
export type Reading = {
  readonly strip: Strip
  readonly letters: readonly Letter[]
  readonly ink: Ink
}

/** Lines read together. Fewer lines waste time, more lines waste memory. */
const batchMax = 4

/** The shortest line of a batch has at least this share of the longest line's length. Work on the padding is wasted. */
const shortestShare = 0.85

/** A network that reads lines, and what its classes stand for. */
type Recogniser = Pick<OcrEngine, 'recogniser' | 'classes'>

/** Reads strips of a picture from left to right. The results keep the order of the strips. */
export async function recognise(
  engine: Recogniser,
  picture: Picture,
  strips: readonly Strip[],
): Promise<Reading[]> {
  const read = new Map<Strip, Reading>()
  for (const batch of batches(strips.map(lineOf))) {
    for (const reading of await readBatch(engine, picture, batch)) read.set(reading.strip, reading)
  }
  return strips.flatMap((strip) => read.get(strip) ?? [])
}

function batches(lines: readonly Line[]): Line[][] {
  const batched: Line[][] = []
  let batch: Line[] = []
  for (const line of lines.toSorted((one, other) => other.width - one.width)) {
    const [longest] = batch
    const isFull = batch.length === batchMax
    if (longest === undefined || isFull || line.width < longest.width * shortestShare) {
      batch = []
      batched.push(batch)
    }
    batch.push(line)
  }
  return batched
}

async function readBatch(
  { recogniser, classes }: Recogniser,
  picture: Picture,
  lines: readonly Line[],
): Promise<Reading[]> {
  const widest = Math.max(...lines.map(({ width }) => width))
  const stride = Math.ceil(widest / placeWidth) * placeWidth
  const size = 3 * lineHeight * stride
  const values = new Float32Array(lines.length * size)
  for (const [index, line] of lines.entries()) {
    sampleLine(picture, line, values.subarray(index * size, (index + 1) * size), stride)
  }
  const told = await recogniser({ values, sizes: [lines.length, 3, lineHeight, stride] })
  const [, places = 0, count = 0] = told.sizes
  return lines.map(({ strip, width }, index) => {
    const chances = told.values.subarray(index * places * count, (index + 1) * places * count)
    joinCrosses(chances, classes)
    const letters = decodePlaces(chances, classes, stride / width)
    // Only the green: coloured ink differs from paper most in green.
    const green = values.subarray(index * size + size / 3)
    return { strip, letters, ink: inkOf(green, width, stride) }
  })
}

/** "10×50" and "10x50" are one size: what speaks for a cross speaks for an x. */
function joinCrosses(chances: Float32Array, classes: readonly string[]): void {
  const [cross, letter] = [classes.indexOf('×'), classes.indexOf('x')]
  if (cross === -1 || letter === -1) return
  for (let start = 0; start < chances.length; start += classes.length) {
    chances[start + letter] = (chances[start + letter] ?? 0) + (chances[start + cross] ?? 0)
    chances[start + cross] = 0
  }
}

/** The mean confidence of a line's letters, 0 to 1. A line without letters has 0. */
export function confidenceOf({ letters }: Reading): number {
  const sum = letters.reduce((all, { confidence }) => all + confidence, 0)
  return letters.length === 0 ? 0 : sum / letters.length
}

/** A letter. `at` is the place of its middle along the line (0 to 1). */
export type Letter = { readonly text: string; readonly at: number; readonly confidence: number }

/**
 * Takes the likeliest class at each place of a line. Equal classes at neighbouring places are one letter, and the
 * first class means no letter (connectionist temporal classification). `length`: the length of all places together, in
 * lengths of the line.
 */
function decodePlaces(chances: Float32Array, classes: readonly string[], length: number): Letter[] {
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
