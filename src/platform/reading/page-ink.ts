import type { PdfPage } from './pdf-document.ts'
import { drawPage } from './pdf-picture.ts'
import { bytesAPixel, type Picture } from './picture.ts'
import type { Rectangle } from './rectangle.ts'

/** Fine enough to see a stroke, and drawn in a tenth of a second. */
const dpi = 200
const pixelsMax = 4_000_000

/** From here on a pixel is ink, in differences of its colour to what lies around, of 765. */
const inkFrom = 90

/** A blank of so many columns is a space, in pixels: a point and a half. */
const blankMin = 3

/** What a page looks like, for what its text alone does not tell. Rectangles are in points of the page as it is shown. */
export type PageInk = {
  /** Whether anything can be seen in a rectangle. */
  isSeen(at: Rectangle): boolean
  /** Whether no blank stands between the left and the right of a rectangle. */
  isFilled(at: Rectangle): boolean
}

export function pageInk(page: PdfPage): PageInk {
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

/** By how much the pixels of each column differ at most. */
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
