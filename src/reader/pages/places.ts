import type { Pdfium, Pointer } from './pdfium.ts'
import type { Rectangle, Size } from './rectangle.ts'

/** From a PDF's left, top, right and bottom to the place on the page as shown. */
export type Place = (sides: readonly number[]) => Rectangle

/** Fractions of a point: PDFium returns places on the shown page as whole numbers. */
const finer = 1000

/** Converts a PDF's own coordinates to the page as shown. In a PDF, y grows upwards from any corner, and the page may be turned. */
export function placer(pdfium: Pdfium, page: Pointer, { width, height }: Size): Place {
  const toDevice = pdfium.function('FPDF_PageToDevice')
  const size = [Math.round(width * finer), Math.round(height * finer)]
  const shownAt = (x: number, y: number): [number, number] =>
    pdfium.withRoom(8, (room) => {
      toDevice(page, 0, 0, ...size, 0, x, y, room, room + 4)
      const view = pdfium.view()
      return [view.getInt32(room, true) / finer, view.getInt32(room + 4, true) / finer]
    })
  const apart = 100
  const [x0, y0] = shownAt(0, 0)
  const [xRight, yRight] = shownAt(apart, 0)
  const [xUp, yUp] = shownAt(0, apart)
  const shown = (x: number, y: number) => [
    x0 + (x * (xRight - x0) + y * (xUp - x0)) / apart,
    y0 + (x * (yRight - y0) + y * (yUp - y0)) / apart,
  ]
  return ([left = 0, top = 0, right = 0, bottom = 0]) => {
    const [x1 = 0, y1 = 0] = shown(left, top)
    const [x2 = 0, y2 = 0] = shown(right, bottom)
    return {
      left: Math.min(x1, x2),
      top: Math.min(y1, y2),
      right: Math.max(x1, x2),
      bottom: Math.max(y1, y2),
    }
  }
}
