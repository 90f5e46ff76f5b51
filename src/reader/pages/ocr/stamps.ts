import { bytesAPixel, type Picture } from '../picture.ts'
import { around, type Rectangle, type Size } from '../rectangle.ts'
import { findShapes } from './shapes.ts'

/*
 * A stamp lies over print. Its strokes are wider than those of letters, and coloured or, in a grey scan, lighter than
 * black ink. Wide, light shapes without print under them stay, such as a name in a letterhead. Of twelve stamped bills of the bench, seven are
 * read whole, and three if the stamps stay.
 */

/** The search divides a page into blocks, this many along its long side: three pixels each at 200 dpi. */
const blocksLong = 780

/** The side of a cell, in blocks. Strokes of a stamp are narrower, so that each cell of a stamp also shows paper. */
const cellSide = 8
const cellBlocks = cellSide ** 2

/** The lightness of a grey stamp's block and of the print under a stamp, as a share of the lightness of the cell's paper. */
const greyMin = 0.5
const greyMax = 0.73
const printMax = 0.38

/** The least difference between the strongest and the weakest colour of coloured ink, of 255. Paper has at most half of it. */
const colourMin = 60

/** The stamped share of a cell. Below the first limit the cell is the edge of a letter, above the last the bar of a heading. */
const stampedMin = 0.05
const strongFrom = 0.14
const stampedMax = 0.65

/**
 * The least lightness of blank paper, and the least blank share of a cell. Bars have light letters on a dark ground,
 * and tables have grain.
 */
const blankLight = 0.7
const blankMin = 0.15

/**
 * A stamp's least number of strongly stamped cells, their least share of its cells, its least height in cells, and its
 * least share of print.
 */
const strongMin = 6
const strongShareMin = 0.25
const rowsMin = 3
const printedMin = 0.04

/**
 * Shares of all strongly stamped cells: the least that one stamp has, and the least of all stamps together. Blurred
 * print has such cells all over the page.
 */
const oneOfMin = 0.2
const togetherMin = 0.8

/**
 * `letterWidth` is wider than a letter's stroke, in blocks. Wider dark shapes of at least `groundMin` lightness are
 * not print. Pixels lighter than `printBelow` are not print either.
 */
const letterWidth = 5 / 3
const groundMin = 0.45
const printBelow = 0.72

/** Where a stamp lies, other pixels at least this light become white: the stamp's edge and its thin lines. */
const whiteFrom = 0.56

/** Erases stamps from the print under them, in the picture itself. */
export function eraseStamps(picture: Picture): void {
  const side = Math.max(2, Math.round(Math.max(picture.width, picture.height) / blocksLong))
  const blocks = blocksOf(picture, side)
  const paper = paperOf(blocks)
  for (const stamp of stampsOn(blocks, paper)) erase(picture, stamp, paper, side)
}

/** For each block: its lightest and darkest pixel, by their strongest colour, and its weakest colouring. */
type Blocks = Size & Record<'lightest' | 'darkest' | 'colour', Uint8Array>

/** The lightness of the paper in each cell. */
type Paper = { columns: number; light: Uint8Array }

function blocksOf(picture: Picture, side: number): Blocks {
  const { pixels } = picture
  const width = Math.floor(picture.width / side)
  const height = Math.floor(picture.height / side)
  const lightest = new Uint8Array(width * height)
  const darkest = new Uint8Array(width * height).fill(255)
  const colour = new Uint8Array(width * height).fill(255)
  for (let y = 0; y < height * side; y++) {
    let at = y * picture.width * bytesAPixel
    const row = Math.floor(y / side) * width
    for (let block = row; block < row + width; block++) {
      for (const end = at + side * bytesAPixel; at < end; at += bytesAPixel) {
        const light = lightAt(pixels, at)
        const coloured = light - Math.min(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)
        if (light > (lightest[block] ?? 0)) lightest[block] = light
        if (light < (darkest[block] ?? 0)) darkest[block] = light
        if (coloured < (colour[block] ?? 0)) colour[block] = coloured
      }
    }
  }
  return { width, height, lightest, darkest, colour }
}

function paperOf({ width, height, lightest }: Blocks): Paper {
  const columns = Math.ceil(width / cellSide)
  const light = new Uint8Array(columns * Math.ceil(height / cellSide))
  for (const [at, value] of lightest.entries()) {
    const cell = cellAt(at % width, Math.floor(at / width), columns)
    if (value > (light[cell] ?? 0)) light[cell] = value
  }
  return { columns, light }
}

/** The cell that contains a block. */
function cellAt(x: number, y: number, columns: number): number {
  return Math.floor(y / cellSide) * columns + Math.floor(x / cellSide)
}

/** The places of stamps that lie on print, in cells. */
function stampsOn(blocks: Blocks, paper: Paper): Rectangle[] {
  const { columns } = paper
  const { stamped, printed, blank } = countBlocks(blocks, paper)
  const isPart = stamped.map((count, cell) =>
    isBetween(count, stampedMin, stampedMax) && (blank[cell] ?? 0) >= blankMin * cellBlocks ? 1 : 0,
  )
  const isStrong = isPart.map((is, cell) =>
    (stamped[cell] ?? 0) >= strongFrom * cellBlocks ? is : 0,
  )
  const printIn = isPart.map((is, cell) => is * (printed[cell] ?? 0))
  const all = isStrong.reduce((sum, is) => sum + is, 0)
  const stamps = findShapes(isPart, columns)
    .map(({ edge, pixels }) => {
      const cells = around(edge.map(({ x, y }) => ({ left: x, right: x, top: y, bottom: y })))
      const strong = sumIn(isStrong, columns, cells)
      return { cells, pixels, strong, print: sumIn(printIn, columns, cells) / cellBlocks }
    })
    .filter(({ strong, pixels }) => strong >= Math.max(strongMin, strongShareMin * pixels))
    .filter(({ strong, cells }) => strong >= oneOfMin * all && cells.bottom - cells.top >= rowsMin)
  const strong = stamps.reduce((sum, stamp) => sum + stamp.strong, 0)
  if (strong < togetherMin * all) return []
  return stamps
    .filter(({ print, pixels }) => print >= printedMin * pixels)
    .map(({ cells }) => cells)
}

/** The number of stamped, printed and blank blocks in each cell. */
function countBlocks(blocks: Blocks, { columns, light }: Paper) {
  const stamped = new Uint8Array(light.length)
  const printed = new Uint8Array(light.length)
  const blank = new Uint8Array(light.length)
  const isStamped = stampTest(blocks)
  for (let at = 0; at < blocks.lightest.length; at++) {
    const cell = cellAt(at % blocks.width, Math.floor(at / blocks.width), columns)
    const white = light[cell] ?? 0
    const dark = blocks.darkest[at] ?? 0
    if (dark < printMax * white) printed[cell] = (printed[cell] ?? 0) + 1
    else if (isStamped(at, white)) stamped[cell] = (stamped[cell] ?? 0) + 1
    else if (dark > blankLight * white && (blocks.colour[at] ?? 0) < colourMin / 2) {
      blank[cell] = (blank[cell] ?? 0) + 1
    }
  }
  return { stamped, printed, blank }
}

/** Whether the count is between two shares of a cell's blocks. */
function isBetween(count: number, least: number, most: number): boolean {
  return count >= least * cellBlocks && count <= most * cellBlocks
}

/** Whether a block without print belongs to a stamp: by its colour on a page with colour, else by its lightness. */
function stampTest({ lightest, colour }: Blocks): (at: number, white: number) => boolean {
  if (colour.some((value) => value >= colourMin)) return (at) => (colour[at] ?? 0) >= colourMin
  return (at, white) => {
    const value = lightest[at] ?? 0
    return value > greyMin * white && value < greyMax * white
  }
}

function sumIn(
  cells: Uint8Array,
  columns: number,
  { left, top, right, bottom }: Rectangle,
): number {
  let sum = 0
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) sum += cells[y * columns + x] ?? 0
  }
  return sum
}

/** Makes a stamp's cells and those around them grey, and keeps only the print, on white. */
function erase(picture: Picture, cells: Rectangle, paper: Paper, side: number): void {
  const cell = side * cellSide
  const left = Math.max(0, cells.left - 1) * cell
  const top = Math.max(0, cells.top - 1) * cell
  const right = Math.min(picture.width, (cells.right + 1) * cell)
  const bottom = Math.min(picture.height, (cells.bottom + 1) * cell)
  const shown = planeOf(picture, { left, top, right, bottom })
  const ground = closed(shown, Math.round(letterWidth * side))
  for (const [at, light] of shown.values.entries()) {
    const x = left + (at % shown.width)
    const y = top + Math.floor(at / shown.width)
    const white =
      paper.light[cellAt(Math.floor(x / side), Math.floor(y / side), paper.columns)] ?? 255
    const behind = ground.values[at] ?? 0
    const isPrint = behind < groundMin * white || light < printBelow * behind
    const pixel = (y * picture.width + x) * bytesAPixel
    picture.pixels.fill(isPrint ? Math.min(white, light / whiteFrom) : white, pixel, pixel + 3)
  }
}

function planeOf({ width, pixels }: Picture, { left, top, right, bottom }: Rectangle): Plane {
  const size = { width: right - left, height: bottom - top }
  const values = new Uint8Array(size.width * size.height)
  for (const at of values.keys()) {
    const x = left + (at % size.width)
    const y = top + Math.floor(at / size.width)
    values[at] = lightAt(pixels, (y * width + x) * bytesAPixel)
  }
  return { ...size, values }
}

/** A pixel's strongest colour, 0 to 255. Coloured ink becomes lighter than black ink, and grey stays the same. */
function lightAt(pixels: Uint8Array, at: number): number {
  return Math.max(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)
}

/** The lightness of each place, row by row: 0 to 255. */
type Plane = Size & { readonly values: Uint8Array }

/** Removes dark shapes narrower than `side`, which is odd: each place takes the darkest square of that side (closing). */
function closed(plane: Plane, side: number): Plane {
  const reach = Math.floor(side / 2)
  const lighter = alongBoth(plane, reach, Math.max)
  return alongBoth(lighter, reach, Math.min)
}

type Choose = (one: number, other: number) => number

/** Replaces each place by the chosen value of those at most `reach` away, along its row and then its column. */
function alongBoth({ width, height, values }: Plane, reach: number, choose: Choose): Plane {
  const across = new Uint8Array(values.length)
  const made = new Uint8Array(values.length)
  for (let at = 0; at < values.length; at++) {
    const x = at % width
    const end = at + Math.min(width - 1 - x, reach)
    let chosen = values[at] ?? 0
    for (let near = at - Math.min(x, reach); near <= end; near++) {
      chosen = choose(chosen, values[near] ?? 0)
    }
    across[at] = chosen
  }
  for (let at = 0; at < values.length; at++) {
    const y = Math.floor(at / width)
    const end = at + Math.min(height - 1 - y, reach) * width
    let chosen = across[at] ?? 0
    for (let near = at - Math.min(y, reach) * width; near <= end; near += width) {
      chosen = choose(chosen, across[near] ?? 0)
    }
    made[at] = chosen
  }
  return { width, height, values: made }
}
