import type { Picture } from '../picture.ts'
import { decodePlaces, type Letter } from './decode.ts'
import type { OcrEngine } from './engine.ts'
import { type Ink, inkOf } from './ink.ts'
import { type Line, lineHeight, lineOf, placeWidth, sampleLine } from './sample.ts'
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
    const letters = decodePlaces(chances, classes, stride / width)
    // Only the green: coloured ink differs from paper most in green.
    const green = values.subarray(index * size + size / 3)
    return { strip, letters, ink: inkOf(green, width, stride) }
  })
}

/** The mean confidence of a line's letters, 0 to 1. A line without letters has 0. */
export function confidenceOf({ letters }: Reading): number {
  const sum = letters.reduce((all, { confidence }) => all + confidence, 0)
  return letters.length === 0 ? 0 : sum / letters.length
}
