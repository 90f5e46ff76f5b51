import type { Pdfium, Pointer } from './pdfium.ts'
import type { PdfPage } from './pdf-document.ts'

/** What a page is made of, beside its text. */
export type Make = {
  /** The part of the page that pictures cover, 0 to 1. */
  readonly pictured: number
  /** Whether there is anything in which a code could be: a picture, or many small shapes. */
  readonly mayHaveCode: boolean
}

/** Kinds of things on a page (source: fpdf_edit.h). */
const path = 2
const image = 3
const shading = 4
const form = 5

/** Parts of a page that are looked at, and how deep: a hostile page has millions, one in another. */
const partsMax = 20_000
const depthMax = 5

/** A QR code that is drawn in shapes has hundreds: a table has fewer, and a code may be one long path. */
const shapesOfCode = 150
const segmentsOfCode = 300

/** Smaller pictures are marks and signs, in points: 8 mm. */
const codeSideMin = 22

/** Sides of a code are alike, or it is a barcode: so many times as long as high at most. */
const codeRatioMax = 12

export function makeOf({ pdfium, page, shown }: PdfPage): Make {
  const seen = { covered: 0, shapes: 0, mayHaveCode: false, parts: 0 }
  const kind = pdfium.function('FPDFPageObj_GetType')
  const segments = pdfium.function('FPDFPath_CountSegments')
  const look = (count: number, part: (index: number) => Pointer, depth: number) => {
    for (let index = 0; index < count && seen.parts < partsMax; index++) {
      const object = part(index)
      seen.parts++
      switch (kind(object)) {
        case image:
        case shading: {
          const { width, height } = boundsOf(pdfium, object)
          seen.covered += Math.min(width, shown.width) * Math.min(height, shown.height)
          seen.mayHaveCode ||= isLikeCode(width, height)
          break
        }
        case path:
          seen.shapes++
          seen.mayHaveCode ||= segments(object) > segmentsOfCode
          break
        case form:
          if (depth < depthMax) {
            const inside = pdfium.function('FPDFFormObj_CountObjects')(object)
            const get = pdfium.function('FPDFFormObj_GetObject')
            look(inside, (at) => get(object, at), depth + 1)
          }
          break
      }
    }
  }
  const get = pdfium.function('FPDFPage_GetObject')
  look(pdfium.function('FPDFPage_CountObjects')(page), (index) => get(page, index), 0)
  return {
    pictured: Math.min(1, seen.covered / (shown.width * shown.height)),
    mayHaveCode: seen.mayHaveCode || seen.shapes > shapesOfCode,
  }
}

function isLikeCode(width: number, height: number): boolean {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)]
  return longer >= codeSideMin && longer <= codeRatioMax * shorter
}

/** Without what turns a form around it: good enough to judge by. */
function boundsOf(pdfium: Pdfium, object: Pointer): { width: number; height: number } {
  return pdfium.withRoom(16, (room) => {
    const bounds = pdfium.function('FPDFPageObj_GetBounds')
    if (bounds(object, room, room + 4, room + 8, room + 12) === 0) return { width: 0, height: 0 }
    const view = pdfium.view()
    const [left = 0, bottom = 0, right = 0, top = 0] = [0, 4, 8, 12].map((at) =>
      view.getFloat32(room + at, true),
    )
    return { width: Math.abs(right - left), height: Math.abs(top - bottom) }
  })
}
