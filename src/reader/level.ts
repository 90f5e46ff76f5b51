import type { ReadPage, Word } from './page.ts'

/* Scans lie askew and photographs are taken from the side: words are put where they would stand on a level page. */

/** A word on the levelled page, in the page's own unit (points or pixels). `word.box` is where it stands on the paper. */
export type Piece = {
  readonly word: Word
  readonly page: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** How a line of text falls to the right, at the middle of the page and how that changes further down. */
type Slope = { readonly atMiddle: number; readonly perUnit: number; readonly middle: number }

/** The slope of each band of the page is measured by itself, because the lines of a photograph fan out. */
const bandsMax = 5
/** A band needs this many pairs of neighbouring words. */
const bandPairsMin = 6
/** No scan has a larger slope. Words that seem to have one belong to two rows. 0.2 is 11 degrees. */
const slopeMax = 0.2
/** A smaller slope counts as none. It is one pixel in five hundred. */
const slopeMin = 0.002
/** The right neighbour of a word is at most this many word heights away. */
const neighbourHeightsMax = 4

/** The words of a page in their places on a straight page, in the order of the file. */
export function levelPieces(page: ReadPage): Piece[] {
  const pieces = page.words
    .filter((word) => word.text.trim() !== '')
    .map((word) => place(word, page))
  const slope = slopeOf(pieces, page)
  return slope === undefined ? pieces : pieces.map((piece) => turn(piece, slope, page))
}

function place(word: Word, page: ReadPage): Piece {
  const [left, top, right, bottom] = word.box
  return {
    word,
    page: page.number,
    left: left * page.width,
    top: top * page.height,
    right: right * page.width,
    bottom: bottom * page.height,
  }
}

export function middleOf({ top, bottom }: { top: number; bottom: number }): number {
  return (top + bottom) / 2
}

export function heightOf({ top, bottom }: { top: number; bottom: number }): number {
  return bottom - top
}

/** A pair of neighbours: its place, its slope and its length. */
type Fall = { readonly y: number; readonly slope: number; readonly length: number }

function slopeOf(pieces: readonly Piece[], page: ReadPage): Slope | undefined {
  const falls = fallsOf(pieces)
  const bands = Array.from({ length: bandsMax }, (_, band) => {
    const inBand = falls.filter(({ y }) => Math.floor((y / page.height) * bandsMax) === band)
    return inBand.length < bandPairsMin ? [] : [medianFall(inBand)]
  }).flat()
  const slope = fitLine(bands, page.height / 2)
  const reach = (Math.abs(slope.perUnit) * page.height) / 2
  return Math.abs(slope.atMiddle) + reach < slopeMin ? undefined : slope
}

function medianFall(falls: readonly Fall[]): Fall {
  return {
    y: medianOf(falls.map(({ y }) => y)),
    slope: weightedMedianOf(falls.map(({ slope, length }) => [slope, length] as const)),
    length: falls.reduce((sum, { length }) => sum + length, 0),
  }
}

/** Pairs each word with the nearest word on its right at the same height. */
function fallsOf(pieces: readonly Piece[]): Fall[] {
  const sorted = pieces.toSorted((a, b) => a.top - b.top)
  return sorted.flatMap((piece, index) => {
    const neighbour = rightNeighbour(sorted, index)
    if (neighbour === undefined) return []
    const length = (neighbour.left + neighbour.right - piece.left - piece.right) / 2
    const slope = (middleOf(neighbour) - middleOf(piece)) / length
    return Math.abs(slope) > slopeMax ? [] : [{ y: middleOf(piece), slope, length }]
  })
}

function rightNeighbour(sorted: readonly Piece[], index: number): Piece | undefined {
  const piece = sorted[index]
  if (piece === undefined) return undefined
  let [from, end] = [index, index + 1]
  while ((sorted[from - 1]?.top ?? -Infinity) >= piece.top - heightOf(piece)) from -= 1
  while ((sorted[end]?.top ?? Infinity) <= piece.bottom) end += 1
  const near = [...sorted.slice(from, index), ...sorted.slice(index + 1, end)]
  return near.filter((other) => isNeighbour(piece, other)).toSorted((a, b) => a.left - b.left)[0]
}

function isNeighbour(piece: Piece, other: Piece): boolean {
  const height = heightOf(piece)
  const gap = other.left - piece.right
  const isBeside = gap > -height / 4 && gap < neighbourHeightsMax * height
  const isAlike = heightOf(other) < 1.4 * height && heightOf(other) > height / 1.4
  return isBeside && isAlike && Math.abs(middleOf(other) - middleOf(piece)) < height / 2
}

/** The line through the slopes of the bands (least squares). A band counts by how much was measured in it. */
function fitLine(bands: readonly Fall[], middle: number): Slope {
  const weight = bands.reduce((sum, { length }) => sum + length, 0)
  if (weight === 0) return { atMiddle: 0, perUnit: 0, middle }
  const mean = (value: (band: Fall) => number) =>
    bands.reduce((sum, band) => sum + value(band) * band.length, 0) / weight
  const [y, slope] = [mean((band) => band.y), mean((band) => band.slope)]
  const spread = mean((band) => (band.y - y) ** 2)
  const perUnit = spread === 0 ? 0 : mean((band) => (band.y - y) * (band.slope - slope)) / spread
  return { atMiddle: slope + perUnit * (middle - y), perUnit, middle }
}

/** Turns a word about the middle of the page. An upright box around slanting text is higher and wider than the text. */
function turn(piece: Piece, { atMiddle, perUnit, middle }: Slope, page: ReadPage): Piece {
  const [x, y] = [(piece.left + piece.right) / 2, middleOf(piece)]
  const slope = atMiddle + perUnit * (y - middle)
  const [width, height] = [piece.right - piece.left, heightOf(piece)]
  const halfHeight = Math.max(height - width * Math.abs(slope), height / 3) / 2
  const halfWidth = Math.max(width - height * Math.abs(atMiddle), width / 2) / 2
  const levelY = y - slope * (x - page.width / 2)
  const levelX = x + atMiddle * (y - middle)
  return {
    ...piece,
    left: levelX - halfWidth,
    right: levelX + halfWidth,
    top: levelY - halfHeight,
    bottom: levelY + halfHeight,
  }
}

/** The median of the numbers, or 0 if there are none. */
export function medianOf(numbers: readonly number[]): number {
  return weightedMedianOf(numbers.map((number) => [number, 1] as const))
}

/** The number at which half of the weight is reached, or 0 if there are none. */
function weightedMedianOf(numbers: readonly (readonly [number: number, weight: number])[]): number {
  const half = numbers.reduce((sum, [, weight]) => sum + weight, 0) / 2
  let reached = 0
  for (const [number, weight] of numbers.toSorted(([a], [b]) => a - b)) {
    reached += weight
    if (reached >= half) return number
  }
  return 0
}
