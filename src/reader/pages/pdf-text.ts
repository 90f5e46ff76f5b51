import type { PdfPage } from './pdf-document.ts'
import { type Glyph, readGlyphs } from './glyphs.ts'
import { joinGlyphs } from './join-glyphs.ts'
import {
  boxOf,
  type Rectangle,
  type Size,
  type Turn,
  opposite,
  turnRectangle,
  turnSize,
} from './rectangle.ts'
import type { Word } from './words.ts'
import { drawPage } from './pdf-picture.ts'
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
    const between = middleOf({
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
function middleOf(at: Rectangle): Rectangle {
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
