import { drawPage, type PdfPage } from './pdf-document.ts'
import { type Glyph, readGlyphs, indic } from './glyphs.ts'
import {
  boxOf,
  type Rectangle,
  type Size,
  type Turn,
  opposite,
  turnRectangle,
  turnSize,
  around,
} from './rectangle.ts'
import type { Word } from '../page.ts'
import { bytesAPixel, type Picture } from './picture.ts'

/** The words on the upright page, and the share of characters without a meaning. */
type PdfText = { turned: Turn; words: Word[]; unknown: number }

/** Lower type is meant for machines only, in points. */
const heightMin = 1.5

/** The visible text of a page. */
export function readPdfText(page: PdfPage): PdfText {
  const { shown } = page
  let drawn: PageInk | undefined
  const ink = () => (drawn ??= pageInk(page))
  const glyphs = readGlyphs(page.pdfium, page.page, shown)
    .filter((glyph) => isShown(glyph, shown))
    // White letters may stand on a dark ground or be hidden text for machines.
    .filter(({ ink: colour, at }) => colour !== 'white' || ink().isSeen(at))
  const lineTurn = mostCommonTurn(glyphs)
  const turned = opposite(lineTurn)
  const upright = glyphs
    .filter(({ turn, isDisguised }) => turn === lineTurn && !isDisguised)
    .map((glyph) => ({ ...glyph, at: turnRectangle(glyph.at, shown, turned) }))
  const size = turnSize(shown, turned)
  const back = opposite(turned)
  const hasInk = (first: Rectangle, second: Rectangle) => {
    const between = middleBandOf({
      ...first,
      left: first.right,
      right: Math.max(first.right, second.left),
    })
    return ink().isFilled(turnRectangle(between, size, back))
  }
  const words = joinGlyphs(upright, hasInk).map(({ text, at }) => ({
    text,
    box: boxOf(at, size),
    confidence: 1,
  }))
  const unknown = glyphs.filter(({ isKnown, isDisguised }) => !isKnown || isDisguised).length
  return { turned, words, unknown: unknown / Math.max(1, glyphs.length) }
}

function isShown({ at, ink, turn }: Glyph, { width, height }: Size): boolean {
  const x = (at.left + at.right) / 2
  const y = (at.top + at.bottom) / 2
  const isOnPage = x >= 0 && x <= width && y >= 0 && y <= height
  return isOnPage && ink !== 'none' && sizeAcross(at, turn) >= heightMin
}

function sizeAcross(at: Rectangle, turn: Turn | undefined): number {
  const isSideways = turn === 90 || turn === 270
  return isSideways ? at.right - at.left : at.bottom - at.top
}

/** The middle band of a rectangle, without the rules of a table above and below. */
function middleBandOf(at: Rectangle): Rectangle {
  const height = at.bottom - at.top
  return { ...at, top: at.top + 0.3 * height, bottom: at.bottom - 0.25 * height }
}

function mostCommonTurn(glyphs: readonly Glyph[]): Turn {
  const counts = new Map<Turn, number>()
  for (const { turn } of glyphs) {
    if (turn !== undefined) counts.set(turn, (counts.get(turn) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? 0
}

/** Fine enough to show a stroke. Drawing takes a tenth of a second. */
const dpi = 200
const pixelsMax = 4_000_000

/** A column has ink when the colours of its pixels differ by this much, of 765. */
const inkFrom = 90

/** A blank of this many columns is a space, in pixels: a point and a half. */
const blankMin = 3

/** The look of a page, for questions that its text cannot answer. Rectangles are in points of the page as shown. */
type PageInk = {
  /** Whether anything can be seen in a rectangle. */
  isSeen(at: Rectangle): boolean
  /** Whether no blank stands between the left and the right of a rectangle. */
  isFilled(at: Rectangle): boolean
}

function pageInk(page: PdfPage): PageInk {
  const picture = drawPage(page, dpi, pixelsMax)
  const scale = picture.width / page.shown.width
  const within = (at: Rectangle) => columnsOf(picture, at, scale)
  return {
    isSeen: (at) => within(at).some((column) => column > inkFrom),
    isFilled: (at) => !hasBlank(within(at)),
  }
}

function hasBlank(columns: readonly number[]): boolean {
  let blank = 0
  for (const column of columns) {
    blank = column > inkFrom ? 0 : blank + 1
    if (blank === blankMin) return true
  }
  return false
}

/** The greatest difference between the pixels of each column. */
function columnsOf({ width, height, pixels }: Picture, at: Rectangle, scale: number): number[] {
  const from = Math.max(0, Math.floor(at.left * scale))
  const to = Math.min(width, Math.ceil(at.right * scale))
  const top = Math.max(0, Math.floor(at.top * scale))
  const bottom = Math.min(height, Math.ceil(at.bottom * scale))
  return Array.from({ length: Math.max(0, to - from) }, (_, column) => {
    let [least, most] = [765, 0]
    for (let y = top; y < bottom; y++) {
      const start = (y * width + from + column) * bytesAPixel
      const light = (pixels[start] ?? 0) + (pixels[start + 1] ?? 0) + (pixels[start + 2] ?? 0)
      least = Math.min(least, light)
      most = Math.max(most, light)
    }
    return most - least
  })
}

/** Characters that touch on an upright page, and the rectangle around them. */
type Run = { text: string; at: Rectangle }

/** A gap this wide separates two words, in heights of their line: half a narrow space. */
const gapMin = 0.12

/** The middles of two characters of a word may differ by this much in height, in heights: raised signs and small capitals do. */
const driftMax = 0.35

/** A letter that is painted twice to look bold stands this near to the first, in heights. */
const againWithin = 0.12

/** Measured in heights of the higher or the lower of the two. A word with a sign of another font is higher than its line. */
type Limits = { gap: number; overlap: number; of: 'higher' | 'lower' }

/** In the file, a letter may follow a letter that stands to its right. Vowel signs do. */
const ofLetters: Limits = { gap: gapMin, overlap: 1, of: 'higher' }

/** A PDF may draw part of an Indian sign without naming it. Such a gap is full of ink. */
const ofSigns: Limits = { gap: 0.6, overlap: 1, of: 'higher' }

/** Whether ink fills the space between two neighbouring places on the upright page. */
type HasInk = (first: Rectangle, second: Rectangle) => boolean

/** Pieces of a word that were painted separately overlap little, in heights. */
const ofPieces: Limits = { gap: gapMin, overlap: 0.25, of: 'lower' }

/** The words of an upright page, in the file's order. */
function joinGlyphs(glyphs: readonly Glyph[], hasInk: HasInk): Run[] {
  const runs: Run[] = []
  let current: Glyph[] = []
  const end = () => {
    if (current.length > 0) runs.push(runOf(current))
    current = []
  }
  for (const glyph of withoutRepeats(glyphs)) {
    const last = current.at(-1)
    if (isSpace(glyph) || (last !== undefined && !isNext(last, glyph, hasInk))) end()
    if (!isSpace(glyph)) current.push(glyph)
  }
  end()
  return joinPieces(runs)
}

function isSpace({ text }: Glyph): boolean {
  return /^[\s\u200B\uFEFF]$/.test(text)
}

function runOf(glyphs: readonly Glyph[]): Run {
  return { text: glyphs.map(({ text }) => text).join(''), at: around(glyphs.map(({ at }) => at)) }
}

/** Whether a letter continues the word of the letter before it. */
function isNext(last: Glyph, glyph: Glyph, hasInk: HasInk): boolean {
  if (goesOn(last.at, glyph.at, ofLetters)) return true
  const isIndic = indic.test(last.text) && indic.test(glyph.text)
  return isIndic && goesOn(last.at, glyph.at, ofSigns) && hasInk(last.at, glyph.at)
}

/** Whether the second rectangle begins where the first ends. */
function goesOn(first: Rectangle, second: Rectangle, limit: Limits): boolean {
  const heights = [heightOf(first), heightOf(second)]
  const height = limit.of === 'higher' ? Math.max(...heights) : Math.min(...heights)
  const gap = (second.left - first.right) / height
  const drift = Math.abs(middleOf(first) - middleOf(second)) / height
  return drift < driftMax && gap < limit.gap && gap > -limit.overlap
}

/** A file may paint the letters of a word in any order. Pieces that touch become one word, at the place of its first piece. */
function joinPieces(runs: readonly Run[]): Run[] {
  const joined = runs.map((run) => ({ ...run }))
  const lines = new Map<number, Run[]>()
  const swallowed = new Set<Run>()
  for (const run of joined.toSorted((one, other) => one.at.left - other.at.left)) {
    const line = lineOf(run)
    const near = [line - 1, line, line + 1].flatMap((key) => lines.get(key)?.slice(-2) ?? [])
    const before = near.find((other) => goesOn(other.at, run.at, ofPieces))
    if (before === undefined) {
      lines.set(line, [...(lines.get(line)?.slice(-1) ?? []), run])
      continue
    }
    before.text += run.text
    before.at = around([before.at, run.at])
    swallowed.add(run)
  }
  return joined.filter((run) => !swallowed.has(run))
}

function lineOf({ at }: Run): number {
  return Math.round(middleOf(at) / 4)
}

/** Removes letters that are painted a second time in the same place. */
function withoutRepeats(glyphs: readonly Glyph[]): Glyph[] {
  const seen = new Map<string, Glyph[]>()
  return glyphs.filter((glyph) => {
    const row = Math.round(glyph.at.top)
    const near = [row - 1, row, row + 1].flatMap((y) => seen.get(`${glyph.text} ${y}`) ?? [])
    if (near.some((other) => isAgain(other, glyph) || isPartOfSign(other, glyph))) return false
    const key = `${glyph.text} ${row}`
    seen.set(key, [...(seen.get(key) ?? []), glyph])
    return true
  })
}

function isAgain(first: Glyph, second: Glyph): boolean {
  const within = againWithin * heightOf(first.at)
  return (
    first.part !== second.part &&
    Math.abs(first.at.left - second.at.left) < within &&
    Math.abs(first.at.bottom - second.at.bottom) < within
  )
}

/** A PDF may paint an Indian letter in parts and give each part the letter's name. */
function isPartOfSign(first: Glyph, second: Glyph): boolean {
  const isWithin = second.at.left > first.at.left && second.at.right <= first.at.right
  return indic.test(second.text) && isWithin
}

function heightOf({ top, bottom }: Rectangle): number {
  return bottom - top
}

function middleOf({ top, bottom }: Rectangle): number {
  return (top + bottom) / 2
}
