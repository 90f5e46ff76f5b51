import type { PdfPage } from './pdf-document.ts'
import { bytesAPixel, type Picture } from './picture.ts'
import { Unread } from './problems.ts'
import type { Rectangle, Size } from './rectangle.ts'

/** Points in an inch. */
const pointsAnInch = 72

/** PDFium's number for red, green, blue and alpha, in this order when the colours are swapped (source: fpdfview.h). */
const bitmapFormat = 4
const drawNotes = 0x01
const turnColours = 0x10
const white = 0xff_ff_ff_ff

/** Draws a PDF page as shown, with at most `pixelsMax` pixels. Throws Unread. */
export function drawPage(page: PdfPage, dpi: number, pixelsMax: number): Picture {
  const { width, height } = page.shown
  return drawArea(page, { left: 0, top: 0, right: width, bottom: height }, dpi, pixelsMax)
}

/** Draws part of a page. */
export function drawArea(page: PdfPage, area: Rectangle, dpi: number, pixelsMax: number): Picture {
  const { pdfium, shown } = page
  const size = { width: area.right - area.left, height: area.bottom - area.top }
  const scale = Math.min(dpi / pointsAnInch, Math.sqrt(pixelsMax / (size.width * size.height)))
  const { width, height } = scaled(size, scale)
  const whole = scaled(shown, scale)
  const create = pdfium.function('FPDFBitmap_CreateEx')
  const bitmap = create(width, height, bitmapFormat, 0, width * bytesAPixel)
  if (bitmap === 0) throw new Unread('too much memory')
  try {
    pdfium.function('FPDFBitmap_FillRect')(bitmap, 0, 0, width, height, white)
    const draw = pdfium.function('FPDF_RenderPageBitmap')
    const [left, top] = [-Math.round(area.left * scale), -Math.round(area.top * scale)]
    draw(bitmap, page.page, left, top, whole.width, whole.height, 0, drawNotes | turnColours)
    const at = pdfium.function('FPDFBitmap_GetBuffer')(bitmap)
    return { width, height, pixels: pdfium.bytes(at, width * height * bytesAPixel).slice() }
  } finally {
    pdfium.function('FPDFBitmap_Destroy')(bitmap)
  }
}

function scaled({ width, height }: Size, scale: number): Size {
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}
