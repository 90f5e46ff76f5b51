import type { PdfPage } from './pdf-document.ts'
import { type Glyph, readGlyphs } from './glyphs.ts'
import { joinGlyphs } from './join-glyphs.ts'
import { type PageInk, pageInk } from './page-ink.ts'
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

/** The text of a page: its words on the page turned upright, and the share of its characters without a meaning. */
type PdfText = { turned: Turn; words: Word[]; unknown: number }

/** Lower type is for machines only, in points. */
const heightMin = 1.5

/** The text that somebody sees on a page. */
export function readPdfText(page: PdfPage): PdfText {
  const { shown } = page
  let drawn: PageInk | undefined
  const ink = () => (drawn ??= pageInk(page))
  const glyphs = readGlyphs(page.pdfium, page.page, shown)
    .filter((glyph) => isShown(glyph, shown))
    // White letters may stand on a dark ground, or be there for machines alone.
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

/** Without what stands over and under the letters, such as the rules of a table. */
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
