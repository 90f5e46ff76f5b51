import { type PdfPage, type Place, placer } from './pdf-document.ts'
import type { Pdfium, Pointer } from './pdfium.ts'
import { around, type Rectangle } from './rectangle.ts'

/** The parts of a page beside its text. */
export type Make = {
  /** The share of the page that pictures cover, 0 to 1. */
  readonly pictured: number
  /** Areas that may hold a code, on the page as shown. */
  readonly codeAreas: readonly Rectangle[]
}

/** PDFium's kinds of page objects (source: fpdf_edit.h). */
const path = 2
const image = 3
const shading = 4
const form = 5

/** Limits of page objects and of their nesting: a hostile page has millions, one in another. */
const partsMax = 20_000
const depthMax = 5

/** Sides of an area with a code, in points: at least 8 mm. The text beside a code may make the area up to twice as long as high. */
const codeSideMin = 22
const codeRatioMax = 2

/** A drawn code is many squares and runs of squares, each side at most this many points, or one path with many segments. */
const squaresMin = 100
const squareSideMin = 0.3
const squareSideMax = 12
const runRatioMax = 12
const segmentsMin = 200

/** More pictures are goods, or pieces of one page. Then the whole page may hold a code. */
const areasMax = 6

type Part = { object: Pointer; kind: number; depth: number }

export function makeOf(page: PdfPage): Make {
  const { pdfium, shown } = page
  const boundsAt = boundsReader(pdfium, placer(pdfium, page.page, shown))
  const segmentsOf = pdfium.function('FPDFPath_CountSegments')
  const whole = { left: 0, top: 0, right: shown.width, bottom: shown.height }
  const areas: Rectangle[] = []
  const squares: Rectangle[] = []
  let covered = 0
  for (const { object, kind, depth } of partsOf(page)) {
    // Objects in a form use the form's own coordinates.
    const at = depth === 0 ? boundsAt(object) : whole
    if (kind === image || kind === shading) {
      covered += areaOf(at)
      if (isLikeCode(at)) areas.push(at)
    }
    if (kind !== path) continue
    if (segmentsOf(object) >= segmentsMin && isLikeCode(at)) areas.push(at)
    if (depth > 0 || isSquare(at)) squares.push(at)
  }
  if (squares.length >= squaresMin) areas.push(around(squares))
  return {
    pictured: Math.min(1, covered / areaOf(whole)),
    codeAreas: areas.length > areasMax ? [whole] : areas,
  }
}

function partsOf({ pdfium, page }: PdfPage): Part[] {
  const kindOf = pdfium.function('FPDFPageObj_GetType')
  const countInForm = pdfium.function('FPDFFormObj_CountObjects')
  const getInForm = pdfium.function('FPDFFormObj_GetObject')
  const getOnPage = pdfium.function('FPDFPage_GetObject')
  const parts: Part[] = []
  const look = (count: number, get: (index: number) => Pointer, depth: number) => {
    for (let index = 0; index < count && parts.length < partsMax; index++) {
      const object = get(index)
      const kind = kindOf(object)
      parts.push({ object, kind, depth })
      if (kind === form && depth < depthMax) {
        look(countInForm(object), (inner) => getInForm(object, inner), depth + 1)
      }
    }
  }
  look(pdfium.function('FPDFPage_CountObjects')(page), (index) => getOnPage(page, index), 0)
  return parts
}

function boundsReader(pdfium: Pdfium, place: Place): (object: Pointer) => Rectangle {
  const bounds = pdfium.function('FPDFPageObj_GetBounds')
  return (object) =>
    pdfium.withRoom(16, (room) => {
      bounds(object, room, room + 4, room + 8, room + 12)
      const view = pdfium.view()
      const [left = 0, bottom = 0, right = 0, top = 0] = [0, 4, 8, 12].map((at) =>
        view.getFloat32(room + at, true),
      )
      return place([left, top, right, bottom])
    })
}

function sidesOf({ left, top, right, bottom }: Rectangle): [shorter: number, longer: number] {
  const [width, height] = [right - left, bottom - top]
  return [Math.min(width, height), Math.max(width, height)]
}

function areaOf(at: Rectangle): number {
  const [shorter, longer] = sidesOf(at)
  return shorter * longer
}

function isLikeCode(at: Rectangle): boolean {
  const [shorter, longer] = sidesOf(at)
  return longer >= codeSideMin && longer <= codeRatioMax * shorter
}

/** A rule of a table is thinner and longer. */
function isSquare(at: Rectangle): boolean {
  const [shorter, longer] = sidesOf(at)
  return shorter >= squareSideMin && longer <= squareSideMax && longer <= runRatioMax * shorter
}
